// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import org.semel.operations.BacklogContract;

class PostgresBacklogTest extends BacklogContract {

  PostgresBacklogTest() {
    super(new PostgresOpsWorld());
  }
}
