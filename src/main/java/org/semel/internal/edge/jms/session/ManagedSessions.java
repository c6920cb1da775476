// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.session;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import jakarta.jms.XAConnection;
import jakarta.jms.XAConnectionFactory;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.semel.internal.edge.jms.body.ReceivedPackets;
import org.semel.internal.engine.tx.Outcome;

/**
 * Sessions of the server's pooled XA connection factory, with handles of their own for each
 * transaction: a server enlists a session when it hands it out, so that one kept from the
 * transaction before would work outside this one. Fits any resource adapter and needs no recovery
 * of its own.
 */
public final class ManagedSessions implements Sessions {

  private final ConnectionFactory factory;
  private final BranchLife life;
  private boolean branchShown = true;
  private @Nullable Connection connection;
  private @Nullable Session session;
  private Optional<ReceivedPackets> packets = Optional.empty();

  /** Sessions for whatever transactions. */
  public ManagedSessions(ConnectionFactory factory) {
    this(factory, BranchLife.LONGEST.transaction());
  }

  /**
   * Sessions of {@code factory}.
   *
   * @param longest that a transaction lasts
   */
  public ManagedSessions(ConnectionFactory factory, Duration longest) {
    this.factory = factory;
    this.life = new BranchLife(longest);
  }

  /**
   * Within a transaction of the server the arguments have no effect (Jakarta Messaging 3.1, section
   * 6.2.7), and this way to open a session is the one that every resource adapter knows. If a
   * factory takes no part in the transaction after all, they leave received messages uncommitted.
   */
  @Override
  public Session join() throws JMSException {
    Connection opened = open();
    connection = opened;
    Session made = opened.createSession(true, Session.SESSION_TRANSACTED);
    session = made;
    life.of(made);
    packets = ReceivedPackets.before(made);
    opened.start();
    return made;
  }

  /**
   * An adapter whose connections are XA connections, however they are opened, enlists the sessions
   * of either, and shows the branch of those only that were opened as such.
   */
  private Connection open() throws JMSException {
    if (branchShown) {
      Connection plain = factory.createConnection();
      if (!(plain instanceof XAConnection && factory instanceof XAConnectionFactory)) {
        return plain;
      }
      branchShown = false;
      Closing.quietly(plain);
    }
    return ((XAConnectionFactory) factory).createXAConnection();
  }

  @Override
  public Optional<Exception> ended(Outcome end) {
    close();
    return Optional.empty();
  }

  /** Nothing is kept between transactions. */
  @Override
  public void broken() {}

  /** The session first: pools warn of a connection that is closed before its sessions are. */
  @Override
  public void close() {
    Session made = session;
    Connection used = connection;
    session = null;
    connection = null;
    if (made != null) {
      Closing.quietly(made);
    }
    packets.ifPresent(ReceivedPackets::close); // once nothing is received any more
    packets = Optional.empty();
    if (used != null) {
      Closing.quietly(used);
    }
  }
}
