// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

/** The same where the receipt follows the database's transaction. */
class BatchThenAckTest extends BatchTest {

  @Override
  SmallWorld world() {
    return SmallWorld.local();
  }
}
