// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WakeUpTest {

  private final WakeUp bell = new WakeUp();
  private final LinkedBlockingQueue<Boolean> interrupted = new LinkedBlockingQueue<>();

  @Test
  void aThreadThatIsInterruptedSleepsUntilTheBellRingsAndKeepsTheInterrupt()
      throws InterruptedException {
    Thread sleeper = new Thread(this::sleepAndTell);
    sleeper.start();
    await("it sleeps, or is awake already")
        .until(
            () ->
                sleeper.getState() == Thread.State.TERMINATED
                    || (sleeper.getState() == Thread.State.TIMED_WAITING
                        && !sleeper.isInterrupted()));
    assertThat(sleeper.getState()).as("it sleeps").isEqualTo(Thread.State.TIMED_WAITING);
    bell.ring();
    assertThat(interrupted.poll(1, TimeUnit.MINUTES)).isTrue();
  }

  private void sleepAndTell() {
    Thread.currentThread().interrupt();
    bell.await(Duration.ofHours(1));
    interrupted.add(Thread.currentThread().isInterrupted());
  }

  @Test
  void aBellThatHasRungEndsTheNextSleepAndOnlyThat() {
    bell.ring();
    bell.ring();
    bell.await(Duration.ofHours(1));
    long before = System.nanoTime();
    bell.await(Duration.ofMillis(20));
    assertThat(Duration.ofNanos(System.nanoTime() - before))
        .as("two rings are one, so that it slept")
        .isGreaterThanOrEqualTo(Duration.ofMillis(20));
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }
}
