// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql.stored;

import java.time.Duration;
import org.semel.internal.postgresql.Jdbc;
import org.semel.internal.stored.StoredMessages.Quota;

/** {@code semel_inbox}: lets a due message wait that is too large to be read. */
final class PostponedMessages {

  /** The size of a body is known without reading it. Skips what a rival has locked, as a lease. */
  private static final String POSTPONE =
      """
      WITH fresh AS (
        SELECT identity, octet_length(body) AS size FROM {schema}.semel_inbox
        WHERE consumer = ? AND state IN ('RECEIVED', 'IN_PROGRESS') AND due_at <= statement_timestamp()
        ORDER BY due_at
        LIMIT ?
        FOR UPDATE SKIP LOCKED
      ),
      again AS (
        SELECT identity, octet_length(body) AS size FROM {schema}.semel_inbox
        WHERE consumer = ? AND state = 'FAILED_RETRYABLE' AND due_at <= statement_timestamp()
        ORDER BY due_at
        LIMIT ?
        FOR UPDATE SKIP LOCKED
      ),
      largest AS (
        SELECT identity FROM (SELECT * FROM fresh UNION ALL SELECT * FROM again) AS due ORDER BY size DESC LIMIT 1
      )
      UPDATE {schema}.semel_inbox AS i
      SET due_at = statement_timestamp() + ? * interval '1 millisecond'
      FROM largest
      WHERE i.identity = largest.identity
      """;

  private final Jdbc jdbc;

  PostponedMessages(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  void postpone(String consumer, Quota among, Duration delay) {
    jdbc.update(
        "let others go before a message",
        POSTPONE,
        binds ->
            binds
                .text(consumer)
                .number(among.fresh())
                .text(consumer)
                .number(among.retries())
                .number(delay.toMillis()));
  }
}
