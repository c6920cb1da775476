// SPDX-License-Identifier: Apache-2.0
package org.semel.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.semel.fake.FakeTransactions;
import org.semel.fake.InMemoryIntents;
import org.semel.intent.Destination;
import org.semel.intent.Intent;
import org.semel.intent.Lease;
import org.semel.intent.Lease.Trace;
import org.semel.intent.Settled;
import org.semel.intent.Settlement;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;

/** What couriers do with the leases that they are handed. */
class CouriersTest {

  private static final DestinationPolicy POLICY = RelayWorld.policy("mail");
  private static final Lease LEASE =
      new Lease(
          new Intent(
              new Identity("c", "1"),
              new Intent.Address(new Destination("mail"), 0),
              Headers.none(),
              Body.none()),
          1,
          new Lease.History(0, Trace.NONE, Duration.ZERO));
  private static final Settled GIVEN_BACK = new Settled(LEASE, new Settlement.Released());

  private final AtomicInteger sent = new AtomicInteger();

  @Test
  void underALeaseOfWhichHalfIsOverNothingIsSent() {
    Couriers couriers = couriers(Thread::new);
    couriers.take(List.of(LEASE), System.nanoTime() - POLICY.pace().lease().dividedBy(2).toNanos());
    await("a courier had it in hand").until(couriers::isIdle);
    couriers.close();
    assertThat(couriers.back()).containsExactly(GIVEN_BACK);
    assertThat(sent).hasValue(0);
  }

  @Test
  void underAFreshLeaseItIs() {
    Couriers couriers = couriers(Thread::new);
    couriers.take(List.of(LEASE), System.nanoTime());
    await().until(couriers::isIdle);
    couriers.close();
    assertThat(couriers.back()).containsExactly(new Settled(LEASE, new Settlement.Delivered()));
    assertThat(sent).hasValue(1);
  }

  @Test
  void whatFindsNoThreadIsGivenBack() {
    Couriers couriers =
        couriers(
            work -> {
              throw new IllegalStateException("the server gives none");
            });
    long old = System.nanoTime() - POLICY.pace().lease().toNanos();
    assertThatThrownBy(() -> couriers.take(List.of(LEASE, LEASE), old))
        .hasMessage("the server gives none");
    assertThat(couriers.back()).containsExactly(GIVEN_BACK, GIVEN_BACK);
    couriers.settled(couriers.back());
    assertThat(couriers.isEmpty()).as("nothing is taken for in hand for ever").isTrue();
  }

  private Couriers couriers(ThreadFactory threads) {
    FakeTransactions transactions = new FakeTransactions();
    Relay.Depot depot =
        new Relay.Depot(new InMemoryIntents(transactions), transactions, threads, new Bells());
    Provider provider =
        lease -> {
          sent.incrementAndGet();
          return new Delivery.Accepted();
        };
    Errand errand =
        new Errand(
            provider,
            new Verdicts(POLICY, () -> false, new Random(1)),
            new Circuit(POLICY.endurance().breaker(), depot.clock()),
            RelayListener.NONE,
            lease -> true);
    return new Couriers(POLICY, depot, errand, new Bell(), RelayListener.NONE);
  }
}
