// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

class InMemoryBacklogTest extends BacklogContract {

  InMemoryBacklogTest() {
    super(new FakeOpsWorld());
  }
}
