// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

class InMemorySearchTest extends SearchContract {

  InMemorySearchTest() {
    super(new FakeOpsWorld());
  }
}
