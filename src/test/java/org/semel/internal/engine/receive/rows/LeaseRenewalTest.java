// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.loop.WakeUp;
import org.semel.internal.engine.receive.World;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.policy.BatchLimit;

class LeaseRenewalTest {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final StoredWorld world = new StoredWorld();

  /** Its worker has passed the gate by then, and drains for as long as it sleeps. */
  @Test
  void aStopThatComesJustBeforeItsSleepEndsIt() {
    assertThat(CompletableFuture.supplyAsync(() -> renew(Duration.ofHours(1))))
        .succeedsWithin(PATIENCE)
        .isInstanceOf(BatchResult.Idle.class);
  }

  @Test
  void whatIsInHandIsRenewedAndNothingElse() {
    world.store("in hand", "ended");
    world.held.begin(Duration.ofHours(1));
    world.held.take(
        world.lease().stream().filter(one -> one.identity().key().equals("in hand")).toList());
    List.of("in hand", "ended").forEach(key -> world.stored.expire(world.world.identity(key)));
    assertThat(renew(StoredWorld.LEASE)).isInstanceOf(BatchResult.Idle.class);
    assertThat(world.lease())
        .extracting(one -> one.identity().key())
        .as("whose lease has run out")
        .containsExactly("ended");
  }

  @Test
  void whereNothingIsInHandNothingIsBegun() {
    world.world.transactions.failNextCommit(new World.Passing());
    assertThat(renew(StoredWorld.LEASE)).isInstanceOf(BatchResult.Idle.class);
  }

  @Test
  void leasesThatCannotBeRenewedAreAnInterruption() {
    world.store("1");
    world.held.begin(Duration.ofHours(1));
    world.held.take(world.lease());
    World.Passing away = new World.Passing();
    world.world.transactions.failNextCommit(away);
    assertThat(renew(StoredWorld.LEASE)).isEqualTo(new BatchResult.TransientFault(away));
  }

  @Test
  void betweenTwoRenewalsItSleepsForAThirdOfALease() {
    long before = System.nanoTime();
    LeaseRenewal renewal = renewal(Duration.ofMillis(300), new WakeUp());
    assertThat(renewal.limit()).isEqualTo(new BatchLimit(1, 1));
    renewal.run(renewal.limit());
    assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(100_000_000L);
  }

  private BatchResult renew(Duration lease) {
    WakeUp stop = new WakeUp();
    stop.signal();
    LeaseRenewal renewal = renewal(lease, stop);
    return renewal.run(renewal.limit());
  }

  private LeaseRenewal renewal(Duration lease, WakeUp stop) {
    return new LeaseRenewal(
        world.stored, world.world.transactions, lease, List.of(world.held), stop);
  }
}
