// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GateTest {

  private static final Duration FOR_LONG = Duration.ofHours(1);

  private final Gate gate = new Gate();
  private final LinkedBlockingQueue<Boolean> interrupted = new LinkedBlockingQueue<>();
  private final Thread worker = new Thread(this::pauseAndTell);
  private Runnable before = () -> {};

  @AfterEach
  void shut() {
    gate.shut();
  }

  @Test
  void aThreadThatWasInterruptedBeforePausesAllTheSame() throws InterruptedException {
    before = () -> Thread.currentThread().interrupt();
    worker.start();
    itPauses();
    gate.shut();
    assertThat(theFlag()).isTrue();
  }

  @Test
  void anInterruptDoesNotEndAPauseAndIsThereAfterIt() throws InterruptedException {
    worker.start();
    itPauses();
    worker.interrupt();
    itPauses();
    gate.shut();
    assertThat(theFlag()).isTrue();
  }

  @Test
  void aPauseEndsWhenItsTimeIsOver() {
    gate.pause(Duration.ofMillis(1));
    assertThat(gate.isShut()).isFalse();
  }

  @Test
  void itIsOpenOnceAllWhoHaveClosedItHaveOpenedIt() {
    gate.close(Gate.Closer.OPERATOR);
    gate.close(Gate.Closer.ROUTE);
    gate.close(Gate.Closer.ROUTE);
    gate.open(Gate.Closer.ROUTE);
    assertThat(gate.isOpen()).isFalse();
    gate.open(Gate.Closer.OPERATOR);
    assertThat(gate.isOpen()).isTrue();
    gate.shut();
    gate.open(Gate.Closer.OPERATOR);
    assertThat(gate.isOpen()).isFalse();
    assertThat(gate.isShut()).isTrue();
  }

  /** Closed between its look and its wait, it would keep what it holds for the whole pause. */
  @Test
  void whoWaitsHasReleasedWhatItHoldsWheneverTheGateWasClosed() throws InterruptedException {
    for (int i = 0; i < 500; i++) {
      Gate door = new Gate();
      CountDownLatch entered = new CountDownLatch(20 + i % 50);
      CountDownLatch released = new CountDownLatch(1);
      Thread busy =
          new Thread(
              () -> {
                while (door.enter(released::countDown)) {
                  entered.countDown();
                  door.leave();
                }
              });
      busy.start();
      assertThat(entered.await(3, TimeUnit.MINUTES)).as("it goes in and out").isTrue();
      door.close(Gate.Closer.OPERATOR);
      assertThat(released.await(3, TimeUnit.MINUTES)).as("it has released what it holds").isTrue();
      door.shut();
      busy.join();
    }
  }

  @Test
  void workBeginsWithoutAnInterruptThatCameBeforeIt() {
    try {
      Thread.currentThread().interrupt();
      assertThat(gate.enter()).isTrue();
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    } finally {
      Thread.interrupted();
    }
  }

  @Test
  void whoIsSentHomeHasTheInterruptAgain() {
    try {
      Thread.currentThread().interrupt();
      gate.enter();
      gate.leave();
      gate.shut();
      assertThat(gate.enter()).isFalse();
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      Thread.interrupted();
    }
  }

  @Test
  void whoWasNeverInterruptedGoesHomeWithoutAnInterrupt() {
    gate.enter();
    gate.leave();
    gate.shut();
    assertThat(gate.enter()).isFalse();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void anInterruptMakesAPauseNoLonger() {
    Thread.currentThread().interrupt();
    gate.pause(Duration.ofMillis(1));
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void itIsDrainedOnceNobodyIsInside() {
    assertThat(gate.isOpen()).isTrue();
    assertThat(gate.enter()).isTrue();
    assertThat(gate.drained(Duration.ofMillis(1))).isFalse();
    gate.leave();
    assertThat(gate.drained(Duration.ZERO)).isTrue();
    gate.close(Gate.Closer.ROUTE);
    assertThat(gate.isOpen()).isFalse();
  }

  @Test
  void whoWaitsForThatAndIsInterruptedWaitsNoMore() {
    gate.enter();
    Thread.currentThread().interrupt();
    assertThat(gate.drained(FOR_LONG)).isFalse();
    assertThat(Thread.interrupted()).isTrue();
  }

  private void pauseAndTell() {
    before.run();
    gate.pause(FOR_LONG);
    interrupted.add(Thread.currentThread().isInterrupted());
  }

  private boolean theFlag() throws InterruptedException {
    return interrupted.poll(1, TimeUnit.MINUTES);
  }

  /** The interrupt, if there was one, has been taken note of, and the thread waits. */
  private void itPauses() {
    await("the worker pauses, or its pause is over")
        .until(
            () ->
                worker.getState() == Thread.State.TERMINATED
                    || (worker.getState() == Thread.State.TIMED_WAITING
                        && !worker.isInterrupted()));
    assertThat(worker.getState()).as("it pauses").isEqualTo(Thread.State.TIMED_WAITING);
  }
}
