// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

class InMemoryPauseActsTest extends PauseActsContract {

  InMemoryPauseActsTest() {
    super(new FakeOpsWorld());
  }
}
