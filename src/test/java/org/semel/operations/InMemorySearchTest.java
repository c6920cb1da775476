// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

class InMemorySearchTest extends SearchContract {

  InMemorySearchTest() {
    super(new FakeOpsWorld());
  }
}
