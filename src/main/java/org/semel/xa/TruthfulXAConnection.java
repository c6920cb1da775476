// SPDX-License-Identifier: Apache-2.0
package org.semel.xa;

import java.sql.SQLException;
import java.util.Set;
import javax.sql.ConnectionEventListener;
import javax.transaction.xa.XAException;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;
import org.postgresql.xa.PGXAConnection;

/**
 * Tells the transaction manager the truth where the driver does not:
 *
 * <ul>
 *   <li>PostgreSQL answers {@code PREPARE TRANSACTION} in an aborted transaction with a quiet
 *       {@code ROLLBACK}. The driver reports the branch as prepared, so that a route which
 *       swallowed an SQL error loses its message: the broker's branch commits.
 *   <li>A backend that is terminated between prepare and commit (an administrator, a fast shutdown,
 *       a failover: SQLState 57P01) leaves its branch prepared. The driver answers {@code
 *       XAER_RMERR}, which means that the branch is finished with; the transaction manager gives it
 *       up. {@code XAER_RMFAIL} makes it try again.
 * </ul>
 *
 * @see <a href="https://github.com/pgjdbc/pgjdbc/issues/4438">pgjdbc issue 4438</a>
 * @see <a href="https://publications.opengroup.org/c193">X/Open XA, section 5: xa_prepare,
 *     xa_commit</a>
 */
final class TruthfulXAConnection extends PGXAConnection {

  /** Classes of SQLState that speak of the server or the way to it, not of the branch. */
  private static final Set<String> NOT_THE_BRANCH = Set.of("08", "53", "57", "58");

  private final BaseConnection physical;
  private final ConnectionPools pools;
  private final TimeLimit limit;

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
    rollBackIfFailed(xid);
    try {
      return super.prepare(xid);
    } catch (XAException e) {
      throw timely(e);
    }
  }

  private void rollBackIfFailed(Xid xid) throws XAException {
    if (physical.getTransactionState() == TransactionState.FAILED) {
      rollback(xid);
      throw exception(
          XAException.XA_RBROLLBACK,
          "a statement failed and the error was swallowed; the branch is rolled back");
    }
  }

  @Override
  public void start(Xid xid, int flags) throws XAException {
    try {
      super.start(xid, flags);
    } catch (XAException e) {
      throw truth(e);
    }
  }

  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    if (onePhase) {
      rollBackIfFailed(xid);
    }
    try {
      super.commit(xid, onePhase);
    } catch (XAException e) {
      throw onePhase ? timely(truth(e)) : truth(e);
    }
  }

  @Override
  public void rollback(Xid xid) throws XAException {
    try {
      super.rollback(xid);
    } catch (XAException e) {
      throw truth(e);
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

  @Override
  public Xid[] recover(int flag) throws XAException {
    try {
      return super.recover(flag);
    } catch (XAException e) {
      throw truth(e);
    }
  }

  /** A branch whose time is up is rolled back, whatever the driver makes of that. */
  private XAException timely(XAException told) {
    if (!limit.end()) {
      return told;
    }
    pools.tellIfClosed(); // nobody rolls back what is rolled back already
    return exception(XAException.XA_RBTIMEOUT, "its time is up");
  }

  private static XAException truth(XAException told) {
    if (told.errorCode != XAException.XAER_RMERR || !serverIsAway(told.getCause())) {
      return told;
    }
    XAException truth = new XAException(XAException.XAER_RMFAIL);
    truth.initCause(told);
    return truth;
  }

  private static boolean serverIsAway(@Nullable Throwable cause) {
    if (!(cause instanceof SQLException sql)) {
      return false;
    }
    String state = sql.getSQLState();
    return state != null && state.length() == 5 && NOT_THE_BRANCH.contains(state.substring(0, 2));
  }

  private static XAException exception(int code, String why) {
    XAException exception = new XAException(why);
    exception.errorCode = code;
    return exception;
  }
}
