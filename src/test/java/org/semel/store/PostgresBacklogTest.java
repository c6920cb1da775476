// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

import org.semel.ops.BacklogContract;

class PostgresBacklogTest extends BacklogContract {

  PostgresBacklogTest() {
    super(new PostgresOpsWorld());
  }
}
