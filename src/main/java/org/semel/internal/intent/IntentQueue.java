// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.intent;

import java.time.Duration;
import java.util.List;

/**
 * The relay's side of the intents. All acts join the caller's short transaction. Many relays on
 * many nodes may call at once: none waits for another, and no two hold a valid lease on one intent.
 */
public interface IntentQueue {

  /**
   * Leases up to {@code most} intents that are due, the longest due first; none that another holds.
   * What is due is found at once, unless it was recorded, given back or set free more than a second
   * after its time: that is found once a look so far back is cheap enough.
   *
   * @param life how long the right lasts, by the database's clock
   */
  List<Lease> lease(Destination destination, LeaseLimit most, Duration life);

  /**
   * As {@link #lease}, but of all intents with one order key only the first that is neither
   * delivered nor withdrawn; one that is parked, or waits for its next attempt, holds those behind
   * it. The order is that in which they were recorded; of two transactions, that in which they
   * committed.
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
   * Lets a lease last for {@code life} from now on, unless it has passed on or is settled; one that
   * has run out, and that nobody has taken, is good again.
   *
   * @return whether it is still the caller's
   */
  boolean renew(Lease lease, Duration life);

  /**
   * Settles leases. One that expired and was taken by another is left alone.
   *
   * @return those that were no longer ours to settle; the intent's fate lies with their new holder
   */
  List<SettledLease> settle(List<SettledLease> settled);
}
