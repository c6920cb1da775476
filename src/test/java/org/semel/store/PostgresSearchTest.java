// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

import org.semel.ops.SearchContract;

class PostgresSearchTest extends SearchContract {

  PostgresSearchTest() {
    super(new PostgresOpsWorld());
  }
}
