// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.semel.chaos.Facts.Effect;
import org.semel.chaos.Facts.External;
import org.semel.chaos.Facts.Left;
import org.semel.estate.Postgres;

/** Hears what has become of a run's messages, from whoever knows. */
final class Witnesses {

  private static final Pattern KEY = Pattern.compile("\"id\":\"([^\"]+)\"");

  private static final String DUPLICATES =
      """
      SELECT count(*) FROM semel_duplicate JOIN semel_claim USING (identity, consumer)
      WHERE key LIKE ?
      """;

  private Witnesses() {}

  /**
   * Whom to ask.
   *
   * @param run of whose messages; others may be in the same tables
   * @param provided keys of intents that took effect, as whoever takes them says
   * @param left what is left with broker and transaction manager
   */
  record Hearing(Postgres database, String run, List<String> provided, Left left) {}

  static Facts of(Hearing hearing) {
    Postgres database = hearing.database();
    String run = "%" + hearing.run() + "-%";
    Map<String, Effect> effects = new HashMap<>();
    for (String row :
        database.texts(
            """
            SELECT invoice || '-' || line || ' ' || count(*) || ' ' || sum(quantity)
            FROM reservation WHERE invoice = ? GROUP BY invoice, line
            """,
            hearing.run())) {
      String[] word = row.split(" ", -1);
      effects.put(word[0], new Effect(Long.parseLong(word[1]), Long.parseLong(word[2])));
    }
    Map<String, String> parked = new HashMap<>();
    database
        .texts("SELECT reason || ' ' || coalesce(key, 'without key') FROM semel_parked")
        .forEach(row -> parked.put(key(row), row.substring(0, row.indexOf(' '))));
    long claims = database.number("SELECT count(*) FROM semel_claim WHERE key LIKE ?", run);
    return new Facts(
        effects,
        claims,
        claims + database.number(DUPLICATES, run),
        parked,
        hearing.left(),
        new External(
            Set.copyOf(
                database.texts("SELECT key::text FROM semel_intent WHERE cause LIKE ?", run)),
            database.number(
                "SELECT count(*) FROM semel_intent WHERE state = 'delivered' AND cause LIKE ?",
                run),
            hearing.provided()));
  }

  /** The key of a CloudEvent is its source and its id, with a bar between them. */
  private static String key(String row) {
    return row.substring(Math.max(row.lastIndexOf(' '), row.lastIndexOf('|')) + 1);
  }

  /** The keys of these bodies. */
  static List<String> keys(List<String> bodies) {
    return bodies.stream().map(Witnesses::id).toList();
  }

  static String id(String body) {
    Matcher matcher = KEY.matcher(body);
    return matcher.find() ? matcher.group(1) : "without key";
  }
}
