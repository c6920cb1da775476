// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.intent;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.engine.send.SettledLease;

/** {@code semel_intent}: settles leases. */
final class SettledIntents {

  /**
   * Fenced: only the holder of the row's latest lease settles. {@code SKIP LOCKED}, so that one row
   * that another transaction holds, on a connection that hangs say, holds up no other. What was
   * delivered is not sent again: of its bytes the digest is enough.
   */
  private static final String SETTLE =
      """
      WITH s AS (
        SELECT *
        FROM unnest(?::uuid[], ?::bigint[], ?::text[], ?::bigint[], ?::bigint[], ?::boolean[], ?::boolean[], ?::text[], ?::text[], ?::text[])
          AS u (key, lease, state, delay, failed, uncertain, unseen, reason, detail, reference)
      ),
      ours AS (
        SELECT i.key, i.lease
        FROM s,
          LATERAL (
            SELECT i.key, i.lease
            FROM {schema}.semel_intent AS i
            WHERE i.key = s.key AND CASE i.state WHEN 'leased' THEN i.lease END = s.lease
            FOR UPDATE SKIP LOCKED) AS i
      )
      UPDATE {schema}.semel_intent AS i
      SET state = s.state,
          due_at = statement_timestamp() + s.delay * interval '1 millisecond',
          failures = i.failures + s.failed,
          attempts = i.attempts + CASE WHEN s.state = 'delivered' THEN 1 ELSE s.failed END,
          uncertain = s.uncertain,
          first_leased_at = CASE WHEN NOT s.unseen THEN i.first_leased_at END,
          reason = s.reason,
          detail = coalesce(s.detail, i.detail),
          reference = s.reference,
          headers = CASE WHEN s.state = 'delivered' THEN '{}' ELSE i.headers END,
          body = CASE WHEN s.state = 'delivered' THEN '' ELSE i.body END,
          settled_at = CASE WHEN s.state IN ('delivered', 'parked') THEN statement_timestamp() END
      FROM s JOIN ours ON ours.key = s.key AND ours.lease = s.lease
      WHERE i.key = s.key
      RETURNING i.key, i.lease
      """;

  /** Those that stand as they would be settled: only the holder of the same lease left them so. */
  private static final String STANDING =
      """
      SELECT i.key, i.lease
      FROM unnest(?::uuid[], ?::bigint[], ?::text[], ?::bigint[], ?::text[]) AS s (key, lease, state, failures, detail)
        JOIN {schema}.semel_intent AS i ON i.key = s.key AND i.lease = s.lease
      WHERE i.state = s.state AND i.failures = s.failures AND i.detail IS NOT DISTINCT FROM coalesce(s.detail, i.detail)
      """;

  private static final String OPEN =
      """
      SELECT i.key, i.lease
      FROM unnest(?::uuid[], ?::bigint[]) AS s (key, lease)
        JOIN {schema}.semel_intent AS i ON i.key = s.key AND CASE i.state WHEN 'leased' THEN i.lease END = s.lease
      """;

  private final Jdbc jdbc;

  SettledIntents(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  /** Those of these that no one has settled, and whose leases are the latest. */
  List<SettledLease> open(List<SettledLease> settled) {
    List<SettledRow> rows = rows(settled);
    Set<Fence> open =
        new HashSet<>(
            jdbc.query(
                "look for leases that are ours",
                OPEN,
                binds -> binds.uuids(rows, SettledRow::key).numbers(rows, SettledRow::lease),
                Fence::read));
    return settled.stream().filter(one -> open.contains(Fence.of(one.lease()))).toList();
  }

  /** Settles these; those that are neither settled now nor were before, under the same lease. */
  List<SettledLease> settle(List<SettledLease> settled) {
    List<SettledLease> rest = without(settled, settledNow(rows(settled)));
    return rest.isEmpty() ? rest : without(rest, standing(rows(rest)));
  }

  private List<Fence> settledNow(List<SettledRow> rows) {
    return jdbc.query(
        "settle intents",
        SETTLE,
        binds ->
            binds
                .uuids(rows, SettledRow::key)
                .numbers(rows, SettledRow::lease)
                .texts(rows, SettledRow::state)
                .numbers(rows, SettledRow::delay)
                .numbers(rows, SettledRow::failed)
                .truths(rows, SettledRow::uncertain)
                .truths(rows, SettledRow::unseen)
                .texts(rows, SettledRow::reason)
                .texts(rows, SettledRow::detail)
                .texts(rows, SettledRow::reference),
        Fence::read);
  }

  private List<Fence> standing(List<SettledRow> rows) {
    return jdbc.query(
        "look for settled intents",
        STANDING,
        binds ->
            binds
                .uuids(rows, SettledRow::key)
                .numbers(rows, SettledRow::lease)
                .texts(rows, SettledRow::state)
                .numbers(rows, SettledRow::failures)
                .texts(rows, SettledRow::detail),
        Fence::read);
  }

  private static List<SettledRow> rows(List<SettledLease> settled) {
    return settled.stream().map(SettledRow::of).toList();
  }

  private static List<SettledLease> without(List<SettledLease> settled, List<Fence> found) {
    Set<Fence> ours = new HashSet<>(found);
    return settled.stream().filter(one -> !ours.contains(Fence.of(one.lease()))).toList();
  }
}
