// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

import org.semel.ops.ParkedIntentsContract;

class PostgresParkedIntentsTest extends ParkedIntentsContract {

  PostgresParkedIntentsTest() {
    super(new PostgresOpsWorld());
  }
}
