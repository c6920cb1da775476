// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

import org.semel.ops.ParkedActsContract;

class PostgresParkedActsTest extends ParkedActsContract {

  PostgresParkedActsTest() {
    super(new PostgresOpsWorld());
  }
}
