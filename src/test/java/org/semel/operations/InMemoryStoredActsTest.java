// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

class InMemoryStoredActsTest extends StoredActsContract {

  InMemoryStoredActsTest() {
    super(new FakeOpsWorld());
  }
}
