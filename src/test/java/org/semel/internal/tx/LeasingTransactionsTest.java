// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.tx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.semel.Together;
import org.semel.fake.FakeTransactions;

/** What threads that lease the same rows make of too little memory. */
class LeasingTransactionsTest {

  private final FakeTransactions transactions = new FakeTransactions();
  private final LeasingTransactions leasing = new LeasingTransactions(transactions);
  private final AtomicInteger postponed = new AtomicInteger();

  @Test
  void whatIsLeasedWithEnoughMemoryLetsNothingWait() {
    assertThat(lease(() -> Decision.commit("leased")))
        .isEqualTo(new Completion.Committed<>("leased"));
    assertThat(postponed).hasValue(0);
  }

  @Test
  void whoeverLacksMemoryAgainLetsAnotherOneWait() {
    assertThat(lack().fault()).get().isInstanceOf(OutOfMemoryError.class);
    lack();
    assertThat(postponed).hasValue(2);
  }

  @Test
  void ofThoseThatLackMemoryAtOnceOneLetsTheLargestWait() {
    lackAtOnce(4);
    assertThat(postponed).hasValue(1);
  }

  @Test
  void whereThatDoesNotCommitTheNextOfThemDoesIt() {
    transactions.failNextCommit(new IllegalStateException("no connection"));
    lackAtOnce(2);
    assertThat(postponed).as("tried").hasValue(2);
  }

  /** Whose rows are locked, so that a smaller one would be taken for the largest. */
  @Test
  void theLargestIsNotLookedForWhileAnotherThreadLeases() throws Exception {
    CountDownLatch leases = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    CompletableFuture<Completion<String>> other =
        CompletableFuture.supplyAsync(() -> lease(() -> held(leases, release)));
    assertThat(leases.await(1, TimeUnit.MINUTES)).as("the other one leases").isTrue();
    Thread scarce = new Thread(this::lack);
    scarce.start();
    try {
      await("it waits").until(() -> scarce.getState() == Thread.State.WAITING);
      assertThat(postponed).hasValue(0);
    } finally {
      release.countDown();
    }
    assertThat(other.get(1, TimeUnit.MINUTES)).isEqualTo(new Completion.Committed<>("leased"));
    await("it goes on").until(() -> postponed.get() == 1);
  }

  private static Decision<String> held(CountDownLatch leases, CountDownLatch release)
      throws InterruptedException {
    leases.countDown();
    boolean released = release.await(1, TimeUnit.MINUTES);
    return Decision.commit(released ? "leased" : "nobody released it");
  }

  private void lackAtOnce(int threads) {
    CyclicBarrier all = new CyclicBarrier(threads);
    Together.call(
        threads,
        each ->
            lease(
                () -> {
                  all.await(1, TimeUnit.MINUTES);
                  throw new OutOfMemoryError("vast");
                }));
    assertThat(all.isBroken()).as("they waited in vain for each other").isFalse();
  }

  private Completion<String> lack() {
    return lease(
        () -> {
          throw new OutOfMemoryError("vast");
        });
  }

  private Completion<String> lease(Work<String> work) {
    return leasing.inNew(
        Duration.ofMinutes(1), work, () -> Decision.commit(postponed.incrementAndGet()));
  }
}
