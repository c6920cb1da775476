// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.claim;

import java.time.Instant;
import org.semel.message.Fingerprint;

/** The answer to an {@link Offer}. */
public sealed interface Claim {

  /** Ours: the message takes effect in this transaction, or the claim is undone with it. */
  record Claimed() implements Claim {}

  /** It took effect before. A success: acknowledged, counted, never retried, never parked. */
  record Duplicate() implements Claim {}

  /**
   * It took effect before with another body.
   *
   * @param recorded fingerprint of the body that took effect
   * @param at when that body claimed the identity, by the clock of the store
   */
  record Conflict(Fingerprint recorded, Instant at) implements Claim {}

  /**
   * The time that it carries lies outside all that is remembered, so that nobody can tell whether
   * it took effect before. Nothing was claimed.
   */
  record OutOfTime() implements Claim {}

  /**
   * A rival in flight held it longer than we may wait. Roll back and let the broker bring it later;
   * burns no attempt.
   */
  record Busy() implements Claim {}
}
