// SPDX-License-Identifier: Apache-2.0
package org.semel.xa;

import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import javax.sql.ConnectionEvent;
import javax.sql.ConnectionEventListener;
import javax.sql.PooledConnection;
import org.postgresql.core.BaseConnection;

/** The pools that must drop a connection once its branch has timed out. */
final class ConnectionPools {

  private final PooledConnection lent;
  private final BaseConnection physical;
  private final Set<ConnectionEventListener> pools = new CopyOnWriteArraySet<>();

  ConnectionPools(PooledConnection lent, BaseConnection physical) {
    this.lent = lent;
    this.physical = physical;
  }

  void add(ConnectionEventListener pool) {
    pools.add(pool);
  }

  void remove(ConnectionEventListener pool) {
    pools.remove(pool);
  }

  void tellIfClosed() {
    if (isClosed()) {
      SQLException closed =
          new SQLException(
              "the connection is closed, and its branch with it", LateBegin.NO_CONNECTION);
      pools.forEach(pool -> pool.connectionErrorOccurred(new ConnectionEvent(lent, closed)));
    }
  }

  boolean isClosed() {
    try {
      return physical.isClosed();
    } catch (SQLException e) {
      throw new IllegalStateException("a connection cannot say whether it is closed", e);
    }
  }
}
