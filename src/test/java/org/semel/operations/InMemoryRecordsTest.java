// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

class InMemoryRecordsTest extends RecordsContract {

  InMemoryRecordsTest() {
    super(new FakeOpsWorld());
  }
}
