// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.semel.internal.desk.operate.Backlog;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.ordered.PresentVersions;
import org.semel.operations.BacklogCount;

/**
 * Counts the rows that wait. Each count reads a partial index of waiting rows only, so that
 * finished rows cost nothing.
 */
public final class BacklogCounts implements Backlog {

  private static final String MESSAGES =
      """
      SELECT consumer AS owner, reason AS state, count(*) AS rows,
        (extract(epoch FROM statement_timestamp() - min(parked_at)) * 1000)::bigint AS oldest
      FROM {schema}.semel_parked
      WHERE state = 'parked'
      GROUP BY consumer, reason
      UNION ALL
      SELECT consumer, 'RETRYING', count(*),
        (extract(epoch FROM statement_timestamp() - min(failed_at)) * 1000)::bigint
      FROM {schema}.semel_attempt
      WHERE failures > 0
      GROUP BY consumer
      UNION ALL
      SELECT consumer, state, count(*),
        (extract(epoch FROM statement_timestamp() - min(coalesce(unparked_at, received_at))) * 1000)::bigint
      FROM {schema}.semel_inbox
      WHERE state IN ('RECEIVED', 'IN_PROGRESS')
      GROUP BY consumer, state
      UNION ALL
      SELECT consumer, state, count(*),
        (extract(epoch FROM statement_timestamp() - min(coalesce(unparked_at, received_at))) * 1000)::bigint
      FROM {schema}.semel_inbox
      WHERE state = 'FAILED_RETRYABLE'
      GROUP BY consumer, state
      UNION ALL
      SELECT consumer, state, count(*),
        (extract(epoch FROM statement_timestamp() - min(coalesce(unparked_at, received_at))) * 1000)::bigint
      FROM {schema}.semel_inbox
      WHERE state = 'FAILED_TERMINAL'
      GROUP BY consumer, state
      UNION ALL
      SELECT consumer, 'HELD', count(*),
        (extract(epoch FROM statement_timestamp() - min(held_at)) * 1000)::bigint
      FROM {schema}.semel_held
      GROUP BY consumer
      UNION ALL
      SELECT consumer, 'GAP_OPEN', count(*),
        (extract(epoch FROM statement_timestamp() - min(since)) * 1000)::bigint
      FROM {schema}.semel_version AS v
      WHERE state IN ('gap', 'told') AND NOT %s
      GROUP BY consumer
      ORDER BY owner, state
      """
          .formatted(PresentVersions.NEXT);

  private static final String INTENTS =
      """
      SELECT destination AS owner, state, count(*) AS rows,
        (extract(epoch FROM statement_timestamp() - min(coalesce(unparked_at, recorded_at))) * 1000)::bigint AS oldest
      FROM {schema}.semel_intent
      WHERE state IN ('pending', 'leased')
      GROUP BY destination, state
      UNION ALL
      SELECT destination, state, count(*),
        (extract(epoch FROM statement_timestamp() - min(recorded_at)) * 1000)::bigint
      FROM {schema}.semel_intent
      WHERE state = 'parked'
      GROUP BY destination, state
      ORDER BY owner, state
      """;

  private final Jdbc jdbc;

  public BacklogCounts(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public List<BacklogCount> messages() {
    return jdbc.query("count waiting messages", MESSAGES, binds -> {}, BacklogCounts::pile);
  }

  @Override
  public List<BacklogCount> intents() {
    return jdbc.query("count waiting intents", INTENTS, binds -> {}, BacklogCounts::pile);
  }

  private static BacklogCount pile(ResultSet row) throws SQLException {
    return new BacklogCount(
        row.getString("owner"),
        row.getString("state"),
        row.getLong("rows"),
        Duration.ofMillis(row.getLong("oldest")));
  }
}
