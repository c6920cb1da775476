// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.engine.keep.DestinationRegistration;
import org.semel.internal.engine.keep.DestinationRegistry;

/** {@code semel_destination}: which application delivers the intents of a destination. */
public final class DestinationTable implements DestinationRegistry {

  private static final String REGISTER =
      """
      INSERT INTO {schema}.semel_destination (name, application)
      VALUES (?, ?)
      ON CONFLICT (name) DO NOTHING
      """;

  private static final String STANDING =
      """
      SELECT name, application
      FROM {schema}.semel_destination
      WHERE name = ?
      FOR UPDATE
      """;

  private static final String CHANGE =
      """
      UPDATE {schema}.semel_destination SET application = ? WHERE name = ?
      """;

  private final Jdbc jdbc;

  public DestinationTable(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public DestinationRegistration register(DestinationRegistration wanted) {
    jdbc.update(
        "register a destination",
        REGISTER,
        binds -> binds.text(wanted.destination()).text(wanted.application()));
    return jdbc.query(
            "read a destination's registration",
            STANDING,
            binds -> binds.text(wanted.destination()),
            row -> new DestinationRegistration(row.getString("name"), row.getString("application")))
        .get(0);
  }

  @Override
  public void change(DestinationRegistration next) {
    int changed =
        jdbc.update(
            "change a destination's registration",
            CHANGE,
            binds -> binds.text(next.application()).text(next.destination()));
    if (changed != 1) {
      throw new IllegalStateException(
          "the registration of "
              + next.destination()
              + " was not changed, though its row was locked");
    }
  }
}
