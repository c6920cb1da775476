// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.stored;

import java.util.List;
import java.util.Optional;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.Times;
import org.semel.message.Identity;
import org.semel.operations.Underway;

/** Reads one message's rows in {@code semel_inbox} and {@code semel_held}. */
public final class UnderwayRows {

  private static final String STORED =
      """
      SELECT state, failures, lapses, step, received_at
      FROM {schema}.semel_inbox
      WHERE identity = ? AND consumer = ? AND key = ?
      """;

  /** There is no index by identity, as each waiting message would pay for it. */
  private static final String HELD =
      """
      SELECT aggregate_key, version, failures, held_at
      FROM {schema}.semel_held
      WHERE consumer = ? AND key = ?
      """;

  private final Jdbc jdbc;

  public UnderwayRows(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  public Underway of(Identity identity) {
    List<Underway.Stored> stored =
        jdbc.query(
            "look a stored message up",
            STORED,
            binds -> binds.identity(identity),
            row ->
                new Underway.Stored(
                    Underway.Stage.valueOf(row.getString("state")),
                    row.getInt("failures"),
                    row.getInt("lapses"),
                    Optional.ofNullable(row.getString("step")),
                    Times.at(row, "received_at")));
    List<Underway.Held> held =
        jdbc.query(
            "look a held message up",
            HELD,
            binds -> binds.text(identity.consumer()).text(identity.key()),
            row ->
                new Underway.Held(
                    new Identity(identity.consumer(), row.getString("aggregate_key")),
                    row.getLong("version"),
                    row.getInt("failures"),
                    Times.at(row, "held_at")));
    return new Underway(stored.stream().findFirst(), held.stream().findFirst());
  }
}
