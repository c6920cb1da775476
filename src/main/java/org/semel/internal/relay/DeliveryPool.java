// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.relay;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import org.semel.internal.intent.Lease;
import org.semel.internal.intent.SettledLease;
import org.semel.internal.intent.Settlement;

/**
 * Carry leased intents to the provider, several at once, and keep the outcomes until the relay has
 * settled them. One destination's couriers are nobody else's, so that a slow provider holds up only
 * itself. What takes longer than the policy allows is given up: its outcome is as unknown as that
 * of a request that timed out.
 */
final class DeliveryPool {

  private final DestinationPolicy policy;
  private final DeliveryAttempts errand;
  private final Runnable bell;
  private final RelayListener listener;
  private final LongSupplier clock;
  private final Prefetch prefetch;
  private final DeliveryThreads threads;
  private final Queue<HandedLease> waiting = new ConcurrentLinkedQueue<>();
  private final Set<HandedLease> underWay = ConcurrentHashMap.newKeySet();
  private final DeliveryOutcomes outcomes = new DeliveryOutcomes();
  private volatile boolean closed;
  private volatile boolean abandoned;

  DeliveryPool(
      DestinationPolicy policy,
      Relay.Depot depot,
      DeliveryAttempts errand,
      Runnable bell,
      RelayListener listener) {
    this.policy = policy;
    this.errand = errand;
    this.bell = bell;
    this.listener = listener;
    this.clock = depot.clock();
    this.prefetch = new Prefetch(policy.pace());
    this.threads = new DeliveryThreads(policy.pace().concurrency(), depot.threads());
  }

  /** How many more intents may be handed over. */
  int free() {
    return beginsNothing() ? 0 : Math.min(prefetch.most() - outcomes.inHand(), errand.admits());
  }

  private boolean beginsNothing() {
    return closed || threads.isExhausted();
  }

  /** How many bytes their bodies may have; the last one may have more. */
  long bytes() {
    return Prefetch.BYTES - outcomes.bytesInHand();
  }

  /**
   * Takes these intents on.
   *
   * @param leasedAt {@link System#nanoTime()} of just before they were leased
   */
  void take(List<Lease> leases, long leasedAt) {
    outcomes.expect(leases);
    for (Lease lease : leases) {
      waiting.add(
          new HandedLease(
              lease, new DeliveryAttempt(errand, lease), policy.pace().lease(), leasedAt));
    }
    leases.forEach(lease -> threads.execute(this::carryNext)); // who finds no thread is given back
  }

  /**
   * The outcomes that wait to be settled. They stay until {@link #settled} takes them away. What
   * has waited for so long that its lease would soon run out is given back before it does, and all
   * that waits once nothing is begun any more: whoever leased it then would have to take it for
   * sent. What hangs is given up.
   */
  List<SettledLease> back() {
    long now = System.nanoTime();
    boolean all = beginsNothing();
    for (HandedLease handed : waiting.stream().filter(each -> all || each.isAging(now)).toList()) {
      if (waiting.remove(handed)) {
        outcomes.bring(new SettledLease(handed.lease(), new Settlement.Released()));
      }
    }
    giveUpWhatHangs();
    return outcomes.back();
  }

  private void giveUpWhatHangs() {
    Duration most = policy.pace().deliveryTimeout();
    long now = clock.getAsLong();
    for (HandedLease handed : underWay.stream().filter(each -> each.hangs(now, most)).toList()) {
      handed
          .attempt()
          .giveUp("no answer within " + most.toSeconds() + " s; given up")
          .ifPresent(settlement -> gone(handed, settlement));
    }
  }

  private void gone(HandedLease handed, Settlement settlement) {
    underWay.remove(handed);
    prefetch.took(policy.pace().deliveryTimeout().toNanos());
    outcomes.bring(new SettledLease(handed.lease(), settlement));
    boolean exhausted = threads.lost();
    listener.givenUp(
        policy.destination(), handed.lease().intent(), policy.pace().deliveryTimeout());
    if (exhausted) {
      listener.exhausted(policy.destination(), threads.mostHung());
    }
  }

  /** What is under way and is to be renewed before its lease runs out. */
  List<HandedLease> aging() {
    long now = System.nanoTime();
    return abandoned ? List.of() : underWay.stream().filter(handed -> handed.isAging(now)).toList();
  }

  /** Whether all that was taken on is settled. */
  boolean isEmpty() {
    return outcomes.inHand() == 0;
  }

  /** Whether there is nothing to watch over. */
  boolean isIdle() {
    return outcomes.out() == 0;
  }

  void settled(List<SettledLease> settled) {
    outcomes.settled(settled);
  }

  /** Begins no more deliveries; those under way go on, and what waits is given back. */
  void close() {
    closed = true;
    threads.shutdown();
  }

  /** Waits no more for what is still under way, and renews none of it. */
  void abandon() {
    abandoned = true;
    threads.shutdownNow();
  }

  /** Nothing, if it was given back meanwhile. */
  private void carryNext() {
    HandedLease handed = waiting.poll();
    if (handed == null) {
      return;
    }
    Optional<Settlement> outcome = outcome(handed);
    if (outcome.isEmpty()) {
      returned();
      return;
    }
    int waits = outcomes.bring(new SettledLease(handed.lease(), outcome.get()));
    boolean last = outcomes.out() == 0;
    int most = bytes() > 0 ? prefetch.most() : outcomes.inHand(); // few, where bodies are large
    if (last || waits >= Math.max(1, most / 4)) {
      bell.run();
    }
  }

  /** What it brings was settled without it. */
  private void returned() {
    if (threads.regained()) {
      listener.relieved(policy.destination());
      bell.run();
    }
  }

  /**
   * Empty if it was given up. A lease that has run out may be another's already; sending under it
   * would double what need not be doubled.
   */
  private Optional<Settlement> outcome(HandedLease handed) {
    long begun = System.nanoTime();
    if (beginsNothing() || handed.isAging(begun)) {
      return Optional.of(new Settlement.Released());
    }
    handed.begin(clock.getAsLong());
    underWay.add(handed);
    try {
      Optional<Settlement> outcome = handed.attempt().run();
      outcome.ifPresent(one -> prefetch.took(System.nanoTime() - begun));
      return outcome;
    } finally {
      underWay.remove(handed);
    }
  }
}
