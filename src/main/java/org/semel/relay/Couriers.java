// SPDX-License-Identifier: Apache-2.0
package org.semel.relay;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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
  private final ExecutorService threads;
  private final AtomicInteger inHand = new AtomicInteger();
  private final AtomicInteger underWay = new AtomicInteger();
  private final Queue<Settled> back = new ConcurrentLinkedQueue<>();
  private final AtomicInteger backCount = new AtomicInteger();
  private volatile boolean home;

  Couriers(DestinationPolicy policy, Errand errand, Bell bell, ThreadFactory threads) {
    this.policy = policy;
    this.errand = errand;
    this.bell = bell;
    int concurrency = policy.pace().concurrency();
    this.threads =
        new ThreadPoolExecutor(
            concurrency, concurrency, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads);
  }

  /** How many more intents may be handed over. */
  int free() {
    return home ? 0 : Math.min(policy.pace().batch() - inHand.get(), errand.admits());
  }

  /**
   * Takes these intents on.
   *
   * @param leasedAt {@link System#nanoTime()} of just before they were leased
   */
  void take(List<Lease> leases, long leasedAt) {
    inHand.addAndGet(leases.size());
    underWay.addAndGet(leases.size());
    long until = leasedAt + policy.pace().lease().toNanos();
    leases.forEach(lease -> threads.execute(() -> carry(lease, until)));
  }

  /** The outcomes that wait to be settled. They stay until {@link #settled} takes them away. */
  List<Settled> back() {
    return new ArrayList<>(back);
  }

  void settled(List<Settled> settled) {
    settled.forEach(one -> back.remove());
    backCount.addAndGet(-settled.size());
    inHand.addAndGet(-settled.size());
  }

  /**
   * Lets deliveries under way end, gives back those not begun, and waits for that within {@code
   * patience}.
   */
  void goHome(Duration patience) {
    home = true;
    threads.shutdown();
    try {
      if (!threads.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void carry(Lease lease, long until) {
    back.add(new Settled(lease, outcome(lease, until)));
    int waiting = backCount.incrementAndGet();
    boolean last = underWay.decrementAndGet() == 0;
    if (last || waiting >= Math.max(1, policy.pace().batch() / 4)) {
      bell.ring();
    }
  }

  /**
   * A lease that has run out may be another's already; sending under it would double what need not
   * be doubled.
   */
  private Settlement outcome(Lease lease, long until) {
    if (home || System.nanoTime() - until > 0) {
      return new Settlement.Released();
    }
    return errand.run(lease);
  }
}
