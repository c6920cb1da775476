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

/** Settles and leases in short transactions, while delivery threads send outside them. */
final class LeasingRelay implements RelayLoop.Steps {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final DestinationPolicy policy;
  private final DestinationQueue queue;
  private final DeliveryPool deliveries;
  private final RateLimiter rateLimit;
  private final RelayListener listener;

  LeasingRelay(
      DestinationQueue queue,
      DeliveryPool deliveries,
      RateLimiter rateLimit,
      RelayListener listener) {
    this.policy = queue.policy();
    this.queue = queue;
    this.deliveries = deliveries;
    this.rateLimit = rateLimit;
    this.listener = listener;
  }

  @Override
  public void close() {
    deliveries.close();
  }

  @Override
  public boolean hasEnded() {
    return deliveries.isEmpty();
  }

  @Override
  public void abandon() {
    deliveries.abandon();
  }

  @Override
  public LoopResult run(boolean afterOutage) {
    // In this order: what has begun is in one of these or has half of its lease left. Else, after a
    // long pause of the machine, this relay could lease its own intent as one that may have been
    // sent.
    List<ExpiringLease> aging = deliveries.aging();
    List<SettledLease> finished = deliveries.finished();
    int free = deliveries.bytes() > 0 ? Math.min(deliveries.free(), rateLimit.available()) : 0;
    if (finished.isEmpty() && aging.isEmpty() && free <= 0) {
      return pause(false);
    }
    long now = System.nanoTime();
    Completion<Exchange> completion = queue.inNew(TIMEOUT, () -> exchange(finished, aging, free));
    Optional<Throwable> fault = completion.fault();
    if (fault.isPresent()) {
      return new LoopResult.Interrupted(fault.get());
    }
    Exchange exchange = completion.committed().orElse(Exchange.NOTHING);
    deliveries.settled(finished);
    aging.forEach(held -> held.renewed(now));
    try {
      deliveries.take(exchange.leases(), now);
    } finally { // it may find no thread
      rateLimit.sent(exchange.leases().size());
      tell(finished, exchange.lost());
    }
    return free <= 0 && !finished.isEmpty() // settling made room: look again
        ? new LoopResult.Succeeded(Duration.ZERO)
        : pause(exchange.leases().size() == free && free > 0);
  }

  /**
   * How long to sleep.
   *
   * @param more whether there is more to lease than could be had
   */
  private LoopResult pause(boolean more) {
    Duration wait = rateLimit.next();
    boolean waits = more ? deliveries.free() <= 0 : wait.isZero();
    Duration rest = rest();
    return new LoopResult.Succeeded(waits || wait.compareTo(rest) > 0 ? rest : wait);
  }

  /** What is under way is looked at well before its lease, or its time-out, is over. */
  private Duration rest() {
    Duration lease = policy.throughput().lease();
    Duration timeout = policy.throughput().deliveryTimeout();
    Duration watch = (lease.compareTo(timeout) < 0 ? lease : timeout).dividedBy(8);
    Duration poll = policy.throughput().poll();
    return deliveries.isIdle() || poll.compareTo(watch) < 0 ? poll : watch;
  }

  private Decision<Exchange> exchange(
      List<SettledLease> finished, List<ExpiringLease> aging, int free) {
    List<SettledLease> lost = queue.settle(finished);
    for (ExpiringLease held : aging) { // if it has passed on, its settlement reports that
      queue.extend(held.lease());
    }
    List<Lease> leases =
        free <= 0 ? List.of() : queue.lease(new LeaseLimit(free, deliveries.bytes()));
    Exchange exchange = new Exchange(lost, leases);
    return finished.isEmpty() && aging.isEmpty() && leases.isEmpty()
        ? Decision.discard(exchange)
        : Decision.commit(exchange);
  }

  private void tell(List<SettledLease> finished, List<SettledLease> lost) {
    Set<SettledLease> late = Set.copyOf(lost);
    for (SettledLease settled : finished) {
      if (late.contains(settled)) {
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
