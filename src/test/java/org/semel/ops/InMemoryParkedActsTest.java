// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

class InMemoryParkedActsTest extends ParkedActsContract {

  InMemoryParkedActsTest() {
    super(new FakeOpsWorld());
  }
}
