// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

class InMemoryActsTest extends ActsContract {

  InMemoryActsTest() {
    super(new FakeOpsWorld());
  }
}
