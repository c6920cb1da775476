// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * The rows that one run has left in Semel's tables: each of its identities has the run's mark in
 * it.
 */
final class Traces {

  /** Each delivery ends as one of these. */
  private static final String ENDED =
      """
      WITH claimed AS (
        SELECT identity FROM %1$ssemel_claim WHERE strpos(key, ?) > 0
        UNION ALL
        SELECT identity FROM %1$ssemel_window WHERE strpos(key, ?) > 0
      )
      SELECT (SELECT count(*) FROM claimed)
        + (SELECT count(*) FROM %1$ssemel_duplicate JOIN claimed USING (identity))
        + (SELECT count(*) FROM %1$ssemel_parked WHERE strpos(key, ?) > 0 AND NOT holds_claim)
      """;

  private static final String OPEN =
      """
      SELECT count(*) || ' stored messages' FROM %1$ssemel_inbox
      WHERE strpos(key, ?) > 0 AND state NOT IN ('COMPLETED', 'PARKED') HAVING count(*) > 0
      UNION ALL
      SELECT count(*) || ' intents for ' || destination FROM %1$ssemel_intent
      WHERE strpos(cause, ?) > 0 AND state IN ('pending', 'leased') GROUP BY destination
      UNION ALL
      SELECT count(*) || ' attempts that count' FROM %1$ssemel_attempt
      WHERE strpos(key, ?) > 0 AND failures > 0 HAVING count(*) > 0
      """;

  private static final String INTENTS =
      """
      SELECT 'an intent for ' || destination FROM %1$ssemel_intent WHERE strpos(cause, ?) > 0 ORDER BY 1
      """;

  private static final String PARKED =
      """
      SELECT consumer || ': ' || reason || coalesce(' (' || detail || ')', '') FROM %1$ssemel_parked
      WHERE state = 'parked' AND strpos(key, ?) > 0
      UNION ALL
      SELECT 'intent ' || destination || ': ' || coalesce(reason, '') FROM %1$ssemel_intent
      WHERE state = 'parked' AND strpos(cause, ?) > 0
      """;

  private static final String IDENTITIES =
      """
      SELECT (SELECT count(*) FROM %1$ssemel_claim WHERE strpos(key, ?) > 0)
        + (SELECT count(*) FROM %1$ssemel_window WHERE strpos(key, ?) > 0)
      """;

  private final String mark = "-" + UUID.randomUUID();
  private final DataSource database;
  private final String schema;
  private final List<Traces> again = new ArrayList<>();

  /**
   * Those of a new run.
   *
   * @param schema of Semel's tables, with a dot behind it; empty where none is named
   */
  Traces(DataSource database, String schema) {
    this.database = database;
    this.schema = schema;
  }

  /** Those of the same messages under other identities, whose intents are this run's, too. */
  Traces again() {
    Traces others = new Traces(database, schema);
    again.add(others);
    return others;
  }

  String mark() {
    return mark;
  }

  /** What is still to be done of so many deliveries; empty if nothing is. */
  List<String> open(int deliveries) throws SQLException {
    List<String> open = new ArrayList<>(texts(OPEN));
    long ended = number(ENDED);
    if (ended < deliveries) {
      open.add("%d of %d deliveries".formatted(deliveries - ended, deliveries));
    }
    return open;
  }

  /** One line for each effect at an external system: what has one key takes effect once there. */
  List<String> intents() throws SQLException {
    List<String> all = new ArrayList<>(texts(INTENTS));
    for (Traces others : again) {
      all.addAll(others.intents());
    }
    return all;
  }

  List<String> parked() throws SQLException {
    return texts(PARKED);
  }

  long identities() throws SQLException {
    return number(IDENTITIES);
  }

  private long number(String sql) throws SQLException {
    return Long.parseLong(texts(sql).get(0));
  }

  private List<String> texts(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql.formatted(schema))) {
      for (int i = 1; i <= sql.chars().filter(one -> one == '?').count(); i++) {
        statement.setString(i, mark);
      }
      List<String> found = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          found.add(rows.getString(1));
        }
      }
      return found;
    }
  }
}
