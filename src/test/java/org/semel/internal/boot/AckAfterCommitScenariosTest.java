// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

/** The ten scenarios with protocol {@code ack-after-commit}. */
class AckAfterCommitScenariosTest extends ScenariosContract {

  @Override
  void protocol() {
    consumer("protocol", "ack-after-commit");
    consumer("connection-factory", SmallEstate.PLAIN);
  }
}
