// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.ConnectionBuilder;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.ShardingKeyBuilder;
import java.util.function.Supplier;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** The data source of an engine that may not have started yet. */
final class StartedDataSource implements DataSource {

  private final Supplier<DataSource> started;

  StartedDataSource(Supplier<DataSource> started) {
    this.started = started;
  }

  @Override
  public Connection getConnection() throws SQLException {
    return started.get().getConnection();
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return started.get().getConnection(user, password);
  }

  @Override
  public ConnectionBuilder createConnectionBuilder() throws SQLException {
    return started.get().createConnectionBuilder();
  }

  @Override
  public ShardingKeyBuilder createShardingKeyBuilder() throws SQLException {
    return started.get().createShardingKeyBuilder();
  }

  @Override
  public PrintWriter getLogWriter() throws SQLException {
    return started.get().getLogWriter();
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    started.get().setLogWriter(out);
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    started.get().setLoginTimeout(seconds);
  }

  @Override
  public int getLoginTimeout() throws SQLException {
    return started.get().getLoginTimeout();
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    return started.get().getParentLogger();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return type.isInstance(this) ? type.cast(this) : started.get().unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return type.isInstance(this) || started.get().isWrapperFor(type);
  }
}
