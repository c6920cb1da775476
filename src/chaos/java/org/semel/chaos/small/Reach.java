// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos.small;

import com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper;
import jakarta.jms.JMSException;
import jakarta.jms.XAConnection;
import java.sql.SQLException;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;
import org.semel.estate.Postgres;
import org.semel.xa.PostgresXADataSource;

/** Reaches a resource for recovery, on a connection of its own. */
final class Reach implements XAResourceRecoveryHelper {

  /** Opens a connection, and says how to close it. */
  private interface Opening {
    Opened open() throws SQLException, JMSException;
  }

  private record Opened(XAResource resource, AutoCloseable connection) {}

  private final Opening opening;
  private Opened last;

  private Reach(Opening opening) {
    this.opening = opening;
  }

  static Reach database(Settings settings) {
    PostgresXADataSource source = new PostgresXADataSource();
    source.setUrl(settings.url());
    source.setUser(Postgres.ROLE);
    source.setPassword(Postgres.PASSWORD);
    return new Reach(
        () -> {
          var connection = source.getXAConnection();
          XAResource resource = new Named(connection.getXAResource(), Named.DATABASE);
          return new Opened(resource, connection::close);
        });
  }

  static Reach broker(Settings settings) {
    var factory = new ActiveMQXAConnectionFactory(settings.broker() + "?reconnectAttempts=0");
    return new Reach(
        () -> {
          XAConnection connection = factory.createXAConnection();
          XAResource session = connection.createXASession().getXAResource();
          return new Opened(new Named(session, Named.BROKER), connection);
        });
  }

  @Override
  public boolean initialise(String parameter) {
    return true;
  }

  /** The same one as long as it lives: the transaction manager may still hold on to it. */
  @Override
  public XAResource[] getXAResources() {
    if (isAlive()) {
      return new XAResource[] {last.resource()};
    }
    close();
    try {
      last = opening.open();
      return new XAResource[] {last.resource()};
    } catch (SQLException | JMSException itIsAway) {
      return new XAResource[0];
    }
  }

  private boolean isAlive() {
    try {
      return last != null
          && last.resource().recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN) != null;
    } catch (XAException itIsGone) {
      return false;
    }
  }

  private void close() {
    Opened used = last;
    last = null;
    try {
      if (used != null) {
        used.connection().close();
      }
    } catch (Exception itIsGone) {
      return;
    }
  }
}
