// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

import org.semel.ops.KeptContract;

class PostgresKeptTest extends KeptContract {

  PostgresKeptTest() {
    super(new PostgresOpsWorld());
  }
}
