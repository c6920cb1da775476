// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

class InMemoryIdentitiesTest extends IdentitiesContract {

  InMemoryIdentitiesTest() {
    super(new FakeOpsWorld());
  }
}
