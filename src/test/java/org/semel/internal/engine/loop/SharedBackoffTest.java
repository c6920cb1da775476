// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.semel.Code;
import org.semel.SemelException;

class SharedBackoffTest implements OutageListener {

  private static final Duration FIRST = Duration.ofHours(1);
  private static final Duration MOST = Duration.ofHours(4);

  private final AtomicLong nanos = new AtomicLong();
  private final List<String> told = new ArrayList<>();
  private final List<Duration> pauses = new ArrayList<>();
  private final SharedBackoff shared =
      new SharedBackoff(new Backoff(FIRST, MOST), this, nanos::get);

  @Test
  void nobodyWaitsBeforeAnybodyHasFailed() {
    shared.await();
    shared.succeeded();
    assertThat(told).isEmpty();
  }

  @Test
  void onceOneHasFailedAllWaitUntilOneSucceeds() throws InterruptedException {
    shared.failed(new IllegalStateException("away"));
    Thread other = new Thread(shared::await);
    other.start();
    await("the other waits").until(() -> other.getState() == Thread.State.TIMED_WAITING);
    shared.succeeded();
    other.join();
    assertThat(told).containsExactly("away", "resumed");
  }

  @Test
  void nobodyWaitsLongerThanThePause() {
    shared.failed(new IllegalStateException("away"));
    nanos.addAndGet(FIRST.toNanos());
    shared.await();
    assertThat(told).containsExactly("away");
  }

  @Test
  void thoseThatFailInOneRoundPauseForOne() {
    shared.failed(new IllegalStateException("away"));
    nanos.addAndGet(1);
    shared.failed(new IllegalStateException("away for another, too"));
    assertThat(pauses.get(1)).isEqualTo(pauses.get(0).minusNanos(1));
  }

  @Test
  void eachRoundThatFailsPausesForLonger() {
    for (int round = 0; round < 4; round++) {
      shared.failed(new IllegalStateException("away"));
      nanos.addAndGet(MOST.toNanos());
    }
    assertThat(pauses.get(0)).isBetween(FIRST.dividedBy(2), FIRST);
    assertThat(pauses.get(1)).isBetween(FIRST, FIRST.multipliedBy(2));
    assertThat(pauses.get(3)).isBetween(MOST.dividedBy(2), MOST);
  }

  @Test
  void afterASuccessItBeginsAnew() {
    for (int round = 0; round < 3; round++) {
      shared.failed(new IllegalStateException("away"));
      nanos.addAndGet(MOST.toNanos());
    }
    shared.succeeded();
    shared.failed(new IllegalStateException("away again"));
    assertThat(pauses.get(3)).isLessThanOrEqualTo(FIRST);
    assertThat(told).containsExactly("away", "away", "away", "resumed", "away again");
  }

  /** Each refused login counts, and a user may be locked out for some of them. */
  @Test
  void whoseLoginIsRefusedWaitsAsLongAsAnybodyDoes() {
    shared.failed(new SemelException(Code.LOGIN_REFUSED, "unknown user"));
    assertThat(pauses).containsExactly(MOST);
  }

  @Override
  public void interrupted(Throwable cause, Duration pause) {
    told.add(String.valueOf(cause.getMessage()));
    pauses.add(pause);
  }

  @Override
  public void resumed() {
    told.add("resumed");
  }
}
