// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

class InMemoryDossierTest extends DossierContract {

  InMemoryDossierTest() {
    super(new FakeOpsWorld());
  }
}
