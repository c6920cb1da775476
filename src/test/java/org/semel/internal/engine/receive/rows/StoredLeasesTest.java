// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.StoredPolicy;
import org.semel.internal.engine.tx.Completion;

/** How much a worker leases, and what is told of it. */
class StoredLeasesTest {

  private final StoredWorld world = new StoredWorld();
  private final AtomicLong now = new AtomicLong();
  private final RetryBudget budget = new RetryBudget(new StoredPolicy.Budget(20, 10), now::get);
  private final StoredLeases leases = world.leases(budget);

  @Test
  void whereNothingIsDueNothingIsWrittenAndAllRetriesAreGivenBack() {
    assertThat(lease(10)).isInstanceOf(Completion.Discarded.class);
    assertThat(budget.take(100)).isEqualTo(10);
  }

  @Test
  void halfOfWhatIsTakenMayBeRetriesRoundedUp() {
    retriesAndFresh(20, 20);
    assertThat(failures(taken(9))).as("4 fresh ones, and 5 retries").isEqualTo(5);
    assertThat(taken(9)).hasSize(9);
  }

  /** Or messages that have not failed would wait for ever behind those that have. */
  @Test
  void oneThatTakesASingleMessageMayTakeARetryAndAFreshOne() {
    retriesAndFresh(2, 2);
    assertThat(taken(1)).hasSize(2);
  }

  @Test
  void whatIsTriedForTheFirstTimeEarnsRetriesAndWhatIsTriedAgainSpendsThem() {
    retriesAndFresh(20, 100);
    taken(20);
    assertThat(budget.take(100)).as("10, of which all are spent, and 20 %% of 10").isEqualTo(2);
  }

  @Test
  void leasesThatFollowOneThatRanOutAreToldByTheirNumber() {
    world.store("1", "2", "3");
    world.lease();
    taken(10);
    assertThat(world.told).isEmpty();
    List.of("1", "2").forEach(key -> world.stored.expire(world.world.identity(key)));
    world.store("4");
    assertThat(taken(10)).hasSize(3);
    assertThat(world.told).containsExactly("reclaimed 2");
  }

  @Test
  void whatIsHeldIsRenewedFromTheMomentOfTheLease() {
    world.store("1");
    leases.held().take(taken(1));
    assertThat(leases.held().alive()).hasSize(1);
  }

  /** All due; those that failed before have done so once. */
  private void retriesAndFresh(int retries, int fresh) {
    String[] keys = IntStream.range(0, retries).mapToObj(i -> "r" + i).toArray(String[]::new);
    world.store(keys);
    world
        .lease()
        .forEach(
            one ->
                world.move(
                    one, new StageChange.RetryAfter(StoredWorld.LEASE, StoredWorld.failure())));
    List.of(keys).forEach(key -> world.stored.expire(world.world.identity(key)));
    world.store(IntStream.range(0, fresh).mapToObj(i -> "f" + i).toArray(String[]::new));
    now.addAndGet(TimeUnit.MILLISECONDS.toNanos(1));
  }

  private static long failures(List<LeasedMessage> leased) {
    return leased.stream().filter(one -> one.history().failures() > 0).count();
  }

  private List<LeasedMessage> taken(int messages) {
    return lease(messages).committed().orElse(List.of());
  }

  private Completion<List<LeasedMessage>> lease(int messages) {
    return leases.lease(new BatchLimit(messages, 1_000_000));
  }
}
