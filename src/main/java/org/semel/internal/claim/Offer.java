// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.claim;

import java.time.Instant;
import java.util.Optional;
import org.semel.message.Fingerprint;
import org.semel.message.Identity;

/**
 * An identity of a received message, to be claimed.
 *
 * @param identity what makes deliveries the same
 * @param fingerprint of the body that came with it
 * @param minted the time that the identity carries, the same at every delivery, if it carries one
 * @param former the offer by the consumer's former policy, while the former memory is looked up
 */
public record Offer(
    Identity identity, Fingerprint fingerprint, Optional<Instant> minted, Optional<Offer> former) {

  /** An offer without a former policy. */
  public Offer(Identity identity, Fingerprint fingerprint, Optional<Instant> minted) {
    this(identity, fingerprint, minted, Optional.empty());
  }

  /** An offer whose identity carries no time. */
  public Offer(Identity identity, Fingerprint fingerprint) {
    this(identity, fingerprint, Optional.empty());
  }
}
