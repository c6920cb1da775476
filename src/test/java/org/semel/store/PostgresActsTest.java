// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

import org.semel.ops.ActsContract;

class PostgresActsTest extends ActsContract {

  PostgresActsTest() {
    super(new PostgresOpsWorld());
  }
}
