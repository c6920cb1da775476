// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.claim;

import java.util.Optional;
import org.semel.internal.edge.postgresql.Jdbc;

/**
 * Empties the slots of {@code semel_window} whose day is no longer remembered. A truncation frees
 * the partition's files at once and locks only that partition, which no claim uses any more. A drop
 * would lock the whole table. Statements that know no day lock them all, and a branch in doubt
 * holds such a lock for long: a slot that is locked is left for the next round, without waiting.
 */
public final class WindowSlots {

  private static final String EMPTY =
      """
      SELECT {schema}.semel_empty_slot() AS slot
      """;

  private final Jdbc jdbc;

  public WindowSlots(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  /** Empties one outdated slot that is neither empty nor locked, and returns its partition. */
  public Optional<String> emptyOne() {
    return jdbc.query(
            "empty a slot that no one remembers",
            EMPTY,
            binds -> {},
            row -> Optional.ofNullable(row.getString("slot")))
        .get(0);
  }
}
