// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.relay;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.semel.internal.intent.Lease;
import org.semel.internal.intent.LeaseLimit;
import org.semel.internal.intent.SettledLease;
import org.semel.internal.loop.LoopResult;
import org.semel.internal.tx.Completion;
import org.semel.internal.tx.Decision;

/** Turns that settle and lease in short transactions, while couriers deliver outside them. */
final class LeasingRelay implements RelayLoop.Steps {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final DestinationPolicy policy;
  private final Relay.Depot depot;
  private final DeliveryPool couriers;
  private final RelayListener listener;
  private final RateLimiter valve;

  LeasingRelay(
      DestinationPolicy policy, Relay.Depot depot, DeliveryPool couriers, RelayListener listener) {
    this.policy = policy;
    this.depot = depot;
    this.couriers = couriers;
    this.listener = listener;
    this.valve = new RateLimiter(policy.pace().rate(), depot.clock());
  }

  @Override
  public void close() {
    couriers.close();
  }

  @Override
  public boolean hasEnded() {
    return couriers.isEmpty();
  }

  @Override
  public void abandon() {
    couriers.abandon();
  }

  /** Settles and leases once. */
  @Override
  public LoopResult run(boolean afterOutage) {
    List<SettledLease> back = couriers.back();
    List<HandedLease> aging = couriers.aging();
    int free = couriers.bytes() > 0 ? Math.min(couriers.free(), valve.open()) : 0;
    if (back.isEmpty() && aging.isEmpty() && free <= 0) {
      return pause(false);
    }
    long now = System.nanoTime();
    Completion<Exchange> completion =
        depot.transactions().inNew(TIMEOUT, () -> exchange(back, aging, free));
    Optional<Throwable> fault = completion.fault();
    if (fault.isPresent()) {
      return new LoopResult.Interrupted(fault.get());
    }
    Exchange exchange = completion.committed().orElse(Exchange.NOTHING);
    couriers.settled(back);
    aging.forEach(handed -> handed.renewed(now));
    couriers.take(exchange.leases(), now);
    valve.passed(exchange.leases().size());
    tell(back, exchange.lost());
    return free <= 0 && !back.isEmpty() // what was settled made room: look again
        ? new LoopResult.Done(Duration.ZERO)
        : pause(exchange.leases().size() == free && free > 0);
  }

  /**
   * How long to sleep.
   *
   * @param more whether there is more to lease than could be had
   */
  private LoopResult pause(boolean more) {
    Duration shut = valve.next();
    boolean waits = more ? couriers.free() <= 0 : shut.isZero();
    Duration rest = rest();
    return new LoopResult.Done(waits || shut.compareTo(rest) > 0 ? rest : shut);
  }

  /** What is in hand is looked at well before its lease, or its time, runs out. */
  private Duration rest() {
    Duration lease = policy.pace().lease();
    Duration timeout = policy.pace().deliveryTimeout();
    Duration watch = (lease.compareTo(timeout) < 0 ? lease : timeout).dividedBy(8);
    Duration poll = policy.pace().poll();
    return couriers.isIdle() || poll.compareTo(watch) < 0 ? poll : watch;
  }

  private Decision<Exchange> exchange(List<SettledLease> back, List<HandedLease> aging, int free) {
    List<SettledLease> lost = back.isEmpty() ? List.of() : depot.queue().settle(back);
    for (HandedLease handed : aging) { // if it has passed on, its settlement will be told so
      depot.queue().renew(handed.lease(), policy.pace().lease());
    }
    List<Lease> leases =
        free <= 0 ? List.of() : depot.lease(policy, new LeaseLimit(free, couriers.bytes()));
    Exchange exchange = new Exchange(lost, leases);
    return back.isEmpty() && aging.isEmpty() && leases.isEmpty()
        ? Decision.discard(exchange)
        : Decision.commit(exchange);
  }

  private void tell(List<SettledLease> back, List<SettledLease> lost) {
    Set<SettledLease> strayed = Set.copyOf(lost);
    for (SettledLease settled : back) {
      if (strayed.contains(settled)) {
        listener.leaseLost(policy.destination(), settled);
      } else {
        listener.settled(policy.destination(), settled);
      }
    }
  }

  /**
   * What one short transaction settled and leased.
   *
   * @param lost settlements that came too late
   * @param leases what is to be delivered
   */
  private record Exchange(List<SettledLease> lost, List<Lease> leases) {
    private static final Exchange NOTHING = new Exchange(List.of(), List.of());
  }
}
