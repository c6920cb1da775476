// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.claim;

import java.util.List;
import org.semel.message.Identity;

/**
 * Claims identities. The receiver calls it inside the transaction of the receipt, on its thread;
 * only a rollback undoes a claim.
 */
public interface ClaimStore {

  /**
   * Brings the database into the transaction before anything else, so that it is the first to
   * commit: rows that are visible early absorb a redelivery; a message that is gone early looks
   * lost.
   */
  void join();

  /**
   * Bounds how long each further statement of the transaction waits for a lock, the route's own
   * included. A claim does so by itself; where none is made before a route runs, this comes first.
   */
  void bound();

  /**
   * Claims every offered identity that is not yet claimed. Waits, within bounds, for rival
   * transactions: after a rival's commit the offer is a duplicate, after its rollback it is
   * claimed. Cannot fail by meeting a duplicate, not even one inside {@code offers}: the first of
   * equals is claimed, the others are duplicates or conflicts.
   *
   * @return one answer for each offer, in the order of {@code offers}. If one is {@link
   *     Claim.Busy}, all are, and the transaction can only be rolled back.
   */
  List<Claim> claim(List<Offer> offers);

  /**
   * The same for messages that have held the claims of their identities until now: no copy of one
   * can have taken effect, so that none is answered with {@link Claim.OutOfTime}. They are claimed
   * as any other, so that a copy is known afterwards wherever a longer time is remembered.
   */
  default List<Claim> reclaim(List<Offer> offers) {
    return claim(offers);
  }

  /**
   * Whether it knows afterwards what it has claimed: a copy waits in {@link #claim} until the
   * transaction that claimed first is over, and is a duplicate then.
   */
  default boolean remembers() {
    return true;
  }

  /** Those of {@code offers} whose claims have committed by now. Waits for no lock. */
  List<Offer> settled(List<Offer> offers);

  /**
   * Those of {@code offers} that are older than what this store remembers, by the time that they
   * carry: it cannot tell whether they took effect.
   */
  default List<Offer> outlived(List<Offer> offers) {
    return List.of();
  }

  /**
   * Notes that messages which have waited since their identities were claimed take effect in this
   * transaction, so that they are remembered from now on. A store that keeps no claims, or counts
   * from the messages' own time, has nothing to note.
   *
   * @param waited while they still stand where they have waited
   */
  default void tookEffect(List<Identity> waited) {}
}
