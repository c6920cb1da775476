// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

import org.semel.ops.RecordsContract;

class PostgresRecordsTest extends RecordsContract {

  PostgresRecordsTest() {
    super(new PostgresOpsWorld());
  }
}
