// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

class InMemoryRecordsTest extends RecordsContract {

  InMemoryRecordsTest() {
    super(new FakeOpsWorld());
  }
}
