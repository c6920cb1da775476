// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos.small;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.Optional;
import javax.transaction.xa.XAResource;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;
import org.semel.internal.edge.jms.session.DirectSessions;
import org.semel.internal.edge.jms.session.LocalSessions;
import org.semel.internal.edge.jms.session.Sessions;
import org.semel.internal.edge.jta.Branches;
import org.semel.internal.engine.tx.Outcome;
import org.semel.internal.engine.tx.Transactions;

/** How sessions join the transaction; rightly or wrongly. */
final class Wiring {

  private final Settings settings;
  private final Machinery machinery;
  private final Transactions transactions;

  Wiring(Settings settings, Machinery machinery, Transactions transactions) {
    this.settings = settings;
    this.machinery = machinery;
    this.transactions = transactions;
  }

  Sessions sessions() {
    String url = url();
    return switch (settings.kind()) {
      case ACK_AFTER_COMMIT, STORE_FIRST, TRANSFER ->
          new LocalSessions(new ActiveMQConnectionFactory(url));
      case LOCAL_JMS -> new Beside(url, Session.SESSION_TRANSACTED);
      case AUTO_ACKNOWLEDGE -> new Beside(url, Session.AUTO_ACKNOWLEDGE);
      default -> transacted();
    };
  }

  /** Each of its transactions is joined by the broker's branch. */
  Sessions transacted() {
    return new DirectSessions(
        new ActiveMQXAConnectionFactory(url()), this::enlist, DirectSessions.Naming.NONE);
  }

  String url() {
    return settings.broker()
        + "?consumerWindowSize=65536&reconnectAttempts=0&connectionTTL=5000&clientFailureCheckPeriod=2000";
  }

  private void enlist(XAResource session) {
    new Branches(machinery.manager()).enlist(new Named(session, Named.BROKER));
  }

  /** Receives beside the transaction; a session's own one commits just before the other does. */
  private final class Beside implements Sessions {

    private final String url;
    private final int mode;
    private Connection connection;
    private Session session;

    Beside(String url, int mode) {
      this.url = url;
      this.mode = mode;
    }

    @Override
    public Session join() throws JMSException {
      if (session == null) {
        connection = new ActiveMQConnectionFactory(url).createConnection();
        session = connection.createSession(mode);
        connection.start();
      }
      if (mode == Session.SESSION_TRANSACTED) {
        transactions.beforeCommit(this::commit);
      }
      return session;
    }

    private void commit() {
      try {
        session.commit();
      } catch (JMSException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public Optional<Exception> ended(Outcome end) {
      return Optional.empty();
    }

    @Override
    public void broken() {
      close();
    }

    @Override
    public void close() {
      try {
        connection.close();
      } catch (JMSException itIsGone) {
        connection = null;
      }
      session = null;
    }
  }
}
