// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import java.sql.SQLException;
import java.util.Optional;
import java.util.function.LongFunction;
import javax.sql.DataSource;
import org.semel.xa.PostgresXADataSource;

/**
 * The transactions that the database has refused to commit, as {@link PostgresXADataSource}
 * remembers them in the server. That is another class there than the application's of the same
 * name; what both know is an interface of Java's, by which the server's data source lets itself be
 * unwrapped.
 */
public final class DataSourceRefusals {

  private final DataSource dataSource;

  /** Of the server's {@code dataSource}. */
  public DataSourceRefusals(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /**
   * The refusal that the calling thread met, returned once; empty if there was none, if the
   * server's data source cannot be unwrapped, or if its jar is older than this. Takes no
   * connection. One thread at a time, as a server may keep without a lock what it has unwrapped.
   *
   * @param moment by {@link System#nanoTime}; an older refusal belongs to another transaction
   */
  public synchronized Optional<Exception> since(long moment) {
    try {
      return dataSource.isWrapperFor(LongFunction.class)
          ? read(dataSource.unwrap(LongFunction.class).apply(moment))
          : Optional.empty();
    } catch (SQLException | RuntimeException e) {
      return Optional.empty(); // the transaction's end stays as untold as it was
    }
  }

  private static Optional<Exception> read(Object answer) {
    return answer instanceof Optional<?> told
        ? told.filter(Exception.class::isInstance).map(Exception.class::cast)
        : Optional.empty();
  }
}
