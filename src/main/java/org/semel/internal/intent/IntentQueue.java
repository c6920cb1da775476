// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.intent;

import java.time.Duration;
import java.util.List;

/**
 * The intents as relays see them. All methods join the caller's short transaction. Many relays on
 * many nodes may call at once: none waits for another, and no two hold a valid lease on one intent.
 */
public interface IntentQueue {

  /**
   * Leases up to {@code most} due intents, the longest due first; none under another lease. Due
   * intents are found at once, unless they were recorded or released more than a second after they
   * were due: those are found once a look so far back is cheap enough.
   *
   * @param life how long the right lasts, by the database's clock
   */
  List<Lease> lease(Destination destination, LeaseLimit most, Duration life);

  /**
   * As {@link #lease}, but of all intents with one order key only the first that is neither
   * delivered nor withdrawn; one that is parked, or waits for its next attempt, blocks those behind
   * it. The order is that of recording; across transactions, that of their commits.
   */
  List<Lease> leaseInOrder(Destination destination, LeaseLimit most, Duration life);

  /** As many as {@code most}, whatever their size. */
  default List<Lease> lease(Destination destination, int most, Duration life) {
    return lease(destination, new LeaseLimit(most), life);
  }

  /** As many as {@code most}, whatever their size. */
  default List<Lease> leaseInOrder(Destination destination, int most, Duration life) {
    return leaseInOrder(destination, new LeaseLimit(most), life);
  }

  /**
   * Extends a lease to {@code life} from now, unless another took the intent or it is settled; a
   * lease that has run out, and that no other relay took, is valid again.
   *
   * @return whether it is still the caller's
   */
  boolean renew(Lease lease, Duration life);

  /**
   * Settles leases. One that expired and was taken by another is left alone.
   *
   * @return those that were no longer ours to settle; their new holder settles them
   */
  List<SettledLease> settle(List<SettledLease> settled);
}
