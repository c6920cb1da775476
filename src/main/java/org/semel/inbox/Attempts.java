// SPDX-License-Identifier: Apache-2.0
package org.semel.inbox;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.semel.message.Identity;

/**
 * Counts the attempts that failed for a reason that stays. The broker's own count will not do: it
 * grows with every crash, every prefetch and every neighbour's failure.
 */
public interface Attempts {

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

  /** The failures of those identities that have any. */
  Map<Identity, Failures> of(Collection<Identity> identities);

  /**
   * Forgets the failures of identities that took effect or were parked; the parked row keeps its
   * last one.
   */
  void forget(Collection<Identity> identities);
}
