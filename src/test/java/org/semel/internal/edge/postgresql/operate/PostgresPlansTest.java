// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import org.semel.operations.PlansContract;

class PostgresPlansTest extends PlansContract {

  PostgresPlansTest() {
    super(new PostgresOpsWorld());
  }
}
