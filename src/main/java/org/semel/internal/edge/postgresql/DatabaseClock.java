// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.function.Supplier;

/** The time by the database's clock, read in the caller's transaction. */
public final class DatabaseClock implements Supplier<Instant> {

  private static final String NOW =
      """
      SELECT clock_timestamp() AS now
      """;

  private final Jdbc jdbc;

  public DatabaseClock(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public Instant get() {
    return jdbc.query(
            "ask for the time", NOW, binds -> {}, row -> row.getObject("now", OffsetDateTime.class))
        .get(0)
        .toInstant();
  }
}
