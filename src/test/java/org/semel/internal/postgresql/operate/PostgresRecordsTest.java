// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql.operate;

import org.semel.operations.RecordsContract;

class PostgresRecordsTest extends RecordsContract {

  PostgresRecordsTest() {
    super(new PostgresOpsWorld());
  }
}
