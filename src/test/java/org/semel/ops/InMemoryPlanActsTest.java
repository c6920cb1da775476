// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

class InMemoryPlanActsTest extends PlanActsContract {

  InMemoryPlanActsTest() {
    super(new FakeOpsWorld());
  }
}
