// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

/** The same over long-lived sessions that we enlist ourselves. */
class OneDirectTransactionTest extends OneTransactionTest {

  @Override
  SmallWorld world() {
    return SmallWorld.direct();
  }
}
