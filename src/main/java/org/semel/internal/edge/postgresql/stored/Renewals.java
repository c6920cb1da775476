// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.stored;

import java.time.Duration;
import java.util.List;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.engine.receive.rows.LeasedMessage;

/** Renews leases in {@code semel_inbox}. */
final class Renewals {

  /** Skips locked rows: a row that is written at this moment ends, or is leased again. */
  private static final String RENEW =
      """
      WITH free AS (
        SELECT i.identity
        FROM unnest(?::uuid[], ?::bigint[]) AS m (identity, lease),
          LATERAL (
            SELECT i.identity
            FROM {schema}.semel_inbox AS i
            WHERE i.identity = m.identity AND CASE i.state WHEN 'IN_PROGRESS' THEN i.lease END = m.lease
            FOR UPDATE SKIP LOCKED) AS i
      )
      UPDATE {schema}.semel_inbox AS i
      SET due_at = statement_timestamp() + ? * interval '1 millisecond'
      WHERE i.identity = ANY (ARRAY(SELECT identity FROM free))
      """;

  private final Jdbc jdbc;

  Renewals(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  void renew(List<LeasedMessage> leased, Duration life) {
    jdbc.update(
        "renew leases",
        RENEW,
        binds ->
            binds
                .uuids(leased, row -> row.identity().digest())
                .numbers(leased, LeasedMessage::token)
                .number(life.toMillis()));
  }
}
