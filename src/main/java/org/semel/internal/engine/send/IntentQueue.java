// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send;

import java.time.Duration;
import java.util.List;
import org.semel.internal.engine.send.Lease.SentFrom;

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
   * @param sent from when on they may have been sent, should this holder come to nothing
   */
  List<Lease> lease(Destination destination, LeaseLimit most, Duration life, SentFrom sent);

  /**
   * As {@link #lease}, but of all intents with one order key only the first that is neither
   * delivered nor withdrawn; one that is parked, or waits for its next attempt, blocks those behind
   * it. The order is that of recording; across transactions, that of their commits.
   */
  List<Lease> leaseInOrder(Destination destination, LeaseLimit most, Duration life, SentFrom sent);

  /** As many as {@code most}, whatever their size; sent from their lease on. */
  default List<Lease> lease(Destination destination, int most, Duration life) {
    return lease(destination, new LeaseLimit(most), life, SentFrom.LEASE);
  }

  /** As many as {@code most}, whatever their size; sent from their lease on. */
  default List<Lease> leaseInOrder(Destination destination, int most, Duration life) {
    return leaseInOrder(destination, new LeaseLimit(most), life, SentFrom.LEASE);
  }

  /**
   * Extends a lease to {@code life} from now, unless another took the intent or it is settled; a
   * lease that has run out, and that no other relay took, is valid again. Waits for no one: what
   * another transaction has in hand is not extended.
   *
   * @return whether it is extended, and so still the caller's
   */
  boolean renew(Lease lease, Duration life);

  /**
   * As {@link #renew}, and notes that the intents are sent from now on: the next holder of one,
   * before it is settled, learns that it may have been. Waits for no one: what another transaction
   * has in hand is not marked.
   *
   * @return those that are marked; the others must not be sent
   */
  List<Lease> markSent(List<Lease> leases, Duration life);

  /**
   * Settles leases; what was noted when they were sent gives way to what became of them. One that
   * expired and was taken by another is left alone. A relay that did not learn how its transaction
   * ended may settle again: what is settled in the same way under the same lease stays so, and is
   * ours. Waits for no one: what another transaction has in hand is left alone, too.
   *
   * @return those that are left alone; those of them that are {@link #stillOurs} can be settled
   *     later, and the others are settled by their new holder
   */
  List<SettledLease> settle(List<SettledLease> settled);

  /** Those of {@code settled} whose leases are the caller's, and not settled. */
  List<SettledLease> stillOurs(List<SettledLease> settled);
}
