// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

class InMemoryKeptTest extends KeptContract {

  InMemoryKeptTest() {
    super(new FakeOpsWorld());
  }
}
