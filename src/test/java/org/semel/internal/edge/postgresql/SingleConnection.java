// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.semel.estate.Postgres;

/** A source of one connection, which whoever uses it may not close. */
final class SingleConnection extends PGSimpleDataSource {

  private static final long serialVersionUID = 1L;

  private final transient Connection connection;

  private SingleConnection(Connection connection) {
    this.connection = connection;
  }

  /** Stands for {@code connection}. */
  static DataSource of(Connection connection) {
    return new SingleConnection(connection);
  }

  /** Opens one of the role of run time, outside any transaction manager, that commits when told. */
  static Connection open(Postgres postgres) throws SQLException {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(postgres.jdbcUrl());
    source.setUser(Postgres.ROLE);
    source.setPassword(Postgres.PASSWORD);
    Connection connection = source.getConnection();
    connection.setAutoCommit(false);
    return connection;
  }

  @Override
  public Connection getConnection() {
    return (Connection)
        Proxy.newProxyInstance(
            SingleConnection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              try {
                return method.getName().equals("close")
                    ? null
                    : method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
