// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.claim;

import java.time.Instant;
import java.util.Optional;
import org.semel.message.Fingerprint;
import org.semel.message.Identity;

/**
 * An identity that arrived and asks to be claimed.
 *
 * @param identity what makes deliveries the same
 * @param fingerprint of the body that came with it
 * @param minted the time that the identity carries, the same at every delivery, if it carries one
 * @param former what would have been offered before the consumer's memory was changed, while that
 *     is looked up
 */
public record Offer(
    Identity identity, Fingerprint fingerprint, Optional<Instant> minted, Optional<Offer> former) {

  /** An offer to a memory that never was another one. */
  public Offer(Identity identity, Fingerprint fingerprint, Optional<Instant> minted) {
    this(identity, fingerprint, minted, Optional.empty());
  }

  /** An offer whose identity carries no time. */
  public Offer(Identity identity, Fingerprint fingerprint) {
    this(identity, fingerprint, Optional.empty());
  }
}
