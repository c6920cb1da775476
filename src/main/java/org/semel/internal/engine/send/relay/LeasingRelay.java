// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.semel.internal.engine.loop.LoopResult;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.LeaseLimit;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.relay.DeliveryPool.ExpiringLease;
import org.semel.internal.engine.tx.Decision;

/** Settles and leases in short transactions, while delivery threads send outside them. */
final class LeasingRelay implements RelayLoop.Steps {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Others hold most rows for a moment only: another relay's look locks what it finds leased. */
  private static final Duration MOMENT = Duration.ofMillis(50);

  private final DestinationPolicy policy;
  private final DestinationQueue queue;
  private final DestinationChannel channel;
  private final DeliveryPool deliveries;
  private final RateLimiter rateLimit;
  private final Runnable proof;

  /**
   * The number of intents that could not be settled in the latest step, as others held their rows.
   */
  private int held;

  /** Whether the latest step was for settlements alone. */
  private boolean apart;

  private boolean proven;

  /**
   * Relays through this channel.
   *
   * @param proof shows what must be shown before anything is delivered, or throws
   */
  LeasingRelay(
      DestinationChannel channel, DeliveryPool deliveries, RateLimiter rateLimit, Runnable proof) {
    this.policy = channel.policy();
    this.queue = channel.queue();
    this.channel = channel;
    this.deliveries = deliveries;
    this.rateLimit = rateLimit;
    this.proof = proof;
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

  /**
   * Settles and leases together. After a step that failed it settles apart first: it may have been
   * the leasing that failed, and will again.
   */
  @Override
  public LoopResult run(boolean afterOutage) {
    // In this order: what has begun is in one of these or has half of its lease left. Else, after a
    // long pause of the machine, this relay could lease its own intent as one that may have been
    // sent.
    List<ExpiringLease> aging = deliveries.aging();
    List<SettledLease> finished = deliveries.finished();
    apart = afterOutage && !apart && !(finished.isEmpty() && aging.isEmpty());
    int free = apart ? 0 : free();
    if (finished.isEmpty() && aging.isEmpty() && free <= 0) {
      LoopResult.Succeeded unasked = pause(false);
      return afterOutage ? new LoopResult.Inconclusive(unasked.rest()) : unasked;
    }
    if (free > 0) {
      prove();
    }
    long now = System.nanoTime();
    LeaseLimit most = new LeaseLimit(Math.max(free, 0), deliveries.bytes());
    return queue
        .inNew(TIMEOUT, () -> exchange(finished, aging, most))
        .fold(exchange -> done(exchange, finished, free, now), LoopResult.Interrupted::new);
  }

  /**
   * Runs the proof before the first lease, until it succeeds. Its exception interrupts the step.
   */
  private void prove() {
    if (!proven) {
      proof.run();
      proven = true;
    }
  }

  private LoopResult done(Exchange exchange, List<SettledLease> finished, int free, long now) {
    List<SettledLease> ended = without(finished, exchange.held());
    deliveries.settled(ended);
    exchange.renewed().forEach(held -> held.renewed(now));
    try {
      deliveries.take(exchange.leases(), now);
    } finally { // it may find no thread
      rateLimit.sent(exchange.leases().size());
      tell(ended, exchange.lost());
    }
    boolean more = exchange.held().size() > held;
    held = exchange.held().size();
    if (apart) {
      return new LoopResult.Inconclusive(Duration.ZERO);
    }
    if (more) {
      return new LoopResult.Succeeded(MOMENT);
    }
    return free <= 0 && !ended.isEmpty() // settling made room: look again
        ? new LoopResult.Succeeded(Duration.ZERO)
        : pause(exchange.leases().size() == free && free > 0);
  }

  private int free() {
    return deliveries.bytes() > 0 ? Math.min(deliveries.free(), rateLimit.available()) : 0;
  }

  /**
   * The result of a step, with the time to sleep.
   *
   * @param more whether there is more to lease than could be had
   */
  private LoopResult.Succeeded pause(boolean more) {
    Duration wait = rateLimit.next();
    boolean waits = more ? deliveries.free() <= 0 : wait.isZero();
    Duration rest = rest();
    return new LoopResult.Succeeded(waits || wait.compareTo(rest) > 0 ? rest : wait);
  }

  /**
   * The longest time to sleep. A delivery under way is looked at well before its lease, or its
   * time-out, is over.
   */
  private Duration rest() {
    Duration lease = policy.throughput().lease();
    Duration timeout = policy.throughput().deliveryTimeout();
    Duration watch = (lease.compareTo(timeout) < 0 ? lease : timeout).dividedBy(8);
    Duration poll = policy.throughput().poll();
    return deliveries.isIdle() || poll.compareTo(watch) < 0 ? poll : watch;
  }

  private Decision<Exchange> exchange(
      List<SettledLease> finished, List<ExpiringLease> aging, LeaseLimit most) {
    List<SettledLease> unsettled = queue.settle(finished);
    List<SettledLease> held = queue.stillOurs(unsettled);
    List<ExpiringLease> renewed = // if one has passed on, its settlement reports that
        aging.stream().filter(each -> queue.extend(each.lease())).toList();
    List<Lease> leases = most.intents() == 0 ? List.of() : queue.lease(most);
    Exchange exchange = new Exchange(without(unsettled, held), held, renewed, leases);
    return finished.isEmpty() && aging.isEmpty() && leases.isEmpty()
        ? Decision.discard(exchange)
        : Decision.commit(exchange);
  }

  private static List<SettledLease> without(List<SettledLease> all, List<SettledLease> some) {
    return some.isEmpty() ? all : all.stream().filter(one -> !some.contains(one)).toList();
  }

  private void tell(List<SettledLease> ended, List<SettledLease> lost) {
    Set<SettledLease> late = Set.copyOf(lost);
    for (SettledLease settled : ended) {
      if (late.contains(settled)) {
        channel.observer().on(new RelayEvent.LeaseLost(policy.destination(), settled));
      } else {
        channel.observer().on(new RelayEvent.Settled(policy.destination(), settled));
      }
    }
  }

  /**
   * The settlements and leases of one short transaction.
   *
   * @param lost settlements that came too late
   * @param held those whose rows another transaction has in hand; they are made later
   * @param renewed leases that last for as long again
   * @param leases what is to be delivered
   */
  private record Exchange(
      List<SettledLease> lost,
      List<SettledLease> held,
      List<ExpiringLease> renewed,
      List<Lease> leases) {}
}
