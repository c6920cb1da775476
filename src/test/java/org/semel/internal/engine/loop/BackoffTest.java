// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BackoffTest {

  private final Backoff backoff = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(2));

  @Test
  void waitsDoubleUpToTheLongestAndAreSpreadByHalf() {
    Random random = new Random(1);
    long[] nominal = {100, 200, 400, 800, 1600, 2000, 2000};
    for (int failures = 1; failures <= nominal.length; failures++) {
      for (int i = 0; i < 100; i++) {
        assertThat(backoff.after(failures, random).toMillis())
            .isBetween(nominal[failures - 1] / 2, nominal[failures - 1]);
      }
    }
  }

  @Test
  void withFullJitterAWaitLiesAnywhereBelowTheNominalOne() {
    Random random = new Random(1);
    long least = Long.MAX_VALUE;
    long most = 0;
    for (int i = 0; i < 1000; i++) {
      long wait = backoff.anywhere(3, random).toMillis();
      assertThat(wait).isBetween(0L, 400L);
      least = Math.min(least, wait);
      most = Math.max(most, wait);
    }
    assertThat(least).isLessThan(40);
    assertThat(most).isGreaterThan(360);
  }

  @Test
  void anyNumberOfFailuresGivesTheLongestWait() {
    assertThat(backoff.after(Integer.MAX_VALUE, new Random(1)).toMillis()).isBetween(1000L, 2000L);
  }

  @Test
  void aBackoffThatMakesNoSenseIsRefused() {
    assertThatThrownBy(() -> new Backoff(Duration.ZERO, Duration.ofSeconds(1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Backoff(Duration.ofSeconds(2), Duration.ofSeconds(1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
