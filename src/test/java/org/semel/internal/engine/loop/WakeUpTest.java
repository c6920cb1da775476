// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WakeUpTest {

  private final WakeUp wakeUp = new WakeUp();
  private final LinkedBlockingQueue<Boolean> interrupted = new LinkedBlockingQueue<>();

  @Test
  void aThreadThatIsInterruptedSleepsUntilASignalAndKeepsTheInterrupt()
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
    wakeUp.signal();
    assertThat(interrupted.poll(1, TimeUnit.MINUTES)).isTrue();
  }

  private void sleepAndTell() {
    Thread.currentThread().interrupt();
    wakeUp.await(Duration.ofHours(1));
    interrupted.add(Thread.currentThread().isInterrupted());
  }

  @Test
  void aSignalEndsTheNextSleepAndOnlyThat() {
    wakeUp.signal();
    wakeUp.signal();
    wakeUp.await(Duration.ofHours(1));
    long before = System.nanoTime();
    wakeUp.await(Duration.ofMillis(20));
    assertThat(Duration.ofNanos(System.nanoTime() - before))
        .as("two signals are one, so that it slept")
        .isGreaterThanOrEqualTo(Duration.ofMillis(20));
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void aSignalWakesAllWhoSleepBesideIt() throws InterruptedException {
    LinkedBlockingQueue<Long> woken = new LinkedBlockingQueue<>();
    for (int i = 0; i < 2; i++) {
      new Thread(() -> woken.add(wakeUp.await(0, Duration.ofHours(1)))).start();
    }
    wakeUp.signal();
    assertThat(woken.poll(1, TimeUnit.MINUTES)).isEqualTo(1);
    assertThat(woken.poll(1, TimeUnit.MINUTES)).isEqualTo(1);
    assertThat(wakeUp.signals()).isEqualTo(1);
  }

  @Test
  void anInterruptMakesASleepNoLonger() {
    Thread.currentThread().interrupt();
    wakeUp.await(Duration.ofMillis(1));
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void whoHasLookedAtTheSignalsKeepsNobodyFromSignalling() {
    assertThat(wakeUp.signals()).isZero();
    assertThat(CompletableFuture.runAsync(wakeUp::signal)).succeedsWithin(Duration.ofMinutes(1));
    assertThat(wakeUp.signals()).isEqualTo(1);
  }
}
