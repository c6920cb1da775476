// SPDX-License-Identifier: Apache-2.0
package org.semel.xa;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;

/**
 * The physical connection as the driver's XA code sees it. That sends {@code BEGIN} by itself when
 * a branch starts, which is a round trip for each transaction; here it goes along with the first
 * statement of the branch, as it does outside XA, and a branch without statements asks the database
 * nothing unless it is prepared.
 *
 * <p>A transaction manager rolls back what takes too long from a thread of its own, while the
 * thread of the transaction goes on. Had the connection its autocommit back by then, the next
 * statement of that thread would commit by itself: a claim without its effect, which is a lost
 * message. Therefore a branch that another thread than its own rolls back takes the connection with
 * it, and nothing commits there any more.
 */
final class LateBegin implements InvocationHandler {

  private static final String PREPARE = "PREPARE TRANSACTION";
  static final String NO_CONNECTION = "08003";

  private final BaseConnection physical;
  private final TimeLimit limit = new TimeLimit(this::timeIsUp);
  private volatile boolean switchedOff;
  private volatile boolean givenUp;
  private volatile long worker;

  LateBegin(BaseConnection physical) {
    this.physical = physical;
  }

  BaseConnection connection() {
    return (BaseConnection)
        Proxy.newProxyInstance(
            LateBegin.class.getClassLoader(), new Class<?>[] {BaseConnection.class}, this);
  }

  TimeLimit limit() {
    return limit;
  }

  /** Whether this side has closed the connection, or is about to. */
  boolean isGivenUp() {
    return givenUp;
  }

  @Override
  public @Nullable Object invoke(
      Object proxy, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    if (arguments != null && method.getName().equals("execSQLUpdate")) {
      update(String.valueOf(arguments[0]));
      return null;
    }
    if (method.getName().equals("abort")) {
      giveUp();
      return null;
    }
    if (method.getName().equals("rollback") && arguments == null && inAnothersHands()) {
      physical.cancelQuery();
    }
    try {
      return method.invoke(physical, arguments);
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }

  private void update(String sql) throws SQLException {
    if (sql.equals("BEGIN")) {
      begin();
    } else if (sql.equals("ROLLBACK") && (limit.end() || isNotItsWorker())) {
      giveUp();
    } else {
      requireTime(sql);
      complete(sql);
    }
  }

  /**
   * Demands that the branch's time is not up. A branch that is prepared already has no limit. The
   * alarm may still be about to close the connection.
   */
  private void requireTime(String sql) throws SQLException {
    if ((sql.equals("COMMIT") || sql.startsWith(PREPARE)) && limit.end()) {
      giveUp();
      throw new SQLException("the time of the branch is up; it is rolled back", NO_CONNECTION);
    }
  }

  /**
   * A pool that closes a connection in use rolls it back before. That is no fault of the statement
   * that runs, which learns it by being cancelled.
   */
  private boolean inAnothersHands() {
    return switchedOff && isNotItsWorker();
  }

  private boolean isNotItsWorker() {
    return worker != Thread.currentThread().getId();
  }

  /**
   * Waits for no statement, which may itself wait for a lock of a transaction that the caller rolls
   * back next. The socket goes first, so that no further statement is sent. The database does not
   * see that while a statement runs: the cancellation, on a socket of its own, ends that. The
   * database rolls back and lets go of the locks when it finds the connection gone.
   *
   * @see <a href="https://www.postgresql.org/docs/current/protocol-flow.html">Canceling Requests in
   *     Progress</a>
   */
  private void giveUp() throws SQLException {
    givenUp = true;
    physical.abort(Runnable::run);
    physical.getQueryExecutor().sendQueryCancel();
  }

  private void timeIsUp() {
    try {
      giveUp();
    } catch (SQLException e) {
      throw new IllegalStateException("a branch whose time is up cannot be ended", e);
    }
  }

  private void complete(String sql) throws SQLException {
    try {
      end(sql);
    } finally {
      restore();
    }
  }

  /**
   * The driver sends {@code BEGIN} with the next statement of a connection that does not commit.
   */
  private void begin() throws SQLException {
    worker = Thread.currentThread().getId();
    if (physical.getAutoCommit()) {
      physical.setAutoCommit(false);
      switchedOff = true;
    }
    limit.begin();
  }

  private void end(String sql) throws SQLException {
    boolean unbegun = physical.getTransactionState() == TransactionState.IDLE;
    if (unbegun && (sql.equals("ROLLBACK") || sql.equals("COMMIT"))) {
      return;
    }
    if (unbegun && sql.startsWith(PREPARE)) {
      physical.execSQLUpdate("BEGIN");
    }
    physical.execSQLUpdate(sql);
  }

  /** Not within a transaction, which would be committed by that. */
  private void restore() throws SQLException {
    if (switchedOff
        && !physical.isClosed()
        && physical.getTransactionState() == TransactionState.IDLE) {
      physical.setAutoCommit(true);
      switchedOff = false;
    }
  }
}
