// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import org.semel.operations.ParkedActsContract;

class PostgresParkedActsTest extends ParkedActsContract {

  PostgresParkedActsTest() {
    super(new PostgresOpsWorld());
  }
}
