// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.time.Instant;
import java.util.Optional;
import org.semel.message.Identity;

/**
 * The stage of a message that Semel has taken off the broker.
 *
 * @param stored with {@code protocol=store-first}
 * @param held while it waits for a version before its own
 */
public record Underway(Optional<Stored> stored, Optional<Held> held) {

  /** Whether it has neither taken effect nor been parked. */
  public boolean waits() {
    boolean ended =
        stored
            .map(Stored::stage)
            .map(stage -> stage == Stage.COMPLETED || stage == Stage.PARKED)
            .orElse(true);
    return held.isPresent() || !ended;
  }

  /**
   * A message that was stored first.
   *
   * @param stage where it stands
   * @param failures failed attempts
   * @param lapses leases that ran out on it, and transient faults that stopped it while it was
   *     alone
   * @param step the last step that is finished
   * @param since when it was stored, by the database's clock
   */
  public record Stored(
      Stage stage, int failures, int lapses, Optional<String> step, Instant since) {}

  /**
   * A message that waits for a version before its own.
   *
   * @param aggregate consumer and key of its aggregate
   * @param version its own
   * @param failures failed attempts since all versions before it took effect
   * @param since when it came, by the database's clock
   */
  public record Held(Identity aggregate, long version, int failures, Instant since) {}

  /** The stage of a stored message. The names stand in the database: never rename one. */
  public enum Stage {
    /** Stored and acknowledged; no worker handles it. */
    RECEIVED,
    /** A worker holds it under a lease. */
    IN_PROGRESS,
    /** It took effect, or waits for its version. */
    COMPLETED,
    /** Its route failed; it is tried again when it is due. */
    FAILED_RETRYABLE,
    /** Its route failed permanently, or a person set it aside; the next worker parks it. */
    FAILED_TERMINAL,
    /** It waits for a person, in the table of parked messages. */
    PARKED
  }
}
