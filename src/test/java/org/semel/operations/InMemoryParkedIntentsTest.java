// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

class InMemoryParkedIntentsTest extends ParkedIntentsContract {

  InMemoryParkedIntentsTest() {
    super(new FakeOpsWorld());
  }
}
