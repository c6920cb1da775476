// SPDX-License-Identifier: Apache-2.0
package org.semel.relay;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.semel.intent.Lease;
import org.semel.intent.Settled;
import org.semel.intent.Settlement;

/**
 * Carry leased intents to the provider, several at once, and keep the outcomes until the relay has
 * settled them. One destination's couriers are nobody else's, so that a slow provider holds up only
 * itself.
 */
final class Couriers {

  private final DestinationPolicy policy;
  private final Errand errand;
  private final Bell bell;
  private final Prefetch prefetch;
  private final ExecutorService threads;
  private final Queue<Handed> waiting = new ConcurrentLinkedQueue<>();
  private final Set<Handed> underWay = ConcurrentHashMap.newKeySet();
  private final AtomicInteger inHand = new AtomicInteger();
  private final AtomicLong bytesInHand = new AtomicLong();
  private final AtomicInteger out = new AtomicInteger();
  private final Queue<Settled> back = new ConcurrentLinkedQueue<>();
  private final AtomicInteger backCount = new AtomicInteger();
  private volatile boolean closed;
  private volatile boolean abandoned;

  Couriers(DestinationPolicy policy, Errand errand, Bell bell, ThreadFactory threads) {
    this.policy = policy;
    this.errand = errand;
    this.bell = bell;
    this.prefetch = new Prefetch(policy.pace());
    int concurrency = policy.pace().concurrency();
    this.threads =
        new ThreadPoolExecutor(
            concurrency, concurrency, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads);
  }

  /** How many more intents may be handed over. */
  int free() {
    return closed ? 0 : Math.min(prefetch.most() - inHand.get(), errand.admits());
  }

  /** How many bytes their bodies may have; the last one may have more. */
  long bytes() {
    return Prefetch.BYTES - bytesInHand.get();
  }

  /**
   * Takes these intents on.
   *
   * @param leasedAt {@link System#nanoTime()} of just before they were leased
   */
  void take(List<Lease> leases, long leasedAt) {
    inHand.addAndGet(leases.size());
    leases.forEach(lease -> bytesInHand.addAndGet(lease.intent().body().size()));
    out.addAndGet(leases.size());
    for (Lease lease : leases) {
      waiting.add(new Handed(lease, policy.pace().lease(), leasedAt));
      threads.execute(this::carryNext);
    }
  }

  /**
   * The outcomes that wait to be settled. They stay until {@link #settled} takes them away. What
   * has waited for so long that its lease would soon run out is given back before it does, and all
   * that waits once nothing is begun any more: whoever leased it then would have to take it for
   * sent.
   */
  List<Settled> back() {
    long now = System.nanoTime();
    for (Handed handed : waiting.stream().filter(each -> closed || each.isAging(now)).toList()) {
      if (waiting.remove(handed)) {
        bring(new Settled(handed.lease(), new Settlement.Released()));
      }
    }
    return new ArrayList<>(back);
  }

  /** What is under way and is to be renewed before its lease runs out. */
  List<Handed> aging() {
    long now = System.nanoTime();
    return abandoned
        ? List.of()
        : underWay.stream().filter(handed -> handed.isToBeRenewed(now)).toList();
  }

  /** Whether all that was taken on is settled. */
  boolean isEmpty() {
    return inHand.get() == 0;
  }

  /** Whether there is nothing to watch over. */
  boolean isIdle() {
    return out.get() == 0;
  }

  void settled(List<Settled> settled) {
    settled.forEach(one -> back.remove());
    backCount.addAndGet(-settled.size());
    inHand.addAndGet(-settled.size());
    settled.forEach(one -> bytesInHand.addAndGet(-one.lease().intent().body().size()));
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
    Handed handed = waiting.poll();
    if (handed == null) {
      return;
    }
    int waits = bring(new Settled(handed.lease(), outcome(handed)));
    boolean last = out.get() == 0;
    if (last || waits >= Math.max(1, prefetch.most() / 4)) {
      bell.ring();
    }
  }

  /** How many wait to be settled with this one. */
  private int bring(Settled settled) {
    back.add(settled);
    int waits = backCount.incrementAndGet();
    out.decrementAndGet();
    return waits;
  }

  /**
   * A lease that has run out may be another's already; sending under it would double what need not
   * be doubled.
   */
  private Settlement outcome(Handed handed) {
    long begun = System.nanoTime();
    if (closed || handed.isAging(begun)) {
      return new Settlement.Released();
    }
    handed.begin(begun);
    underWay.add(handed);
    try {
      return errand.run(handed.lease());
    } finally {
      underWay.remove(handed);
      prefetch.took(System.nanoTime() - begun);
    }
  }
}
