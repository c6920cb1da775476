// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql.operate;

import org.semel.operations.ParkedIntentsContract;

class PostgresParkedIntentsTest extends ParkedIntentsContract {

  PostgresParkedIntentsTest() {
    super(new PostgresOpsWorld());
  }
}
