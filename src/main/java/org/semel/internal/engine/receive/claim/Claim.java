// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.claim;

import java.time.Instant;
import org.semel.message.Fingerprint;

/** The answer to an {@link Offer}. */
public sealed interface Claim {

  /**
   * This transaction has claimed the identity. The message takes effect in it; a rollback undoes
   * the claim.
   */
  record Claimed() implements Claim {}

  /**
   * The identity took effect before. A success: acknowledged, counted, never retried, never parked.
   */
  record Duplicate() implements Claim {}

  /**
   * The identity took effect before with another body.
   *
   * @param recorded fingerprint of the body that took effect
   * @param at when that body claimed the identity, by the clock of the store
   */
  record Conflict(Fingerprint recorded, Instant at) implements Claim {}

  /**
   * The time of the identity lies outside the remembered range, so whether it took effect before is
   * unknown. Nothing was claimed.
   */
  record OutOfTime() implements Claim {}

  /**
   * A rival transaction held the identity longer than the lock timeout. Roll back and let the
   * broker redeliver; no attempt is counted.
   */
  record Busy() implements Claim {}
}
