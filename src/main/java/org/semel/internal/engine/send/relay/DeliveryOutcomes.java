// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.SettledLease;

/**
 * The number of deliveries under way, and the outcomes of those that have finished, until they are
 * settled. Safe for any number of threads.
 */
final class DeliveryOutcomes {

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

  /** How many are not settled. One that is just finishing may count twice, and is never missed. */
  int unsettled() {
    int open = underWay.get(); // read first: one that leaves it is in the other count already
    return open + finishedCount.get();
  }

  /** How many of these take the place of others: not those whose rows others hold. */
  int occupying() {
    return unsettled() - held;
  }

  /** How many bytes the bodies of those that are not settled have. */
  long bytes() {
    return bytes.get();
  }

  /** How many have not finished. */
  int underWay() {
    return underWay.get();
  }

  private static int size(Lease lease) {
    return lease.intent().body().size();
  }
}
