// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

class InMemoryPlanActsTest extends PlanActsContract {

  InMemoryPlanActsTest() {
    super(new FakeOpsWorld());
  }
}
