// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.receive;

/** The same where the receipt follows the database's transaction. */
class BatchThenAckTest extends BatchTest {

  @Override
  SmallWorld world() {
    return SmallWorld.local();
  }
}
