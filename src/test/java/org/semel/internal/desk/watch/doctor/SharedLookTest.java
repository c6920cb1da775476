// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One look for all who ask at the same time, or a moment later. */
class SharedLookTest {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final AtomicInteger looks = new AtomicInteger();
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);

  @Test
  void whatWasSeenIsSharedUntilItIsTooOld() {
    SharedLook<Integer> shared =
        new SharedLook<>(looks::incrementAndGet, Duration.ofNanos(10), nanos::get);
    assertThat(shared.seen()).isEqualTo(1);
    nanos.addAndGet(9);
    assertThat(shared.seen()).isEqualTo(1);
    nanos.addAndGet(1);
    assertThat(shared.seen()).isEqualTo(2);
    assertThat(shared.seen()).isEqualTo(2);
  }

  @Test
  void aLookThatFailsIsSharedWithNobody() {
    SharedLook<Integer> shared = new SharedLook<>(this::failsOnce, PATIENCE, nanos::get);
    assertThatThrownBy(shared::seen).hasMessage("away");
    assertThat(shared.seen()).isEqualTo(2);
    assertThat(shared.seen()).isEqualTo(2);
  }

  private int failsOnce() {
    if (looks.incrementAndGet() == 1) {
      throw new IllegalStateException("away");
    }
    return looks.get();
  }

  @Test
  void whoeverAsksWhileSomebodyLooksHearsWhatTheySee() throws Exception {
    CountDownLatch goOn = new CountDownLatch(1);
    List<Thread> asking = new CopyOnWriteArrayList<>();
    SharedLook<Integer> shared =
        new SharedLook<>(
            () -> {
              awaitQuietly(goOn);
              return looks.incrementAndGet();
            },
            PATIENCE,
            nanos::get);
    List<CompletableFuture<Integer>> all =
        IntStream.range(0, 4).mapToObj(i -> asked(shared, asking)).toList();
    await("all of them wait, one for its look and the others for that one")
        .atMost(PATIENCE)
        .until(() -> asking.size() == 4 && asking.stream().allMatch(SharedLookTest::waits));
    goOn.countDown();
    for (CompletableFuture<Integer> each : all) {
      assertThat(each.get(3, TimeUnit.MINUTES)).isEqualTo(1);
    }
  }

  private static CompletableFuture<Integer> asked(SharedLook<Integer> shared, List<Thread> asking) {
    CompletableFuture<Integer> heard = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                heard.complete(shared.seen());
              } catch (RuntimeException e) {
                heard.completeExceptionally(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    asking.add(thread);
    return heard;
  }

  private static boolean waits(Thread thread) {
    return thread.getState() == Thread.State.TIMED_WAITING;
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      assertThat(latch.await(3, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
