// SPDX-License-Identifier: Apache-2.0
package org.semel.relay;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.semel.Backoff;
import org.semel.intent.Lease;
import org.semel.intent.Settled;
import org.semel.tx.Completion;
import org.semel.tx.Completion.Committed;
import org.semel.tx.Completion.RolledBack;
import org.semel.tx.Completion.Unknown;
import org.semel.tx.Decision;

/** A relay's loop from one start to its stop, on one thread. */
final class Rounds implements Runnable {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Backoff OUTAGE = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(10));

  private final DestinationPolicy policy;
  private final Relay.Depot depot;
  private final Couriers couriers;
  private final RelayListener listener;
  private final Bell bell;
  private final Valve valve;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean stopping;
  private int interruptions;

  Rounds(DestinationPolicy policy, Relay.Depot depot, Couriers couriers, RelayListener listener) {
    this.policy = policy;
    this.depot = depot;
    this.couriers = couriers;
    this.listener = listener;
    this.bell = depot.bells().of(policy.destination());
    this.valve = new Valve(policy.pace().rate(), depot.clock());
  }

  @Override
  public void run() {
    try {
      while (!stopping) {
        bell.await(guarded());
      }
      couriers.goHome(policy.pace().lease());
      guarded();
    } finally {
      ended.countDown();
    }
  }

  void stop() {
    stopping = true;
    bell.ring();
    try {
      ended.await(policy.pace().lease().plus(TIMEOUT).toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A relay that dies in silence would leave its intents lying. */
  private Duration guarded() {
    try {
      return round();
    } catch (RuntimeException | Error e) {
      return interrupted(e);
    }
  }

  /** Settles and leases once, and tells how long to sleep if nobody rings. */
  private Duration round() {
    List<Settled> back = couriers.back();
    int free = Math.min(couriers.free(), valve.open());
    if (back.isEmpty() && free <= 0) {
      return pause(false);
    }
    long now = System.nanoTime();
    Completion<Exchange> completion =
        depot.transactions().inNew(TIMEOUT, () -> exchange(back, free));
    if (completion instanceof RolledBack<Exchange> rolledBack) {
      return interrupted(rolledBack.cause());
    }
    if (completion instanceof Unknown<Exchange> unknown) {
      return interrupted(unknown.cause());
    }
    Exchange exchange =
        completion instanceof Committed<Exchange> committed ? committed.value() : Exchange.NOTHING;
    tell(back, exchange.lost());
    couriers.settled(back);
    couriers.take(exchange.leases(), now);
    valve.passed(exchange.leases().size());
    return pause(exchange.leases().size() == free && free > 0);
  }

  /**
   * How long to sleep.
   *
   * @param more whether there is more to lease than could be had
   */
  private Duration pause(boolean more) {
    Duration shut = valve.next();
    boolean waits = more ? couriers.free() <= 0 : shut.isZero();
    return waits || shut.compareTo(policy.pace().poll()) > 0 ? policy.pace().poll() : shut;
  }

  private Decision<Exchange> exchange(List<Settled> back, int free) {
    List<Settled> lost = back.isEmpty() ? List.of() : depot.queue().settle(back);
    List<Lease> leases = free <= 0 ? List.of() : lease(free);
    Exchange exchange = new Exchange(lost, leases);
    return back.isEmpty() && leases.isEmpty()
        ? Decision.discard(exchange)
        : Decision.commit(exchange);
  }

  private List<Lease> lease(int most) {
    Duration life = policy.pace().lease();
    return policy.dispatch().orderBy().isPresent()
        ? depot.queue().leaseInOrder(policy.destination(), most, life)
        : depot.queue().lease(policy.destination(), most, life);
  }

  private void tell(List<Settled> back, List<Settled> lost) {
    if (interruptions > 0) {
      interruptions = 0;
      listener.resumed(policy.destination());
    }
    Set<Settled> strayed = Set.copyOf(lost);
    for (Settled settled : back) {
      if (strayed.contains(settled)) {
        listener.leaseLost(policy.destination(), settled);
      } else {
        listener.settled(policy.destination(), settled);
      }
    }
  }

  private Duration interrupted(Throwable cause) {
    interruptions++;
    Duration pause = OUTAGE.after(interruptions, RandomGenerator.getDefault());
    listener.interrupted(policy.destination(), cause, pause);
    return pause;
  }

  /**
   * What one short transaction settled and leased.
   *
   * @param lost settlements that came too late
   * @param leases what is to be delivered
   */
  private record Exchange(List<Settled> lost, List<Lease> leases) {
    private static final Exchange NOTHING = new Exchange(List.of(), List.of());
  }
}
