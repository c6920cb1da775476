// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import io.agroal.api.AgroalDataSource;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;
import org.semel.explore.Strike.Side;
import org.semel.explore.Strike.Watch;
import org.semel.small.Proxied;
import org.semel.small.SmallServer;
import org.semel.xa.PostgresXADataSource;

/**
 * Semel's driver, one of whose calls as a resource is struck. Public because a pool makes it by its
 * name.
 */
public final class StruckDriver extends PostgresXADataSource {

  private static final long serialVersionUID = 1L;

  /** By the name of the application that connects. */
  private static final Map<String, Watch> WATCHES = new ConcurrentHashMap<>();

  private static final String SEVER =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = ?";

  private static final String OPEN =
      "SELECT count(*) FROM pg_stat_activity WHERE application_name = ?";

  /** For a pool. */
  public StruckDriver() {}

  /** A pool of the small server's database for one application. */
  static AgroalDataSource pool(SmallServer server, String application, Watch watch) {
    WATCHES.put(application, watch);
    try {
      return SmallServer.pool(
          server.postgres().jdbcUrl() + "?ApplicationName=" + application, StruckDriver.class);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The database ends all connections of an application, as when that has ended. */
  static void sever(Looks looks, String application) {
    do {
      looks.texts(SEVER, application);
    } while (looks.number(OPEN, application) > 0);
  }

  @Override
  public XAConnection getXAConnection(@Nullable String user, @Nullable String password)
      throws SQLException {
    XAConnection real = super.getXAConnection(user, password);
    Watch watch = WATCHES.get(String.valueOf(getApplicationName()));
    if (watch != null && watch.isDead()) {
      real.close();
      throw new SQLException("the process has ended", "08001");
    }
    return Proxied.as(
        XAConnection.class,
        (method, arguments) -> {
          Object answer = Proxied.call(real, method, arguments);
          return answer instanceof XAResource branch && watch != null
              ? new StruckBranch(branch, Side.DATABASE, watch)
              : answer;
        });
  }
}
