// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.Settlement;

/**
 * Delivers leased intents, several at once, and keeps the outcomes until the relay has settled
 * them. Each destination has its own threads, so that a slow provider holds up only itself. A
 * delivery that takes longer than the policy allows is given up: its outcome is unknown, as that of
 * a request that timed out.
 */
final class DeliveryPool {

  private final DestinationPolicy policy;
  private final DeliveryAttempts attempts;
  private final Runnable wakeUp;
  private final RelayListener listener;
  private final LongSupplier clock;
  private final Prefetch prefetch;
  private final DeliveryThreads threads;
  private final Queue<ExpiringLease> waiting = new ConcurrentLinkedQueue<>();
  private final DeliveryOutcomes outcomes = new DeliveryOutcomes();
  private volatile boolean closed;
  private volatile boolean abandoned;

  DeliveryPool(
      DestinationPolicy policy,
      DeliveryAttempts attempts,
      ThreadFactory factory,
      Runnable wakeUp,
      RelayListener listener,
      LongSupplier clock) {
    this.policy = policy;
    this.attempts = attempts;
    this.wakeUp = wakeUp;
    this.listener = listener;
    this.clock = clock;
    this.prefetch = new Prefetch(policy.throughput());
    this.threads = new DeliveryThreads(policy.throughput().concurrency(), factory);
  }

  /** How many more intents may be taken. One that waits for its thread may become the probe. */
  int free() {
    int admitted = attempts.admits() - waiting.size();
    return beginsNothing()
        ? 0
        : Math.max(0, Math.min(prefetch.most() - outcomes.occupying(), admitted));
  }

  private boolean beginsNothing() {
    return closed || threads.isExhausted();
  }

  /** How many bytes their bodies may have; the last one may have more. */
  long bytes() {
    return Prefetch.BYTES - outcomes.bytes();
  }

  /**
   * Takes these intents.
   *
   * @param leasedAt {@link System#nanoTime()} of just before they were leased
   */
  void take(List<Lease> leases, long leasedAt) {
    outcomes.expect(leases);
    Duration life = policy.throughput().lease();
    for (Lease lease : leases) {
      waiting.add(new ExpiringLease(lease, new DeliveryAttempt(attempts, lease), life, leasedAt));
    }
    leases.forEach(
        lease -> threads.execute(this::deliverNext)); // without a thread, its lease is released
  }

  /**
   * The outcomes that wait to be settled. They stay until {@link #settled} removes them. A lease
   * that has waited so long that it would soon run out is released before it does, as is every
   * waiting lease once nothing is begun any more: no one else has the intent until its lease is
   * over, and with keys that are honoured its next holder would have to assume that it was sent.
   * Deliveries that hang are given up.
   */
  List<SettledLease> finished() {
    long now = System.nanoTime();
    boolean all = beginsNothing();
    for (ExpiringLease held : waiting.stream().filter(each -> all || each.isAging(now)).toList()) {
      if (waiting.remove(held)) {
        outcomes.add(new SettledLease(held.lease(), new Settlement.NotBegun()));
      }
    }
    giveUpWhatHangs();
    return outcomes.finished();
  }

  private void giveUpWhatHangs() {
    Duration most = policy.throughput().deliveryTimeout();
    String why = "no answer within " + most.toSeconds() + " s; given up";
    long now = clock.getAsLong();
    for (ExpiringLease held : outcomes.begun(each -> each.hangs(now, most))) {
      held.attempt().giveUp(why).ifPresent(settlement -> gaveUp(held, settlement));
    }
  }

  private void gaveUp(ExpiringLease held, Settlement settlement) {
    Duration most = policy.throughput().deliveryTimeout();
    outcomes.end(held);
    prefetch.took(most.toNanos());
    outcomes.add(new SettledLease(held.lease(), settlement));
    if (!(settlement instanceof Settlement.NotBegun)) {
      listener.givenUp(policy.destination(), held.lease().intent(), most);
    }
    if (threads.lost()) {
      listener.exhausted(policy.destination(), threads.mostHung());
    }
  }

  /**
   * Those under way whose lease is to be renewed before it runs out. A caller that asks this before
   * {@link #finished} misses none that has begun: each is here until it is there.
   */
  List<ExpiringLease> aging() {
    long now = System.nanoTime();
    return abandoned ? List.of() : outcomes.begun(held -> held.isAging(now));
  }

  /** Whether all that was taken is settled. */
  boolean isEmpty() {
    return outcomes.unsettled() == 0;
  }

  /** Whether no delivery is under way or waits. */
  boolean isIdle() {
    return outcomes.underWay() == 0;
  }

  void settled(List<SettledLease> settled) {
    outcomes.settled(settled);
  }

  /** Begins no more deliveries; those under way go on, and waiting leases are released. */
  void close() {
    closed = true;
    threads.shutdown();
  }

  /** Waits no more for what is still under way, and renews none of it. */
  void abandon() {
    abandoned = true;
    threads.shutdownNow();
  }

  /**
   * Does nothing if the lease was released meanwhile. A lease that has run out may be another
   * relay's already; sending under it would send twice without need.
   */
  private void deliverNext() {
    ExpiringLease held = waiting.poll();
    if (held == null) {
      return;
    }
    if (beginsNothing() || held.isAging(System.nanoTime())) {
      finish(held, new Settlement.NotBegun());
      return;
    }
    held.begin(clock.getAsLong());
    outcomes.begin(held);
    try {
      deliver(held);
    } finally {
      outcomes.end(held); // not before it is finished: see aging()
    }
  }

  private void deliver(ExpiringLease held) {
    long begun = System.nanoTime();
    held.attempt()
        .run()
        .ifPresentOrElse(
            settlement -> {
              prefetch.took(System.nanoTime() - begun);
              finish(held, settlement);
            },
            this::returned);
  }

  private void finish(ExpiringLease held, Settlement settlement) {
    int waits = outcomes.add(new SettledLease(held.lease(), settlement));
    int most = bytes() > 0 ? prefetch.most() : outcomes.unsettled(); // fewer, if bodies are large
    if (outcomes.underWay() == 0 || waits >= Math.max(1, most / 4)) {
      wakeUp.run();
    }
  }

  /** A delivery that was given up has returned. */
  private void returned() {
    if (threads.regained()) {
      listener.relieved(policy.destination());
      wakeUp.run();
    }
  }
}
