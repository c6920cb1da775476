// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.session;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.XAConnection;
import jakarta.jms.XAConnectionFactory;
import jakarta.jms.XASession;
import jakarta.resource.Referenceable;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;
import org.semel.internal.edge.jms.body.ReceivedPackets;
import org.semel.internal.engine.tx.Outcome;

/**
 * One long-lived XA session, enlisted in transaction after transaction: nothing is opened or closed
 * per transaction, and what the consumer has fetched ahead is kept. The server must recover the
 * broker's branches by a pooled XA connection factory that speaks to the same broker; it knows
 * nothing of this session.
 */
public final class DirectSessions implements Sessions {

  /** Gives what is enlisted the name under which recovery asks the broker. */
  @FunctionalInterface
  public interface Naming {

    /** Recovery has no name for the broker, or no one knows it. */
    Naming NONE = (enlisted, session) -> enlisted;

    /**
     * The resource that is enlisted in the end.
     *
     * @param session of the broker's, which {@code enlisted} stands before
     */
    XAResource name(XAResource enlisted, XAResource session);
  }

  private static final Logger LOG = System.getLogger(DirectSessions.class.getName());

  private final XAConnectionFactory factory;
  private final Enlistment enlistment;
  private final Naming naming;
  private final BranchLife life;
  private @Nullable XAConnection connection;
  private @Nullable Session session;
  private final List<SessionBranch> leftBehind = new ArrayList<>();
  private @Nullable XAResource resource;
  private @Nullable SessionBranch branch;
  private Optional<ReceivedPackets> packets = Optional.empty();
  private boolean broken;
  private BranchGate gate = new BranchGate();

  /**
   * Whether the server enlists the sessions of this factory by itself, as those of each connection
   * that a resource adapter hands out: enlisted once more, they would have two branches.
   *
   * @see <a href="https://jakarta.ee/specifications/connectors/2.1/">Jakarta Connectors 2.1: what
   *     such a factory implements</a>
   */
  public static boolean isServers(ConnectionFactory factory) {
    return factory instanceof Referenceable;
  }

  /** Sessions of whatever transactions, not opened yet. */
  public DirectSessions(XAConnectionFactory factory, Enlistment enlistment, Naming naming) {
    this(factory, enlistment, naming, BranchLife.LONGEST.transaction());
  }

  /**
   * Sessions that are not opened yet.
   *
   * @param naming by which recovery can tell that what the broker no longer knows is ended
   * @param longest that a transaction lasts
   */
  public DirectSessions(
      XAConnectionFactory factory, Enlistment enlistment, Naming naming, Duration longest) {
    this.factory = factory;
    this.enlistment = enlistment;
    this.naming = naming;
    this.life = new BranchLife(longest);
  }

  @Override
  public Session join() throws JMSException {
    Session joining = session == null ? open() : session;
    enlist();
    return joining;
  }

  @Override
  public @Nullable Message receive(MessageConsumer consumer, Duration wait) throws JMSException {
    return gate.receive(() -> Sessions.super.receive(consumer, wait));
  }

  /**
   * A session that cannot join a transaction is most often dead, and would fail in the next one
   * too.
   */
  private void enlist() {
    try {
      enlistment.enlist(Objects.requireNonNull(resource, "no session without its resource"));
    } catch (RuntimeException e) {
      broken = true;
      throw e;
    }
  }

  /** Asks for the session once: it is known by reference to who has a consumer of it. */
  private Session open() throws JMSException {
    XAConnection opened = factory.createXAConnection();
    connection = opened;
    try {
      XASession made = opened.createXASession();
      Session local = made.getSession();
      packets = ReceivedPackets.before(local);
      opened.start();
      session = local;
      gate = new BranchGate();
      XAResource own = made.getXAResource();
      giveBack(own);
      SessionBranch joining = new SessionBranch(own, gate);
      limit(joining);
      branch = joining;
      resource = naming.name(joining, own);
      return local;
    } catch (JMSException | RuntimeException e) {
      giveUp(); // the next attempt opens another
      throw e;
    }
  }

  /**
   * A session that has gone left branches that only the broker's own limit would end, long after
   * their transactions: their messages are given back now.
   */
  private void giveBack(XAResource broker) {
    for (SessionBranch left : leftBehind) {
      for (Xid branch : left.undecided()) { // asked now: it may have voted since
        try {
          broker.rollback(branch);
        } catch (XAException | RuntimeException e) { // it is over, or will be by the broker's limit
          LOG.log(Level.DEBUG, "a branch that was left behind", e);
        }
      }
    }
    leftBehind.clear();
  }

  /** Not every transaction manager tells a branch how long it may last. */
  private void limit(SessionBranch branch) throws JMSException {
    try {
      branch.setTransactionTimeout(life.seconds());
    } catch (XAException e) {
      throw BranchLife.untold(e);
    }
  }

  /**
   * A broken session is given up now, when the transaction manager needs it no more; so is one
   * whose branch it has left behind, as after an error that it was thrown out by. What it had
   * received comes again when the next session is opened, or when this worker rests or stops.
   */
  @Override
  public Optional<Exception> ended(Outcome end) {
    if (broken || (branch != null && !branch.undecided().isEmpty())) {
      giveUp();
    }
    return Optional.empty();
  }

  @Override
  public void broken() {
    broken = true;
  }

  /**
   * No session may follow for a long time, or ever: what was left behind is given back by one that
   * is opened for it. If the broker is not there, its own limit ends the branches, or the next
   * session.
   */
  @Override
  public void close() {
    giveUp();
    leftBehind.removeIf(left -> left.undecided().isEmpty());
    if (!leftBehind.isEmpty()) {
      try (XAConnection opened = factory.createXAConnection()) {
        giveBack(opened.createXASession().getXAResource());
      } catch (JMSException | RuntimeException e) {
        LOG.log(Level.DEBUG, "branches that were left behind", e);
      }
    }
  }

  private void giveUp() {
    XAConnection used = connection;
    connection = null;
    session = null;
    resource = null;
    broken = false;
    if (branch != null) {
      leftBehind.add(branch);
      branch = null;
    }
    if (used != null) {
      Closing.quietly(used);
    }
    packets.ifPresent(ReceivedPackets::close); // a pool may keep the session
    packets = Optional.empty();
  }
}
