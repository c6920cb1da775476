// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

class InMemoryPlansTest extends PlansContract {

  InMemoryPlansTest() {
    super(new FakeOpsWorld());
  }
}
