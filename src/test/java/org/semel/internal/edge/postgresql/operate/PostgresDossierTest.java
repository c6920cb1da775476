// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import org.semel.operations.DossierContract;

class PostgresDossierTest extends DossierContract {

  PostgresDossierTest() {
    super(new PostgresOpsWorld());
  }
}
