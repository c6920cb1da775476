// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql.claim;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.semel.internal.claim.Claim;
import org.semel.internal.postgresql.Flush;
import org.semel.internal.postgresql.Jdbc;

/** {@code semel_window}: claims in a ring of partitions, one for each day. */
public final class WindowTable {

  /** For identities with a time: one primary key decides. */
  private static final String CLAIM_DATED =
      """
      WITH bounded AS MATERIALIZED (
        SELECT set_config('lock_timeout', ?, true), {flush}, floor(extract(epoch FROM statement_timestamp()))::bigint / 86400 AS today
      ),
      offered AS (
        SELECT o.identity, o.day, o.consumer, o.key, o.fingerprint
        FROM bounded,
          unnest(?::uuid[], ?::bigint[], ?::text[], ?::text[], ?::bytea[]) AS o (identity, day, consumer, key, fingerprint)
        WHERE o.day BETWEEN bounded.today - ? AND bounded.today + 2
        ORDER BY o.identity
      )
      INSERT INTO {schema}.semel_window (identity, slot, consumer, key, fingerprint)
      SELECT identity, day % 40, consumer, key, fingerprint FROM offered
      ON CONFLICT (identity, slot) DO NOTHING
      RETURNING identity
      """
          .replace("{flush}", Flush.AT_COMMIT);

  /**
   * For identities without a time: rivals for one identity wait for each other here, to the end of
   * their transactions and through a prepared one, on whatever day each of them believes to be. In
   * the order of the locks, so that two batches cannot deadlock.
   */
  private static final String LOCK =
      """
      WITH bounded AS MATERIALIZED (
        SELECT set_config('lock_timeout', ?, true), {flush}
      ),
      wanted AS (
        SELECT DISTINCT w.lock FROM bounded, unnest(?::bigint[]) AS w (lock) ORDER BY w.lock
      ),
      held AS MATERIALIZED (
        SELECT pg_advisory_xact_lock(lock) FROM wanted
      )
      SELECT count(*) AS held, (floor(extract(epoch FROM clock_timestamp()))::bigint + ?) / 86400 AS today FROM held
      """
          .replace("{flush}", Flush.AT_COMMIT);

  /**
   * A statement of its own, as only a new snapshot sees the rows of rivals that the locks waited
   * for. The look-up is by key, slot by slot: a LIMIT keeps the planner from any other way.
   */
  private static final String CLAIM_TODAY =
      """
      INSERT INTO {schema}.semel_window (identity, slot, consumer, key, fingerprint)
      SELECT o.identity, {slot}, o.consumer, o.key, o.fingerprint
      FROM unnest(?::uuid[], ?::text[], ?::text[], ?::bytea[]) AS o (identity, consumer, key, fingerprint)
      WHERE (SELECT w.slot FROM {schema}.semel_window AS w WHERE w.identity = o.identity AND w.slot IN ({probed}) LIMIT 1) IS NULL
      ON CONFLICT (identity, slot) DO NOTHING
      RETURNING identity
      """;

  /** As in {@link ClaimTable}. */
  private static final String COMPARE =
      """
      WITH compared AS (
        SELECT o.ordinal, o.digest, c.consumer, c.fingerprint, c.claimed_at,
               o.key = c.key AND o.consumer = c.consumer
               AND (o.fingerprint = c.fingerprint OR get_byte(o.fingerprint, 0) <> get_byte(c.fingerprint, 0)) AS equal, o.traced
        FROM unnest(?::bigint[], ?::boolean[], ?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::bytea[])
          AS o (ordinal, traced, identity, digest, consumer, key, fingerprint),
        LATERAL (
          SELECT w.consumer, w.key, w.fingerprint, w.claimed_at FROM {schema}.semel_window AS w
          WHERE w.identity = o.identity AND w.slot IN ({probed}) LIMIT 1
        ) AS c
      ),
      absorbed AS (
        INSERT INTO {schema}.semel_duplicate (identity, consumer)
        SELECT digest, consumer FROM compared WHERE equal AND traced
      )
      SELECT ordinal, equal, fingerprint, claimed_at FROM compared
      """;

  private static final String TODAY =
      """
      SELECT floor(extract(epoch FROM statement_timestamp()))::bigint / 86400 AS today
      """;

  private static final String SETTLED =
      """
      SELECT identity FROM {schema}.semel_window WHERE identity = ANY (?::uuid[]) AND slot IN ({probed})
      """;

  private final Jdbc jdbc;
  private final String lockTimeout;

  public WindowTable(Jdbc jdbc, Duration lockTimeout) {
    this.jdbc = jdbc;
    this.lockTimeout = Long.toString(lockTimeout.toMillis());
  }

  void join() {
    jdbc.join();
  }

  /** Claims those whose day is no more than so many days ago, nor too far ahead. */
  Set<UUID> claimDated(List<ClaimRow> rows, long days) {
    return new HashSet<>(
        jdbc.query(
            "claim dated identities",
            CLAIM_DATED,
            binds ->
                ClaimRow.bind(
                        rows,
                        binds
                            .text(lockTimeout)
                            .uuids(rows, ClaimRow::id)
                            .numbers(rows, ClaimRow::day))
                    .number(days),
            row -> row.getObject("identity", UUID.class)));
  }

  /** Locks these identities until the transaction ends; the day that it is then. */
  long lock(List<ClaimRow> rows, Duration shift) {
    return jdbc.query(
            "lock identities",
            LOCK,
            binds ->
                binds
                    .text(lockTimeout)
                    .numbers(rows, row -> row.id().getMostSignificantBits())
                    .number(shift.toSeconds()),
            row -> row.getLong("today"))
        .get(0);
  }

  /** Claims those that none of {@code probed} has; they are locked. */
  Set<UUID> claimToday(List<ClaimRow> rows, int slot, Collection<Integer> probed) {
    return new HashSet<>(
        jdbc.query(
            "claim identities of a window",
            CLAIM_TODAY
                .replace("{slot}", String.valueOf(slot))
                .replace("{probed}", DayPartitions.list(probed)),
            binds -> ClaimRow.bind(rows, binds.uuids(rows, ClaimRow::id)),
            row -> row.getObject("identity", UUID.class)));
  }

  /** The earlier claims of the rows with these ordinals. */
  Map<Integer, Claim> compare(
      List<ClaimRow> rows, List<Integer> ordinals, Collection<Integer> probed) {
    List<ClaimRow> chosen = ordinals.stream().map(rows::get).toList();
    return ClaimResults.compared(
        jdbc,
        COMPARE.replace("{probed}", DayPartitions.list(probed)),
        binds ->
            ClaimRow.bind(
                chosen,
                binds
                    .numbers(ordinals, Integer::longValue)
                    .truths(chosen, row -> row.offer().leavesTrace())
                    .uuids(chosen, ClaimRow::id)
                    .uuids(chosen, row -> row.identity().digest())));
  }

  /** Those that lie in one of {@code probed}. */
  Set<UUID> settled(List<ClaimRow> rows, Collection<Integer> probed) {
    return new HashSet<>(
        jdbc.query(
            "look identities of a window up",
            SETTLED.replace("{probed}", DayPartitions.list(probed)),
            binds -> binds.uuids(rows, ClaimRow::id),
            row -> row.getObject("identity", UUID.class)));
  }

  /** Today, by the database's clock. */
  long today() {
    return jdbc.query("ask for the day", TODAY, binds -> {}, row -> row.getLong("today")).get(0);
  }
}
