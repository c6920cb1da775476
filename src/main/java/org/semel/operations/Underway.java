// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.time.Instant;
import java.util.Optional;
import org.semel.internal.ordered.Versions.Place;
import org.semel.internal.stored.Stage;

/**
 * Where a message stands that Semel has taken off the broker.
 *
 * @param stored with {@code protocol=store-first}
 * @param held while it waits for a version before its own
 */
public record Underway(Optional<Stored> stored, Optional<Held> held) {

  /** Whether it has neither taken effect nor been parked. */
  boolean waits() {
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
   * @param lapses leases that ran out on it, and faults that pass that stopped it while it was
   *     alone
   * @param step the last step that is finished
   * @param since when it was stored, by the database's clock
   */
  public record Stored(
      Stage stage, int failures, int lapses, Optional<String> step, Instant since) {}

  /**
   * A message that waits for a version before its own.
   *
   * @param place its aggregate and version
   * @param failures failed attempts since its turn has come
   * @param since when it came, by the database's clock
   */
  public record Held(Place place, int failures, Instant since) {}
}
