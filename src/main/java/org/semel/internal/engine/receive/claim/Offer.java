// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.claim;

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
 * @param trace what is written if it is a duplicate
 */
public record Offer(
    Identity identity,
    Fingerprint fingerprint,
    Optional<Instant> minted,
    Optional<Offer> former,
    DuplicateRow trace) {

  /** The row that is written of an offer that is a duplicate. */
  public enum DuplicateRow {
    /** A row. */
    WRITTEN,
    /** No row: so many duplicates came that one more shows nothing new. */
    LEFT_OUT
  }

  /** An offer whose duplicates are written. */
  public Offer(
      Identity identity,
      Fingerprint fingerprint,
      Optional<Instant> minted,
      Optional<Offer> former) {
    this(identity, fingerprint, minted, former, DuplicateRow.WRITTEN);
  }

  /** An offer without a former policy. */
  public Offer(Identity identity, Fingerprint fingerprint, Optional<Instant> minted) {
    this(identity, fingerprint, minted, Optional.empty());
  }

  /** An offer whose identity carries no time. */
  public Offer(Identity identity, Fingerprint fingerprint) {
    this(identity, fingerprint, Optional.empty());
  }

  /** The same, of which nothing is written if it is a duplicate. */
  public Offer untraced() {
    return new Offer(
        identity, fingerprint, minted, former.map(Offer::untraced), DuplicateRow.LEFT_OUT);
  }

  /** Whether a row is written if it is a duplicate. */
  public boolean leavesTrace() {
    return trace == DuplicateRow.WRITTEN;
  }
}
