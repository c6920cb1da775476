// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.ordered;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.rows.Versions;
import org.semel.message.Fingerprint;
import org.semel.message.Identity;

/** {@code semel_version}: how far each aggregate has come. What waits is in {@link HeldTable}. */
public final class VersionTable implements Versions {

  /**
   * One statement for any number of aggregates: makes those that are new, locks all in the order of
   * their names, waiting for rivals at most as long as the lock timeout that it sets for its own
   * transaction, and returns what the last of them has left.
   */
  private static final String LOCK =
      """
      WITH bounded AS MATERIALIZED (
        SELECT set_config('lock_timeout', ?, true)
      ),
      asked AS (
        SELECT a.aggregate, a.consumer, a.key, a.version
        FROM bounded, unnest(?::uuid[], ?::text[], ?::text[], ?::bigint[]) AS a (aggregate, consumer, key, version)
        ORDER BY a.aggregate
      )
      INSERT INTO {schema}.semel_version AS v (aggregate, consumer, key, version)
      SELECT aggregate, consumer, key, version FROM asked
      ON CONFLICT (aggregate) DO UPDATE SET version = v.version
      RETURNING v.aggregate, v.version, v.fingerprint, v.moved_at, clock_timestamp() AS now
      """;

  /**
   * The first message that waits says where the aggregate is now: one whose turn has come, or that
   * has become old, makes it ready; a higher one shows a gap. A gap that narrows is the same gap,
   * and one that failed is not due earlier because an old message came.
   */
  private static final String ADVANCE =
      """
      UPDATE {schema}.semel_version AS v
      SET version = a.version,
          fingerprint = nullif(a.fingerprint, ''),
          ignored = v.ignored + a.ignored,
          state = CASE WHEN h.version IS NULL THEN 'rest'
                       WHEN h.version <= a.version + 1 THEN 'ready'
                       WHEN v.state = 'told' THEN 'told'
                       ELSE 'gap' END,
          since = CASE WHEN h.version IS NULL THEN NULL
                       WHEN h.version <= a.version + 1
                         THEN CASE WHEN v.state = 'ready' AND v.version = a.version THEN v.since ELSE statement_timestamp() END
                       WHEN v.state IN ('gap', 'told') THEN v.since
                       ELSE h.held_at END,
          moved_at = CASE WHEN a.version = v.version THEN v.moved_at ELSE statement_timestamp() END
      FROM unnest(?::uuid[], ?::bigint[], ?::bytea[], ?::bigint[]) AS a (aggregate, version, fingerprint, ignored)
        LEFT JOIN LATERAL (
          SELECT e.version, e.held_at FROM {schema}.semel_held AS e WHERE e.aggregate = a.aggregate ORDER BY e.version LIMIT 1
        ) AS h ON true
      WHERE v.aggregate = a.aggregate
      RETURNING v.consumer, v.key, CASE WHEN v.state <> 'told' THEN v.told END AS told
      """;

  private final Jdbc jdbc;
  private final HeldTable held;
  private final ReadyAggregates ready;
  private final OverdueGaps overdue;
  private final GapNotices notices;
  private final Duration lockTimeout;

  /**
   * The table behind {@code jdbc}.
   *
   * @param lockTimeout how long a message waits for a rival at work on the same aggregate
   */
  public VersionTable(Jdbc jdbc, Duration lockTimeout) {
    this(jdbc, lockTimeout, System::nanoTime);
  }

  public VersionTable(Jdbc jdbc, Duration lockTimeout, LongSupplier nanos) {
    this.jdbc = jdbc;
    this.held = new HeldTable(jdbc);
    this.ready = new ReadyAggregates(jdbc, held, nanos);
    this.overdue = new OverdueGaps(jdbc);
    this.notices = new GapNotices(jdbc);
    this.lockTimeout = lockTimeout;
  }

  @Override
  public Map<Identity, Reached> lock(Map<Identity, Long> aggregates) {
    List<Map.Entry<Identity, Long>> rows = List.copyOf(aggregates.entrySet());
    Map<UUID, Reached> reached = new HashMap<>();
    jdbc.query(
            "lock aggregates",
            LOCK,
            binds ->
                binds
                    .text(Long.toString(lockTimeout.toMillis()))
                    .uuids(rows, row -> row.getKey().digest())
                    .texts(rows, row -> row.getKey().consumer())
                    .texts(rows, row -> row.getKey().key())
                    .numbers(rows, Map.Entry::getValue),
            row -> Map.entry(row.getObject("aggregate", UUID.class), ReadyAggregates.reached(row)))
        .forEach(row -> reached.put(row.getKey(), row.getValue()));
    Map<Identity, Reached> versions = new HashMap<>();
    for (Identity aggregate : aggregates.keySet()) {
      versions.put(aggregate, Objects.requireNonNull(reached.get(aggregate.digest())));
    }
    return versions;
  }

  @Override
  public void advance(Collection<Advance> advances) {
    List<Advance> rows = List.copyOf(advances);
    List<Optional<GapNotices.Notice>> advanced =
        jdbc.query(
            "advance aggregates",
            ADVANCE,
            binds ->
                binds
                    .uuids(rows, row -> row.aggregate().digest())
                    .numbers(rows, row -> row.reached().version())
                    .byteArrays(rows, row -> bytes(row.reached().fingerprint()))
                    .numbers(rows, row -> (long) row.ignored()),
            GapNotices::read);
    if (advanced.size() != rows.size()) {
      throw new IllegalStateException(
          advanced.size()
              + " of "
              + rows.size()
              + " locked aggregates advanced; this is a defect of Semel");
    }
    notices.settle(advanced.stream().flatMap(Optional::stream).toList(), GapNotices.GapEnd.CAME);
  }

  private static byte[] bytes(Optional<Fingerprint> fingerprint) {
    return fingerprint.map(Fingerprint::bytes).orElseGet(() -> new byte[0]);
  }

  @Override
  public List<Optional<Claim.Conflict>> hold(List<HeldMessage> early) {
    return held.hold(early);
  }

  @Override
  public Optional<HeldMessage> waiting(Place place) {
    return held.at(place);
  }

  @Override
  public List<Run> due(String consumer, int most, long bytes) {
    return ready.due(consumer, most, bytes);
  }

  @Override
  public void drop(Collection<Place> upTo) {
    held.drop(List.copyOf(upTo));
  }

  @Override
  public boolean failed(Place place, Failure failure, Duration delay) {
    return ready.failed(place, failure, delay);
  }

  @Override
  public boolean stopped(Place place, Duration delay) {
    return ready.stopped(place, delay);
  }

  @Override
  public List<Overdue> overdue(String consumer, Duration deadline, long bytes) {
    return overdue.look(consumer, deadline, bytes);
  }
}
