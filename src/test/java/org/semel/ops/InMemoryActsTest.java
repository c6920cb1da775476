// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

class InMemoryActsTest extends ActsContract {

  InMemoryActsTest() {
    super(new FakeOpsWorld());
  }
}
