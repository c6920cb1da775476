// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

class InMemoryParkedActsTest extends ParkedActsContract {

  InMemoryParkedActsTest() {
    super(new FakeOpsWorld());
  }
}
