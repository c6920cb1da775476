// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql.intent;

import java.time.Duration;
import org.semel.internal.intent.Destination;
import org.semel.internal.postgresql.Jdbc;
import org.semel.internal.postgresql.Watermark;
import org.semel.internal.postgresql.Watermark.Look;

/** {@code semel_intent}: lets a due intent wait that is too large to be read. */
final class PostponedIntents {

  /** The size of a body is known without reading it. Skips what a rival has locked, as a lease. */
  private static final String POSTPONE =
      """
      WITH since AS (
        SELECT least(?::timestamptz, statement_timestamp()) - ? * interval '1 millisecond' AS earliest
      ),
      due AS (
        SELECT key, octet_length(body) AS size
        FROM {schema}.semel_intent AS i
        WHERE destination = ? AND state IN ('pending', 'leased')
          AND due_at >= (SELECT earliest FROM since) AND due_at <= statement_timestamp()
      %s
        ORDER BY due_at
        LIMIT ?
        FOR UPDATE OF i SKIP LOCKED
      ),
      largest AS (
        SELECT key FROM due ORDER BY size DESC LIMIT 1
      )
      UPDATE {schema}.semel_intent AS i
      SET due_at = statement_timestamp() + ? * interval '1 millisecond'
      FROM largest
      WHERE i.key = largest.key
      """;

  private static final String FREE = POSTPONE.formatted("");
  private static final String IN_ORDER = POSTPONE.formatted(OrderedIntents.FIRST_OF_ITS_KEY);

  private final Jdbc jdbc;
  private final Watermark mark;

  /**
   * Those behind {@code jdbc}.
   *
   * @param mark where looks at their destination begin
   */
  PostponedIntents(Jdbc jdbc, Watermark mark) {
    this.jdbc = jdbc;
    this.mark = mark;
  }

  void postpone(Destination destination, int among, Duration delay) {
    postpone(FREE, destination, among, delay);
  }

  void postponeInOrder(Destination destination, int among, Duration delay) {
    postpone(IN_ORDER, destination, among, delay);
  }

  private void postpone(String sql, Destination destination, int among, Duration delay) {
    Look look = mark.look();
    try {
      jdbc.update(
          "let others go before an intent",
          sql,
          binds ->
              look.bind(binds).text(destination.name()).number(among).number(delay.toMillis()));
    } finally {
      mark.ended(look);
    }
  }
}
