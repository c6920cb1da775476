// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.session;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.semel.internal.edge.jms.body.ReceivedPackets;
import org.semel.internal.engine.tx.Outcome;

/**
 * One long-lived session with a local transaction of its own, which follows the database's:
 * committed after it, rolled back with it. A commit that fails loses nothing: the messages come
 * again, and their claims absorb them. A session that could do neither is given up: what it still
 * holds would be acknowledged with what comes after.
 */
public final class LocalSessions implements Sessions {

  private static final Logger LOG = System.getLogger(LocalSessions.class.getName());

  private final ConnectionFactory factory;
  private @Nullable Connection connection;
  private @Nullable Session session;
  private Optional<ReceivedPackets> packets = Optional.empty();
  private boolean broken;

  /**
   * Sessions of {@code factory}.
   *
   * @param factory one that the server does not enlist: not a pooled XA one
   */
  public LocalSessions(ConnectionFactory factory) {
    this.factory = factory;
  }

  @Override
  public Session join() throws JMSException {
    return session == null ? open() : session;
  }

  private Session open() throws JMSException {
    Connection opened = factory.createConnection();
    connection = opened;
    Session made = opened.createSession(true, Session.SESSION_TRANSACTED);
    packets = ReceivedPackets.before(made);
    opened.start();
    session = made;
    return made;
  }

  @Override
  public Optional<Exception> ended(Outcome end) {
    Session used = session;
    Optional<Exception> fault =
        used == null || broken ? Optional.empty() : follow(used, end == Outcome.COMMITTED);
    if (broken) {
      close();
    }
    return fault;
  }

  /** The fault of a commit: its messages come again, as they do after any roll-back. */
  private Optional<Exception> follow(Session used, boolean committed) {
    try {
      if (committed) {
        used.commit();
      } else {
        used.rollback();
      }
      return Optional.empty();
    } catch (JMSException | RuntimeException e) { // of an interrupt a client tells as it likes
      LOG.log(Level.DEBUG, "the messages come again", e);
      broken = true;
      return committed ? Optional.of(e) : Optional.empty();
    }
  }

  @Override
  public void broken() {
    broken = true;
  }

  @Override
  public void close() {
    Connection used = connection;
    connection = null;
    session = null;
    broken = false;
    if (used != null) {
      Closing.quietly(used);
    }
    packets.ifPresent(ReceivedPackets::close); // a pool may keep the session
    packets = Optional.empty();
  }
}
