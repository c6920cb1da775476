// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

class InMemoryListedIntentsTest extends ListedIntentsContract {

  InMemoryListedIntentsTest() {
    super(new FakeOpsWorld());
  }
}
