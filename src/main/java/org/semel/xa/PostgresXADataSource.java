// SPDX-License-Identifier: Apache-2.0
package org.semel.xa;

import java.io.Serial;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.LongFunction;
import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.BaseConnection;
import org.postgresql.xa.PGXADataSource;

/**
 * {@link PGXADataSource}, corrected where the driver (up to 42.7.13) misleads the transaction
 * manager; see {@link TruthfulXAConnection}. A branch that another thread than its own rolls back,
 * as transaction managers do at a time-out, takes its connection with it; the pool is told ({@link
 * javax.sql.ConnectionEventListener#connectionErrorOccurred}). A branch whose time is up ({@link
 * javax.transaction.xa.XAResource#setTransactionTimeout}) ends by itself, whatever statement runs
 * there; see {@link TimeLimit}. It also spares each transaction a round trip, as {@code BEGIN} goes
 * along with the first statement. Takes the same properties.
 *
 * <p>A transaction manager may keep to itself why a branch did not commit. Therefore this is also a
 * function, which an application can unwrap though the server has another class loader: from a
 * moment to what was refused since, see {@link #apply}.
 */
public class PostgresXADataSource extends PGXADataSource
    implements LongFunction<Optional<XAException>> {

  /**
   * SQLState of what is added ({@link Throwable#getSuppressed}) to the exception of a statement
   * under which this side has closed the connection. Of a class that SQL leaves to implementations
   * (ISO/IEC 9075-2, 24.1).
   */
  public static final String CUT_OFF = "SX001";

  /**
   * SQLState of what is added to the exception of a prepare, if PostgreSQL cannot prepare what the
   * transaction did, and can commit it in one phase: temporary objects, {@code NOTIFY}, a cursor
   * that is held, an exported snapshot, and the like.
   */
  public static final String UNPREPARABLE = "SX002";

  @Serial private static final long serialVersionUID = 1L;

  @Override
  public XAConnection getXAConnection() throws SQLException {
    return getXAConnection(getUser(), getPassword());
  }

  @Override
  public XAConnection getXAConnection(@Nullable String user, @Nullable String password)
      throws SQLException {
    return new TruthfulXAConnection((BaseConnection) getConnection(user, password));
  }

  /**
   * The last answer to the transaction manager on the calling thread when a branch of any such data
   * source was to prepare or to commit in one phase, and did not. It is given once.
   *
   * @param moment before the commit, by {@link System#nanoTime}
   * @return empty if nothing was refused since
   */
  @Override
  public Optional<XAException> apply(long moment) {
    return RefusedCommits.since(moment);
  }

  @Override
  public String getDescription() {
    return "XA data source of Semel over the PostgreSQL driver";
  }
}
