// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.claim;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.semel.message.Identity;

/**
 * Counts the attempts that failed for a permanent reason, and the stops of messages that were
 * alone. The broker's own count does not serve: it grows with every crash, every prefetch and every
 * neighbour's failure.
 */
public interface AttemptStore {

  /**
   * Records that handling {@code offer} failed, in the caller's transaction, and returns all its
   * failures. Empty, and nothing is recorded, if its identity took effect meanwhile: another worker
   * got the message before this failure was recorded.
   */
  Optional<Failures> failed(Offer offer, Failure failure);

  /**
   * Marks, in the caller's transaction, these offers as suspects: they failed together. Counts
   * nothing, and changes nothing for offers that failed before.
   */
  void suspect(Collection<Offer> offers, Failure failure);

  /**
   * Records, in the caller's transaction, that a transient fault stopped {@code offer} while it was
   * alone and others took effect. Nothing is recorded if its identity took effect meanwhile.
   */
  void stopped(Offer offer, Failure failure);

  /**
   * Records, in the caller's transaction, that {@code offer} is about to be handled alone. If it is
   * later found open, its server crashed meanwhile; that counts as a stop. {@link #failed}, {@link
   * #stopped}, {@link #excuse} and {@link #forget} close it.
   */
  void open(Offer offer);

  /** Records, in the caller's transaction, that the open attempt ended and does not count. */
  void excuse(Identity identity);

  /** The failures of those identities that have any. Asks the database even if there are none. */
  Map<Identity, Failures> of(Collection<Identity> identities);

  /**
   * Forgets the failures of identities that took effect or were parked; the parked row keeps its
   * last one.
   */
  void forget(Collection<Identity> identities);
}
