// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

class InMemoryBacklogTest extends BacklogContract {

  InMemoryBacklogTest() {
    super(new FakeOpsWorld());
  }
}
