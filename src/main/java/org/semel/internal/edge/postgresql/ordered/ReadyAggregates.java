// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.ordered;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.Times;
import org.semel.internal.edge.postgresql.Watermark;
import org.semel.internal.edge.postgresql.Watermark.Look;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.rows.Versions;
import org.semel.internal.engine.receive.rows.Versions.Place;
import org.semel.internal.engine.receive.rows.Versions.Reached;
import org.semel.internal.engine.receive.rows.Versions.Run;
import org.semel.message.Fingerprint;

/** Aggregates whose next version is ready, with their held messages. */
final class ReadyAggregates {

  /**
   * Reads no more rows than it returns, and those that a rival has locked. What has gone is passed
   * over; see {@link Watermark}. One row even where none is ready: when it was looked.
   */
  private static final String READY =
      """
      SELECT ready.*, clock_timestamp() AS now, coalesce(ready.since, look.now) AS first
      FROM (SELECT transaction_timestamp() AS now) AS look LEFT JOIN (
        SELECT aggregate, version, fingerprint, moved_at, since
        FROM {schema}.semel_version
        WHERE consumer = ? AND state = 'ready'
          AND since >= least(?::timestamptz, statement_timestamp()) - ? * interval '1 millisecond'
          AND since <= statement_timestamp()
        ORDER BY since
        LIMIT ?
        FOR UPDATE SKIP LOCKED
      ) AS ready ON true
      """;

  /** Skips a locked aggregate; it is then tried again sooner. */
  private static final String FAILED =
      """
      WITH failed AS (
        UPDATE {schema}.semel_held
        SET failures = failures + ?, kind = coalesce(?, kind), detail = coalesce(?, detail)
        WHERE aggregate = ? AND version = ?
        RETURNING aggregate, version
      ),
      free AS (
        SELECT v.aggregate
        FROM {schema}.semel_version AS v JOIN failed AS f ON f.aggregate = v.aggregate
        WHERE v.state = 'ready' AND v.version < f.version
        FOR UPDATE OF v SKIP LOCKED
      ),
      delayed AS (
        UPDATE {schema}.semel_version AS v
        SET since = statement_timestamp() + ? * interval '1 millisecond'
        FROM free
        WHERE v.aggregate = free.aggregate
      )
      SELECT aggregate FROM failed
      """;

  private final Jdbc jdbc;
  private final HeldTable held;
  private final LongSupplier nanos;
  private final Map<String, Watermark> marks = new ConcurrentHashMap<>();

  ReadyAggregates(Jdbc jdbc, HeldTable held, LongSupplier nanos) {
    this.jdbc = jdbc;
    this.held = held;
    this.nanos = nanos;
  }

  /** See {@link Versions#due}. */
  List<Run> due(String consumer, int most, long bytes) {
    Map<UUID, Reached> ready = new LinkedHashMap<>();
    ready(consumer, most).forEach(one -> ready.put(one.digest(), one.reached()));
    return ready.isEmpty() ? List.of() : runs(ready, held.behind(ready, most, bytes));
  }

  private List<ReadyAggregate> ready(String consumer, int most) {
    Watermark mark = marks.computeIfAbsent(consumer, absent -> new Watermark(nanos));
    Look look = mark.look();
    try {
      List<Looked> rows =
          jdbc.query(
              "find aggregates whose turn has come",
              READY,
              binds -> look.bind(binds.text(consumer)).number(most),
              Looked::read);
      mark.reached(rows.stream().map(Looked::first).min(Instant::compareTo).orElseThrow());
      return rows.stream().flatMap(row -> row.ready().stream()).toList();
    } finally {
      mark.ended(look);
    }
  }

  /**
   * A row of a look.
   *
   * @param ready nothing if no aggregate is
   * @param first since when its turn has come, or when it was looked
   */
  private record Looked(Optional<ReadyAggregate> ready, Instant first) {

    static Looked read(ResultSet row) throws SQLException {
      boolean nothing = row.getString("aggregate") == null;
      return new Looked(
          nothing ? Optional.empty() : Optional.of(ReadyAggregate.read(row)),
          Times.at(row, "first"));
    }
  }

  /** An aggregate whose turn has come. */
  private record ReadyAggregate(UUID digest, Reached reached) {

    static ReadyAggregate read(ResultSet row) throws SQLException {
      return new ReadyAggregate(
          row.getObject("aggregate", UUID.class), ReadyAggregates.reached(row));
    }
  }

  /** See {@link Versions#failed}. */
  boolean failed(Place place, Failure failure, Duration delay) {
    return later(place, Optional.of(failure), delay);
  }

  /** See {@link Versions#stopped}. */
  boolean stopped(Place place, Duration delay) {
    return later(place, Optional.empty(), delay);
  }

  private boolean later(Place place, Optional<Failure> failure, Duration delay) {
    List<UUID> counted =
        jdbc.query(
            "note that a message could not be released",
            FAILED,
            binds ->
                binds
                    .number(failure.isPresent() ? 1 : 0)
                    .text(failure.map(Failure::kind).orElse(null))
                    .text(failure.map(Failure::detail).orElse(null))
                    .uuid(place.aggregate().digest())
                    .number(place.version())
                    .number(delay.toMillis()),
            row -> row.getObject("aggregate", UUID.class));
    return !counted.isEmpty();
  }

  static Reached reached(ResultSet row) throws SQLException {
    return new Reached(
        row.getLong("version"),
        Optional.ofNullable(row.getBytes("fingerprint")).map(Fingerprint::stored),
        Times.at(row, "moved_at"),
        Times.at(row, "now"));
  }

  private static List<Run> runs(Map<UUID, Reached> ready, List<HeldRow> rows) {
    List<Run> runs = new ArrayList<>();
    ready.forEach(
        (aggregate, reached) -> {
          List<HeldRow> next = next(aggregate, reached.version(), rows);
          if (!next.isEmpty()) {
            runs.add(
                new Run(
                    next.get(0).waiting().place().aggregate(),
                    reached,
                    next.stream().map(HeldRow::waiting).toList(),
                    next.get(0).failures()));
          }
        });
    return runs;
  }

  /** Those of this aggregate that follow each other without a gap. */
  private static List<HeldRow> next(UUID aggregate, long version, List<HeldRow> rows) {
    List<HeldRow> next = new ArrayList<>();
    long reached = version;
    for (HeldRow row : rows) {
      long its = row.waiting().place().version();
      if (row.waiting().place().aggregate().digest().equals(aggregate) && its <= reached + 1) {
        next.add(row);
        reached = Math.max(reached, its);
      }
    }
    return next;
  }
}
