// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.stored;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.engine.receive.rows.InboxStage;
import org.semel.internal.engine.receive.rows.StoredMessages.Move;

/** Every transition of a message in {@code semel_inbox}. */
final class StageTransitions {

  /**
   * The one statement that writes a stage. Rows are locked in the order of their identities, so
   * that two moves cannot wait for each other in a circle. They are due in the order of the moves.
   * Rows are found by key even where statistics know of few rows.
   */
  private static final String MOVE =
      """
      WITH m AS (
        SELECT *
        FROM unnest(?::uuid[], ?::bigint[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::text[], ?::text[], ?::text[],
          ?::text[]) WITH ORDINALITY
          AS m (identity, lease, state, delay, failed, lapsed, reason, kind, detail, failure_group, place)
      ),
      locked AS MATERIALIZED (
        SELECT i.identity
        FROM (SELECT identity FROM m ORDER BY identity) AS m,
          LATERAL (SELECT i.identity FROM {schema}.semel_inbox AS i WHERE i.identity = m.identity FOR UPDATE) AS i
      )
      UPDATE {schema}.semel_inbox AS i
      SET state = m.state,
          lease = i.lease + (m.state = 'IN_PROGRESS')::int,
          lapses = CASE WHEN i.state = 'PARKED' THEN 0
                        ELSE i.lapses + m.lapsed + (i.state = 'IN_PROGRESS' AND m.state = 'IN_PROGRESS')::int END,
          failures = CASE WHEN i.state = 'PARKED' THEN 0 ELSE i.failures + m.failed END,
          due_at = statement_timestamp() + m.delay * interval '1 millisecond' + (m.place - 1) * interval '1 microsecond',
          reason = coalesce(m.reason, i.reason),
          kind = coalesce(m.kind, i.kind),
          detail = coalesce(m.detail, i.detail),
          failure_group = coalesce(m.failure_group, i.failure_group),
          ended_at = CASE WHEN m.state IN ('COMPLETED', 'PARKED') THEN statement_timestamp() END
      FROM m
      WHERE i.identity = m.identity AND i.identity = ANY (ARRAY(SELECT identity FROM locked)) AND i.lease = m.lease
        AND i.state || '>' || m.state = ANY (?::text[])
      RETURNING i.identity
      """;

  private final Jdbc jdbc;

  StageTransitions(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  /** The messages that were moved. The others have lost their lease, or the step is not allowed. */
  Set<UUID> make(List<Move> moves) {
    List<MoveRow> rows = moves.stream().map(MoveRow::of).toList();
    return new HashSet<>(
        jdbc.query(
            "move stored messages",
            MOVE,
            binds -> MoveRow.bind(rows, binds).texts(InboxStage.steps(), step -> step),
            row -> row.getObject("identity", UUID.class)));
  }
}
