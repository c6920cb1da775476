// SPDX-License-Identifier: Apache-2.0
package org.semel.small.liberty;

import jakarta.transaction.Synchronization;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import javax.sql.XAConnection;
import org.semel.small.Proxied;
import org.semel.xa.PostgresXADataSource;

/**
 * A data source as Liberty's: within a transaction all connections are one, which joins the
 * transaction at its first statement and not when it is handed out.
 */
public final class LazyDataSource {

  private static final Object KEY = LazyDataSource.class;

  private final LibertyRegistry registry;
  private final PostgresXADataSource real;

  private LazyDataSource(LibertyRegistry registry, PostgresXADataSource real) {
    this.registry = registry;
    this.real = real;
  }

  /** Over {@code real}, in the transactions of {@code manager}. */
  public static DataSource in(LibertyManager manager, PostgresXADataSource real) {
    LazyDataSource lazy = new LazyDataSource(new LibertyRegistry(manager), real);
    return Proxied.as(
        DataSource.class,
        (method, arguments) ->
            switch (method.getName()) {
              case "getConnection" -> lazy.handle();
              case "isWrapperFor" -> ((Class<?>) arguments[0]).isInstance(real);
              case "unwrap" -> ((Class<?>) arguments[0]).cast(real);
              default -> Proxied.call(real, method, arguments);
            });
  }

  private Connection handle() throws SQLException {
    if (registry.manager().getTransaction() == null) {
      return real.getConnection();
    }
    Held held = held();
    return Proxied.as(
        Connection.class,
        (method, arguments) -> {
          if (method.getName().equals("close")) {
            return null;
          }
          if (method.getName().matches("(create|prepare).*")) {
            held.join(registry.manager());
          }
          return Proxied.call(held.connection, method, arguments);
        });
  }

  private Held held() throws SQLException {
    if (registry.getResource(KEY) instanceof Held held) {
      return held;
    }
    Held held = new Held(real.getXAConnection());
    registry.putResource(KEY, held);
    return held;
  }

  /** The connection of one transaction. */
  private static final class Held {

    private final XAConnection physical;
    private final Connection connection;
    private boolean joined;

    Held(XAConnection physical) throws SQLException {
      this.physical = physical;
      this.connection = physical.getConnection();
    }

    void join(LibertyManager manager) throws Exception {
      if (!joined) {
        joined = true;
        int token = manager.registerResourceInfo("(jndiName=jdbc/semel)", "container");
        manager.enlist(physical.getXAResource(), token);
        manager
            .getTransaction()
            .registerSynchronization(
                new Synchronization() {
                  @Override
                  public void beforeCompletion() {}

                  @Override
                  public void afterCompletion(int status) {
                    close();
                  }
                });
      }
    }

    private void close() {
      try {
        physical.close();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
