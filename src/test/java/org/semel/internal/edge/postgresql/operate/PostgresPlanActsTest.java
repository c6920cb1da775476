// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import org.semel.operations.PlanActsContract;

class PostgresPlanActsTest extends PlanActsContract {

  PostgresPlanActsTest() {
    super(new PostgresOpsWorld());
  }
}
