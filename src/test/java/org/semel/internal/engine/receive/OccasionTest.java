// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** On which occasion a route runs, as it may ask. */
class OccasionTest {

  @Test
  void whereNobodySaysOtherwiseAMessageIsDelivered() {
    assertThat(Occasion.now()).isEqualTo(Occasion.DELIVERY);
  }

  @Test
  void anOccasionLastsForAsLongAsItsActAndThenTheOuterOneIsBack() {
    Occasion.REPLAY.during(
        () -> {
          assertThat(Occasion.now()).isEqualTo(Occasion.REPLAY);
          assertThat(Occasion.STORED.during(Occasion::now)).isEqualTo(Occasion.STORED);
          assertThat(Occasion.now()).isEqualTo(Occasion.REPLAY);
          return "";
        });
    assertThat(Occasion.now()).isEqualTo(Occasion.DELIVERY);
  }

  @Test
  void itIsOverThoughItsActFails() {
    assertThatThrownBy(
            () ->
                Occasion.RELEASE.during(
                    () -> {
                      throw new IllegalStateException("no");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(Occasion.now()).isEqualTo(Occasion.DELIVERY);
  }

  @Test
  void onlyAReplayRepeatsAnEffect() {
    assertThat(Occasion.values()).filteredOn(Occasion::isRepeat).containsExactly(Occasion.REPLAY);
  }

  @Test
  void routesSeeItsWord() {
    assertThat(Occasion.values())
        .extracting(Occasion::word)
        .containsExactly("delivery", "stored", "release", "replay");
  }
}
