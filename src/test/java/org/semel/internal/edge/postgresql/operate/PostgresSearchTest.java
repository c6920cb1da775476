// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import org.semel.operations.SearchContract;

class PostgresSearchTest extends SearchContract {

  PostgresSearchTest() {
    super(new PostgresOpsWorld());
  }
}
