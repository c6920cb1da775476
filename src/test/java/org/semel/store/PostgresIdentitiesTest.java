// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

import org.semel.ops.IdentitiesContract;

class PostgresIdentitiesTest extends IdentitiesContract {

  PostgresIdentitiesTest() {
    super(new PostgresOpsWorld());
  }
}
