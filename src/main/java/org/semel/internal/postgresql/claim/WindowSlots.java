// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql.claim;

import java.util.Optional;
import org.semel.internal.postgresql.Jdbc;

/**
 * Empties the slots of {@code semel_window} whose day nobody remembers any more. A truncation gives
 * the partition's files back at once, whatever they hold, and locks that one partition, which no
 * statement touches any more; dropping it would lock the whole table.
 */
public final class WindowSlots {

  private static final String EMPTY =
      """
      SELECT semel_empty_slot() AS slot
      """;

  private final Jdbc jdbc;

  public WindowSlots(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  /** Empties one slot, if one has outlived its day and is not empty; its partition. */
  public Optional<String> emptyOne() {
    return jdbc.query(
            "empty a slot that nobody remembers",
            EMPTY,
            binds -> {},
            row -> Optional.ofNullable(row.getString("slot")))
        .get(0);
  }
}
