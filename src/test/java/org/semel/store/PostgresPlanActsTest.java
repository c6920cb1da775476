// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

import org.semel.ops.PlanActsContract;

class PostgresPlanActsTest extends PlanActsContract {

  PostgresPlanActsTest() {
    super(new PostgresOpsWorld());
  }
}
