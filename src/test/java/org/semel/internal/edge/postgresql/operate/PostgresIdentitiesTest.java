// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import org.semel.operations.IdentitiesContract;

class PostgresIdentitiesTest extends IdentitiesContract {

  PostgresIdentitiesTest() {
    super(new PostgresOpsWorld());
  }
}
