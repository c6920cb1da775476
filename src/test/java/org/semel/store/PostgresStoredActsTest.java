// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

import org.semel.ops.StoredActsContract;

class PostgresStoredActsTest extends StoredActsContract {

  PostgresStoredActsTest() {
    super(new PostgresOpsWorld());
  }
}
