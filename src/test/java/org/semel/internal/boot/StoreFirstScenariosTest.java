// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The ten scenarios with protocol {@code store-first}. */
class StoreFirstScenariosTest extends ScenariosContract {

  @Override
  void protocol() {
    consumer("protocol", "store-first");
    consumer("connection-factory", SmallEstate.PLAIN);
    consumer("lease", "30s"); // a lost connection may take its lease along
  }

  /**
   * Does not apply: what is stored first records its intents later, when nobody suppresses them any
   * more, so that such a policy does not start.
   */
  @Test
  @Override
  void replayWithoutIntentsExternalEffectsSuppressed() {
    consumer("replay", "without-intents");
    assertThatThrownBy(this::start)
        .hasMessageContaining("must be allowed or forbidden with protocol=store-first");
  }
}
