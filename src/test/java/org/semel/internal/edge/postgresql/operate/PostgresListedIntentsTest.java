// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import org.semel.operations.ListedIntentsContract;

class PostgresListedIntentsTest extends ListedIntentsContract {

  PostgresListedIntentsTest() {
    super(new PostgresOpsWorld());
  }
}
