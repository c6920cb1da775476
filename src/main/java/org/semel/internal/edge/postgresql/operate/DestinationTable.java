// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import java.util.Collection;
import java.util.List;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.engine.keep.DestinationRegistration;
import org.semel.internal.engine.keep.DestinationRegistry;
import org.semel.internal.engine.keep.UnroutedIntents;

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

  /**
   * An hour, as a node that is replaced, or another application without a name, may deliver them.
   */
  private static final String UNROUTED =
      """
      SELECT d.name, count(*) AS waiting
      FROM {schema}.semel_destination AS d
        JOIN {schema}.semel_intent AS i ON i.destination = d.name
      WHERE d.application = ? AND d.name <> ALL (?::text[])
        AND i.state IN ('pending', 'leased') AND i.due_at < statement_timestamp() - interval '1 hour'
      GROUP BY d.name
      ORDER BY d.name
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

  @Override
  public List<UnroutedIntents> unrouted(String application, Collection<String> routed) {
    return jdbc.query(
        "count intents that no route delivers",
        UNROUTED,
        binds -> binds.text(application).texts(List.copyOf(routed), name -> name),
        row -> new UnroutedIntents(row.getString("name"), row.getLong("waiting")));
  }
}
