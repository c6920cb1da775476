// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

/** The ten scenarios with protocol {@code xa}. */
class XaScenariosTest extends ScenariosContract {

  @Override
  void protocol() {
    consumer("receive", "direct");
    consumer("connection-factory", SmallEstate.DIRECT);
  }
}
