// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.claim;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.semel.message.Identity;

/**
 * Counts the attempts that failed for a reason that stays, and what stopped a message alone. The
 * broker's own count will not do: it grows with every crash, every prefetch and every neighbour's
 * failure.
 */
public interface FailedAttempts {

  /**
   * Records that handling {@code offer} failed, in the caller's transaction, and returns all its
   * failures. Empty, and nothing recorded, when its identity took effect meanwhile: another worker
   * was handed the message while this one's failure was on its way.
   */
  Optional<Failures> failed(Offer offer, Failure failure);

  /**
   * Notes, in the caller's transaction, that these failed together, and that one of them may be to
   * blame. Counts nothing, and changes nothing for those that have failed before.
   */
  void suspect(Collection<Offer> offers, Failure failure);

  /**
   * Records, in the caller's transaction, that something which passes has ended {@code offer} while
   * it was alone, and others took effect. Nothing is recorded when its identity took effect
   * meanwhile.
   */
  void stopped(Offer offer, Failure failure);

  /**
   * Records, in the caller's transaction, that {@code offer} is about to be handled alone. Whoever
   * finds it still open has not seen how that ended: its server died over it, and that counts as a
   * stop. {@link #failed}, {@link #stopped}, {@link #excuse} and {@link #forget} close it.
   */
  void open(Offer offer);

  /**
   * Records, in the caller's transaction, that what was opened ended, and is held against nobody.
   */
  void excuse(Identity identity);

  /** What is held against those identities against which anything is. */
  Map<Identity, Failures> of(Collection<Identity> identities);

  /**
   * Forgets the failures of identities that took effect or were parked; the parked row keeps its
   * last one.
   */
  void forget(Collection<Identity> identities);
}
