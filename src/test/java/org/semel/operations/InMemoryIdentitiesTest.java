// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

class InMemoryIdentitiesTest extends IdentitiesContract {

  InMemoryIdentitiesTest() {
    super(new FakeOpsWorld());
  }
}
