// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.send.relay.DestinationChannel.DeliveryAttempt;

/**
 * Delivers leased intents, several at once, and keeps the outcomes until the relay has settled
 * them. Each destination has its own threads, so that a slow provider holds up only itself. A
 * delivery that takes longer than the policy allows is given up: its outcome is unknown, as that of
 * a request that timed out.
 */
final class DeliveryPool {

  private final DestinationPolicy policy;
  private final DestinationChannel channel;
  private final Runnable wakeUp;
  private final LongSupplier clock;
  private final Prefetch prefetch;
  private final DeliveryThreads threads;
  private final Queue<ExpiringLease> waiting = new ConcurrentLinkedQueue<>();
  private final DeliveryOutcomes outcomes = new DeliveryOutcomes();
  private volatile boolean closed;
  private volatile boolean abandoned;

  DeliveryPool(
      DestinationChannel channel, ThreadFactory factory, Runnable wakeUp, LongSupplier clock) {
    this.policy = channel.policy();
    this.channel = channel;
    this.wakeUp = wakeUp;
    this.clock = clock;
    this.prefetch = new Prefetch(policy.throughput());
    this.threads = new DeliveryThreads(policy.throughput().concurrency(), factory);
  }

  /**
   * The number of further intents that may be taken. One that waits for its thread may become the
   * probe.
   */
  int free() {
    int admitted = channel.admits() - waiting.size();
    return beginsNothing()
        ? 0
        : Math.max(0, Math.min(prefetch.most() - outcomes.occupying(), admitted));
  }

  private boolean beginsNothing() {
    return closed || threads.isExhausted();
  }

  /** The number of bytes that their bodies may have; the last body may exceed it. */
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
      waiting.add(new ExpiringLease(lease, channel.attempt(lease), life, leasedAt));
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
      channel
          .observer()
          .on(new RelayEvent.GivenUp(policy.destination(), held.lease().intent(), most));
    }
    if (threads.lost()) {
      channel.observer().on(new RelayEvent.Exhausted(policy.destination(), threads.mostHung()));
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
      channel.observer().on(new RelayEvent.Relieved(policy.destination()));
      wakeUp.run();
    }
  }

  /**
   * The number of deliveries under way, and the outcomes of those that have finished, until they
   * are settled. Safe for any number of threads.
   */
  static final class DeliveryOutcomes {

    private final Queue<SettledLease> finished = new ConcurrentLinkedQueue<>();
    private final AtomicInteger finishedCount = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicInteger underWay = new AtomicInteger();
    private final Set<ExpiringLease> begun = ConcurrentHashMap.newKeySet();
    private volatile int shown;
    private volatile int held;

    /** These are under way from now on. */
    void expect(List<Lease> leases) {
      leases.forEach(lease -> bytes.addAndGet(size(lease)));
      underWay.addAndGet(leases.size());
    }

    /** A thread delivers it, until its {@link #end}. */
    void begin(ExpiringLease held) {
      begun.add(held);
    }

    void end(ExpiringLease held) {
      begun.remove(held);
    }

    /** Those of these that have begun and not ended. */
    List<ExpiringLease> begun(Predicate<ExpiringLease> which) {
      return begun.stream().filter(which).toList();
    }

    /**
     * One has finished.
     *
     * @return how many wait to be settled with it
     */
    int add(SettledLease settled) {
      finished.add(settled);
      int waits = finishedCount.incrementAndGet();
      underWay.decrementAndGet();
      return waits;
    }

    /** Those that wait to be settled. They stay until {@link #settled} removes them. */
    List<SettledLease> finished() {
      List<SettledLease> all = new ArrayList<>(finished);
      shown = all.size();
      return all;
    }

    /** These of those that were shown are settled; others hold the rows of the rest. */
    void settled(List<SettledLease> settled) {
      held = shown - settled.size();
      settled.forEach(finished::remove);
      finishedCount.addAndGet(-settled.size());
      settled.forEach(one -> bytes.addAndGet(-size(one.lease())));
    }

    /**
     * The number that are not settled. One that is just finishing may count twice, and is never
     * missed.
     */
    int unsettled() {
      int open = underWay.get(); // read first: one that leaves it is in the other count already
      return open + finishedCount.get();
    }

    /** The number of these that take the place of others: not those whose rows others hold. */
    int occupying() {
      return unsettled() - held;
    }

    /** The number of bytes in the bodies of those that are not settled. */
    long bytes() {
      return bytes.get();
    }

    /** The number that have not finished. */
    int underWay() {
      return underWay.get();
    }

    private static int size(Lease lease) {
      return lease.intent().body().size();
    }
  }

  /**
   * A lease that the delivery threads hold, and since when, by {@link System#nanoTime()}. Safe for
   * the thread that delivers and the relay's.
   */
  static final class ExpiringLease {

    private final Lease lease;
    private final DeliveryAttempt attempt;
    private final long life;
    private volatile long since;
    private volatile long begun;

    /**
     * As it was leased.
     *
     * @param since just before that
     */
    ExpiringLease(Lease lease, DeliveryAttempt attempt, Duration life, long since) {
      this.lease = lease;
      this.attempt = attempt;
      this.life = life.toNanos();
      this.since = since;
    }

    Lease lease() {
      return lease;
    }

    DeliveryAttempt attempt() {
      return attempt;
    }

    /** Whether so much of the lease is over that no delivery may begin under it. */
    boolean isAging(long now) {
      return now - since > life / 2;
    }

    /** Its delivery begins now, by the relay's clock. */
    void begin(long now) {
      begun = now;
    }

    /** Whether its delivery, which has begun, has taken longer than {@code most}. */
    boolean hangs(long now, Duration most) {
      return now - begun >= most.toNanos();
    }

    /** It was renewed, just before {@code now}. */
    void renewed(long now) {
      since = now;
    }
  }
}
