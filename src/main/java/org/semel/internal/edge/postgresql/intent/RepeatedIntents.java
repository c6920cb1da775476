// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.intent;

import java.util.List;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.engine.send.Intent;

/**
 * {@code semel_intent}, for routes that see a message more than once: an intent that is recorded
 * already is the same effect, and stays as it is, whatever its bytes would be now.
 */
final class RepeatedIntents {

  /**
   * In the order of the keys, as here two transactions could deadlock; those of an order key in
   * their own order, under its lock.
   */
  private static final String RECORD =
      """
      INSERT INTO {schema}.semel_intent
        (key, consumer, cause, destination, ordinal, name, headers, form, content_type, body, headers_digest, order_key, digest, turn)
      SELECT key, consumer, cause, destination, ordinal, name, headers, form, content_type, body, headers_digest, order_key, sha256(body),
        CASE WHEN order_key IS NOT NULL THEN nextval('{schema}.semel_intent_turn') END
      FROM (
        SELECT *
        FROM unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::int[], ?::text[], ?::json[], ?::text[], ?::text[], ?::bytea[], ?::uuid[], ?::text[])
          WITH ORDINALITY
          AS u (key, consumer, cause, destination, ordinal, name, headers, form, content_type, body, headers_digest, order_key, place)
        ORDER BY order_key IS NULL, CASE WHEN order_key IS NULL THEN key END, place
      ) AS recorded
      ON CONFLICT (key) DO NOTHING
      """;

  /**
   * The places of those that are there otherwise; two of them may have the same key. One whose
   * headers have no digest was recorded by a version that kept none, and says nothing about them.
   */
  private static final String OTHERS =
      """
      SELECT r.place
      FROM unnest(?::uuid[], ?::bytea[], ?::uuid[]) WITH ORDINALITY AS r (key, body, headers_digest, place)
      JOIN {schema}.semel_intent AS i ON i.key = r.key
      WHERE i.digest <> sha256(r.body) OR i.headers_digest <> r.headers_digest
      ORDER BY r.place
      """;

  private final Jdbc jdbc;

  RepeatedIntents(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Writes those of {@code intents} that are not there, in the caller's transaction.
   *
   * @return those that are there with other bytes, or other headers of their effect
   */
  List<Intent> insert(List<Intent> intents) {
    List<Intent> ordered =
        intents.stream().filter(intent -> intent.address().orderKey().isPresent()).toList();
    if (!ordered.isEmpty()) {
      new OrderedIntents(jdbc).hold(ordered);
    }
    int written =
        jdbc.update(
            "record intents again",
            RECORD,
            binds ->
                IntentRows.bind(binds, intents)
                    .texts(intents, intent -> intent.address().orderKey().orElse(null)));
    return written == intents.size() ? List.of() : others(intents);
  }

  /** Those that are there with other bytes, or other headers of their effect. */
  List<Intent> others(List<Intent> intents) {
    return jdbc.query(
        "compare intents that were there",
        OTHERS,
        binds ->
            binds
                .uuids(intents, Intent::key)
                .byteArrays(intents, intent -> intent.body().bytes())
                .uuids(intents, IntentRows::headersDigest),
        row -> intents.get(row.getInt("place") - 1));
  }
}
