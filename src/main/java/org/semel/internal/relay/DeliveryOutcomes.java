// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.relay;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.semel.internal.intent.Lease;
import org.semel.internal.intent.SettledLease;

/**
 * How many intents couriers have in hand, and what came of them, until it is settled. Safe for any
 * number of threads.
 */
final class DeliveryOutcomes {

  private final Queue<SettledLease> back = new ConcurrentLinkedQueue<>();
  private final AtomicInteger backCount = new AtomicInteger();
  private final AtomicLong bytesInHand = new AtomicLong();
  private final AtomicInteger out = new AtomicInteger();

  /** These are in hand, too. */
  void expect(List<Lease> leases) {
    leases.forEach(lease -> bytesInHand.addAndGet(bytes(lease)));
    out.addAndGet(leases.size());
  }

  /**
   * One is back.
   *
   * @return how many wait to be settled with it
   */
  int bring(SettledLease settled) {
    back.add(settled);
    int waits = backCount.incrementAndGet();
    out.decrementAndGet();
    return waits;
  }

  /** Those that wait to be settled. They stay until {@link #settled} takes them away. */
  List<SettledLease> back() {
    return new ArrayList<>(back);
  }

  /** The first ones are settled. */
  void settled(List<SettledLease> settled) {
    settled.forEach(one -> back.remove());
    backCount.addAndGet(-settled.size());
    settled.forEach(one -> bytesInHand.addAndGet(-bytes(one.lease())));
  }

  /**
   * How many are not settled. One that is just coming back may count twice, and is never missed.
   */
  int inHand() {
    int notBack = out.get(); // looked at first: whoever leaves it is counted below already
    return notBack + backCount.get();
  }

  /** How many bytes the bodies of those have. */
  long bytesInHand() {
    return bytesInHand.get();
  }

  /** How many are not back. */
  int out() {
    return out.get();
  }

  private static int bytes(Lease lease) {
    return lease.intent().body().size();
  }
}
