// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.intent;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.semel.internal.engine.send.Lease;

/** One holder of a row: a relay may have two leases of one intent in hand, of which one holds. */
record Fence(UUID key, long token) {

  static Fence of(Lease lease) {
    return new Fence(lease.intent().key(), lease.token());
  }

  static Fence read(ResultSet row) throws SQLException {
    return new Fence(row.getObject("key", UUID.class), row.getLong("lease"));
  }
}
