// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.intent;

import java.util.List;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.engine.send.Intent;

/**
 * {@code semel_intent}, where a destination keeps the order of its keys. Costs other destinations
 * nothing.
 */
final class OrderedIntents {

  /**
   * Held until the transaction ends, so that of two transactions the one that commits first has the
   * earlier number. Sorted, so that two transactions do not deadlock; the transaction can be
   * prepared, as the lock is the transaction's and not the session's.
   *
   * @see <a href="https://www.postgresql.org/docs/17/explicit-locking.html#ADVISORY-LOCKS">Advisory
   *     locks</a>
   */
  private static final String HOLD =
      """
      SELECT pg_advisory_xact_lock(line)
      FROM (
        SELECT DISTINCT hashtextextended(destination || ' ' || order_key, 0) AS line
        FROM unnest(?::text[], ?::text[]) AS u (destination, order_key)
        ORDER BY line
      ) AS lines
      """;

  /** A statement of its own: a number that was drawn before the lock was held would not count. */
  private static final String RECORD =
      """
      INSERT INTO {schema}.semel_intent
        (key, consumer, cause, destination, ordinal, name, headers, form, content_type, body, headers_digest, order_key, digest, turn)
      SELECT key, consumer, cause, destination, ordinal, name, headers, form, content_type, body, headers_digest, order_key, sha256(body),
        nextval('{schema}.semel_intent_turn')
      FROM (
        SELECT *
        FROM unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::int[], ?::text[], ?::json[], ?::text[], ?::text[], ?::bytea[], ?::uuid[], ?::text[])
          WITH ORDINALITY
          AS u (key, consumer, cause, destination, ordinal, name, headers, form, content_type, body, headers_digest, order_key, place)
        ORDER BY place
      ) AS recorded
      """;

  /**
   * Leaves out intents behind an earlier one of their key that is not settled. The nearest one says
   * so: it waits itself, or it was leased once, which only the first of a key can be, and is
   * settled. Who looks from the beginning instead reads, for each that waits, all that was settled
   * while any snapshot may see it. What a person settled without a lease says nothing of those
   * before it, and is not in the index.
   */
  static final String FIRST_OF_ITS_KEY =
      """
          AND (order_key IS NULL OR coalesce((
            SELECT nearest.state IN ('delivered', 'withdrawn')
            FROM {schema}.semel_intent AS nearest
            WHERE nearest.destination = i.destination AND nearest.order_key = i.order_key AND nearest.turn < i.turn
              AND (nearest.lease > 0 OR nearest.state IN ('pending', 'leased', 'parked'))
            ORDER BY nearest.turn DESC
            LIMIT 1), true))
      """;

  private final Jdbc jdbc;

  OrderedIntents(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  /** Lets no other transaction record intents of these order keys until the caller's ends. */
  void hold(List<Intent> intents) {
    jdbc.query(
        "hold the order of intents",
        HOLD,
        binds ->
            binds
                .texts(intents, intent -> intent.address().destination().name())
                .texts(intents, OrderedIntents::orderKey),
        row -> "");
  }

  /** Writes these intents, each with an order key, in the caller's transaction. */
  void insert(List<Intent> intents) {
    hold(intents);
    int written =
        jdbc.update(
            "record intents in order",
            RECORD,
            binds -> IntentRows.bind(binds, intents).texts(intents, OrderedIntents::orderKey));
    IntentRows.expect(written, intents);
  }

  private static String orderKey(Intent intent) {
    return intent.address().orderKey().orElseThrow();
  }
}
