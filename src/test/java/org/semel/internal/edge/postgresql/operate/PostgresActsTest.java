// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import org.semel.operations.ActsContract;

class PostgresActsTest extends ActsContract {

  PostgresActsTest() {
    super(new PostgresOpsWorld());
  }
}
