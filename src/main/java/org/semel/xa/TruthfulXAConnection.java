// SPDX-License-Identifier: Apache-2.0
package org.semel.xa;

import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.ConnectionEventListener;
import javax.transaction.xa.XAException;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLState;
import org.postgresql.util.ServerErrorMessage;
import org.postgresql.xa.PGXAConnection;

/**
 * Tells the transaction manager the truth where the driver does not:
 *
 * <ul>
 *   <li>PostgreSQL answers {@code PREPARE TRANSACTION} in an aborted transaction with a quiet
 *       {@code ROLLBACK}. The driver reports the branch as prepared, so that a route which
 *       swallowed an SQL error loses its message: the broker's branch commits.
 *   <li>What PostgreSQL answers with an error, when a branch is to prepare or to commit in one
 *       phase, it has rolled back. The driver says so of class 23 only, and of all else that the
 *       server has failed: with one branch, the outcome is unknown then, and waits for a person.
 *       Nor does it free the connection, which takes no other branch.
 *   <li>A prepared branch stays prepared whatever PostgreSQL answers, unless it is that there is
 *       none: a backend that is terminated (57P01: an administrator, a fast shutdown, a failover),
 *       a standby (25006), another session that is at it (55000), a right that is missing. The
 *       driver answers {@code XAER_RMERR}, which means that the branch is finished with; the
 *       transaction manager gives it up. {@code XAER_RMFAIL} makes it try again.
 *   <li>A database in recovery shows no prepared transaction, though they are all back when it is
 *       promoted. The driver passes that on, and the transaction manager drops its decisions.
 * </ul>
 *
 * @see <a href="https://github.com/pgjdbc/pgjdbc/issues/4438">pgjdbc issue 4438</a>
 * @see <a href="https://publications.opengroup.org/c193">X/Open XA, section 5: xa_prepare,
 *     xa_commit</a>
 */
final class TruthfulXAConnection extends PGXAConnection {

  /** The server's routine behind {@code RAISE}. */
  private static final String RAISED = "exec_stmt_raise";

  private static final String NO_SUCH_BRANCH = "42704";

  /** A party between here and the server that says so does not know what the server did. */
  private static final String CONNECTION_EXCEPTION = "08";

  private final BaseConnection physical;
  private final ConnectionPools pools;
  private final TimeLimit limit;
  private @Nullable Xid undone;

  TruthfulXAConnection(BaseConnection physical) throws SQLException {
    this(physical, new LateBegin(physical));
  }

  private TruthfulXAConnection(BaseConnection physical, LateBegin begin) throws SQLException {
    super(begin.connection());
    this.physical = physical;
    this.limit = begin.limit();
    this.pools = new ConnectionPools(this, physical);
    super.addConnectionEventListener(new CutOff(begin));
  }

  /**
   * Takes the time of the next branch; none with zero, as a {@link TimeLimit} has it. A negative
   * one is not taken.
   */
  @Override
  public boolean setTransactionTimeout(int seconds) {
    if (seconds >= 0) {
      limit.set(seconds);
    }
    return seconds >= 0;
  }

  @Override
  public int getTransactionTimeout() {
    return limit.seconds();
  }

  @Override
  public int prepare(Xid xid) throws XAException {
    try {
      return prepared(xid);
    } catch (XAException e) {
      throw RefusedCommits.noted(e);
    }
  }

  private int prepared(Xid xid) throws XAException {
    rollBackIfFailed(xid);
    try {
      return super.prepare(xid);
    } catch (XAException e) {
      throw marked(unprepared(xid, e));
    }
  }

  private void rollBackIfFailed(Xid xid) throws XAException {
    if (physical.getTransactionState() == TransactionState.FAILED) {
      SQLException swallowed = whatFailed();
      undo(xid);
      throw because(
          exception(
              XAException.XA_RBROLLBACK,
              "a statement failed and the error was swallowed; the branch is rolled back"),
          swallowed);
    }
  }

  /** Every statement fails now; the driver says because of which error. */
  private SQLException whatFailed() {
    try (ResultSet none = physical.execSQLQuery("SELECT 1")) {
      return new SQLException("the transaction is broken, and " + none + " was read");
    } catch (SQLException e) {
      return e;
    }
  }

  @Override
  public void start(Xid xid, int flags) throws XAException {
    undone = null;
    try {
      super.start(xid, flags);
    } catch (XAException e) {
      throw unended(e);
    }
  }

  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    if (!onePhase) {
      commitPrepared(xid);
      return;
    }
    try {
      commitInOnePhase(xid);
    } catch (XAException e) {
      throw RefusedCommits.noted(e);
    }
  }

  private void commitInOnePhase(Xid xid) throws XAException {
    rollBackIfFailed(xid);
    try {
      super.commit(xid, true);
    } catch (XAException e) {
      throw unprepared(xid, e);
    }
  }

  private void commitPrepared(Xid xid) throws XAException {
    try {
      super.commit(xid, false);
    } catch (XAException e) {
      throw unended(e);
    }
  }

  /**
   * Rolls the branch back. The driver holds it until then, and not every transaction manager rolls
   * it back.
   */
  private void undo(Xid xid) throws XAException {
    rollback(xid);
    undone = xid;
  }

  @Override
  public void rollback(Xid xid) throws XAException {
    if (xid.equals(undone)) {
      return;
    }
    try {
      super.rollback(xid);
    } catch (XAException e) {
      throw unended(e);
    } finally {
      pools.tellIfClosed();
    }
  }

  @Override
  public void addConnectionEventListener(ConnectionEventListener pool) {
    super.addConnectionEventListener(pool);
    pools.add(pool);
  }

  @Override
  public void removeConnectionEventListener(ConnectionEventListener pool) {
    super.removeConnectionEventListener(pool);
    pools.remove(pool);
  }

  /** Of a database in recovery a scan finds out nothing; it looks once. */
  @Override
  public Xid[] recover(int flag) throws XAException {
    try {
      if ((flag & TMSTARTRSCAN) != 0) {
        requireNoRecovery();
      }
      return super.recover(flag);
    } catch (XAException e) {
      throw unended(e);
    }
  }

  private void requireNoRecovery() throws XAException {
    try (ResultSet answer = physical.execSQLQuery("SELECT pg_is_in_recovery()")) {
      if (answer.next() && answer.getBoolean(1)) {
        throw exception(
            XAException.XAER_RMFAIL,
            "the database is in recovery, as a standby is, and does not show what is prepared");
      }
    } catch (SQLException e) {
      throw because(exception(XAException.XAER_RMFAIL, "the database does not answer"), e);
    }
  }

  /**
   * The exception for a branch that is neither prepared nor committed. If its time is up, it says
   * so.
   */
  private XAException unprepared(Xid xid, XAException told) throws XAException {
    if (limit.end()) {
      pools.tellIfClosed(); // no one rolls back what is rolled back already
      return because(exception(XAException.XA_RBTIMEOUT, "its time is up"), told);
    }
    if (!(told.getCause() instanceof SQLException answer) || !isOver()) {
      return told;
    }
    undo(xid);
    String state = String.valueOf(answer.getSQLState());
    return state.startsWith(CONNECTION_EXCEPTION)
        ? told
        : because(exception(rolledBack(state), String.valueOf(answer.getMessage())), told);
  }

  /** The server has answered, and has no work of the branch any more that it could keep. */
  private boolean isOver() {
    return !pools.isClosed() && physical.getTransactionState() != TransactionState.OPEN;
  }

  /**
   * {@code XA_RBTRANSIENT} is left out: at a prepare not every transaction manager knows it, and
   * takes it for a hazard.
   */
  private static int rolledBack(String state) {
    if (state.startsWith("23")) {
      return XAException.XA_RBINTEGRITY;
    }
    return state.equals("40P01") ? XAException.XA_RBDEADLOCK : XAException.XA_RBOTHER;
  }

  /** Not what a trigger says so, in words of its own: that would say it again. */
  private static XAException marked(XAException refused) {
    if (refused.getCause() != null
        && refused.getCause().getCause() instanceof PSQLException answer
        && PSQLState.NOT_IMPLEMENTED.getState().equals(answer.getSQLState())
        && !isRaised(answer.getServerErrorMessage())) {
      refused.addSuppressed(
          new SQLException(
              "PostgreSQL can commit that, and cannot prepare it",
              PostgresXADataSource.UNPREPARABLE));
    }
    return refused;
  }

  private static boolean isRaised(@Nullable ServerErrorMessage answer) {
    return answer == null || RAISED.equals(answer.getRoutine());
  }

  private static XAException unended(XAException told) {
    return told.errorCode == XAException.XAER_RMERR
            && told.getCause() instanceof SQLException answer
            && !NO_SUCH_BRANCH.equals(answer.getSQLState())
        ? because(exception(XAException.XAER_RMFAIL, String.valueOf(told.getMessage())), told)
        : told;
  }

  private static XAException exception(int code, String why) {
    XAException exception = new XAException(why);
    exception.errorCode = code;
    return exception;
  }

  private static XAException because(XAException exception, Exception cause) {
    exception.initCause(cause);
    return exception;
  }
}
