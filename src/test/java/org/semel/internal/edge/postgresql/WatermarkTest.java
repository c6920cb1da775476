// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WatermarkTest {

  private final AtomicLong nanos = new AtomicLong();
  private final Watermark mark = new Watermark(nanos::get);

  @Test
  void whereNothingIsKnownALookBeginsAtTheBeginning() {
    look(Duration.ofSeconds(1));
    assertThat(mark.look().isWhole()).isTrue();
  }

  @Test
  void whatCostsNothingIsLookedAtAsAWholeEachTime() {
    mark.reached(Instant.now());
    for (int i = 0; i < 10; i++) {
      assertThat(look(Duration.ZERO).isWhole()).isTrue();
    }
  }

  @Test
  void aDearLookIsRepeatedAfterFiftyTimesWhatItTook() {
    mark.reached(Instant.now());
    assertThat(look(Duration.ofSeconds(1)).isWhole()).isTrue();
    pass(Duration.ofSeconds(49));
    assertThat(mark.look().isWhole()).isFalse();
    pass(Duration.ofSeconds(1));
    assertThat(mark.look().isWhole()).isTrue();
  }

  @Test
  void whoCannotLookFromTheBeginningGoesBackAsFarAsIsCheap() {
    mark.reached(Instant.now());
    assertThat(look(Duration.ofSeconds(1)).step()).isEqualTo(3);
    assertThat(look(Duration.ofSeconds(1)).step()).isEqualTo(2);
    assertThat(look(Duration.ofSeconds(1)).step()).isEqualTo(1);
    assertThat(look(Duration.ofSeconds(1)).step()).isZero();
    assertThat(look(Duration.ofSeconds(1)).step()).isZero();
  }

  @Test
  void howeverDearALookFromTheBeginningIsMadeEveryFiveMinutes() {
    mark.reached(Instant.now());
    look(Duration.ofHours(1));
    pass(Duration.ofMinutes(5).minusNanos(1));
    assertThat(mark.look().isWhole()).isFalse();
    pass(Duration.ofNanos(1));
    assertThat(mark.look().isWhole()).isTrue();
  }

  private Watermark.Look look(Duration took) {
    Watermark.Look look = mark.look();
    pass(took);
    mark.ended(look);
    return look;
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }
}
