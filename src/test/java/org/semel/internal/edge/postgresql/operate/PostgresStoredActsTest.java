// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import org.semel.operations.StoredActsContract;

class PostgresStoredActsTest extends StoredActsContract {

  PostgresStoredActsTest() {
    super(new PostgresOpsWorld());
  }
}
