// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import org.semel.operations.PauseActsContract;

class PostgresPauseActsTest extends PauseActsContract {

  PostgresPauseActsTest() {
    super(new PostgresOpsWorld());
  }
}
