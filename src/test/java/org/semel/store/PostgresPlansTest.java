// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

import org.semel.ops.PlansContract;

class PostgresPlansTest extends PlansContract {

  PostgresPlansTest() {
    super(new PostgresOpsWorld());
  }
}
