// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DeliveryThreadsTest {

  /** It is interrupted before it is counted, and may be the first to say so. */
  @Test
  void whoComesBackBeforeItIsCountedAsLostIsCountedRightInTheEnd() {
    DeliveryThreads threads = new DeliveryThreads(1, Thread::new);
    assertThat(threads.regained()).as("was exhausted").isFalse();
    assertThat(threads.lost()).as("nobody hangs").isFalse();
    assertThat(threads.lost()).as("one hangs").isFalse();
    assertThat(threads.lost()).as("two hang").isTrue();
    assertThat(threads.isExhausted()).isTrue();
  }

  @Test
  void threadsAreExhaustedWhenTwiceAsManyHangAsMayDeliverAndWhoComesBackMakesRoom() {
    DeliveryThreads threads = new DeliveryThreads(2, Thread::new);
    assertThat(threads.mostHung()).isEqualTo(4);
    for (int i = 0; i < 3; i++) {
      assertThat(threads.lost()).isFalse();
      assertThat(threads.isExhausted()).isFalse();
    }
    assertThat(threads.lost()).isTrue();
    assertThat(threads.isExhausted()).isTrue();
    assertThat(threads.lost()).as("no news").isFalse();
    assertThat(threads.regained()).as("no news").isFalse();
    assertThat(threads.isExhausted()).isTrue();
    assertThat(threads.regained()).isTrue();
    assertThat(threads.isExhausted()).isFalse();
    assertThat(threads.regained()).as("no news").isFalse();
  }

  @Test
  void whoHangsIsReplacedByAnotherThread() throws InterruptedException {
    DeliveryThreads threads = new DeliveryThreads(1, Thread::new);
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch second = new CountDownLatch(1);
    try {
      threads.execute(() -> RelayWorld.hang(release));
      threads.lost();
      threads.execute(second::countDown);
      assertThat(second.await(3, TimeUnit.MINUTES)).isTrue();
    } finally {
      threads.shutdownNow();
    }
    assertThat(release.getCount()).as("it was interrupted, not released").isEqualTo(1);
  }

  @Test
  void onceNobodyHangsThereAreNoMoreThreadsThanMayDeliver() {
    AtomicInteger made = new AtomicInteger();
    CountDownLatch release = new CountDownLatch(1);
    DeliveryThreads threads =
        new DeliveryThreads(
            1,
            work -> {
              made.incrementAndGet();
              return new Thread(work);
            });
    try {
      threads.lost();
      threads.regained();
      threads.execute(() -> RelayWorld.hang(release));
      threads.execute(() -> RelayWorld.hang(release));
      assertThat(made).hasValue(1);
      threads.shutdown();
      assertThatThrownBy(() -> threads.execute(release::countDown))
          .isInstanceOf(RejectedExecutionException.class);
    } finally {
      threads.shutdownNow();
    }
  }
}
