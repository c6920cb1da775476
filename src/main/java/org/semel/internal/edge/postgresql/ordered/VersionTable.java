// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.ordered;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.semel.internal.desk.operate.gaps.Gaps;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.Times;
import org.semel.internal.edge.postgresql.Watermark;
import org.semel.internal.edge.postgresql.Watermark.Look;
import org.semel.internal.edge.postgresql.claim.ClaimResults;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.rows.Versions;
import org.semel.internal.engine.receive.rows.Versions.HeldMessage;
import org.semel.internal.engine.receive.rows.Versions.Overdue;
import org.semel.internal.engine.receive.rows.Versions.Place;
import org.semel.internal.engine.receive.rows.Versions.Reached;
import org.semel.internal.engine.receive.rows.Versions.Run;
import org.semel.message.Fingerprint;
import org.semel.message.Identity;
import org.semel.message.ParkingReason;
import org.semel.operations.GapActs.AggregateStanding;
import org.semel.operations.GapActs.Gap;
import org.semel.operations.GapActs.GapPlace;
import org.semel.operations.GapActs.Loss;
import org.semel.operations.GapActs.SettingBack;

/**
 * {@code semel_version}: how far each aggregate has come; and {@code semel_held}: messages that
 * wait for an earlier version. The aggregate's row also says that a message waits, so that a poll
 * need not read the other table. All that writes these tables is here, but for what forgets
 * aggregates.
 *
 * <pre>
 * state        statement                state afterwards
 * -----------  -----------------------  ------------------------------------------------------
 * none         LOCK, COUNT_ON           rest
 * any          COUNT_ON                 the same, further on; ready if what waits may go by that
 * any, locked  ADVANCE, after DROP      rest if nothing waits, ready if what waits may go, else gap;
 *                                       told stays so while it is the same gap
 * rest         HOLD                     gap, or ready if what came may go
 * gap, told    HOLD                     ready, if what came may go
 * ready        FAILED                   ready, and later
 * gap          OVERDUE                  told, and the caller parks a notice
 * gap, told    DECLARE_LOST             ready, behind the versions that do not come; the same, if
 *                                       what is behind them is stored or parked
 * rest         SET_BACK, SET_ALL_BACK   rest, at another version
 * any          SETTLE_NOTICES           the same; the notice of a gap that has closed is settled
 * rest         semel_forget_aggregates  none, once it is old
 * </pre>
 */
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

  private static final String HOLD =
      """
      WITH held AS (
        INSERT INTO {schema}.semel_held (aggregate, version, consumer, aggregate_key, key, fingerprint, headers, form, content_type, body,
          destination, message_id, deliveries)
        SELECT *
        FROM unnest(?::uuid[], ?::bigint[], ?::text[], ?::text[], ?::text[], ?::bytea[], ?::json[], ?::text[], ?::text[],
          ?::bytea[], ?::text[], ?::text[], ?::int[])
          AS m (aggregate, version, consumer, aggregate_key, key, fingerprint, headers, form, content_type, body, destination,
            message_id, deliveries)
        ORDER BY m.aggregate, m.version
        ON CONFLICT (aggregate, version) DO NOTHING
        RETURNING aggregate, version
      ),
      opened AS (
        UPDATE {schema}.semel_version AS v
        SET state = CASE WHEN h.first <= v.version + 1 THEN 'ready' ELSE 'gap' END, since = statement_timestamp()
        FROM (SELECT aggregate, min(version) AS first FROM held GROUP BY aggregate) AS h
        WHERE v.aggregate = h.aggregate AND (v.state = 'rest' OR (v.state <> 'ready' AND h.first <= v.version + 1))
      )
      SELECT aggregate, version FROM held
      """;

  private static final String THERE =
      """
      SELECT h.aggregate, h.version, h.fingerprint, h.held_at
      FROM {schema}.semel_held h JOIN unnest(?::uuid[], ?::bigint[]) AS p (aggregate, version)
        ON p.aggregate = h.aggregate AND p.version = h.version
      """;

  private static final String AT =
      """
      SELECT * FROM {schema}.semel_held WHERE aggregate = ? AND version = ?
      """;

  private static final String BEHIND =
      """
      SELECT *
      FROM (
        SELECT waiting.*, sum(octet_length(body)) OVER (ORDER BY turn, version) - octet_length(body) AS before
        FROM (
          SELECT a.turn, h.*
          FROM unnest(?::uuid[], ?::bigint[]) WITH ORDINALITY AS a (aggregate, version, turn)
            CROSS JOIN LATERAL (
              SELECT * FROM {schema}.semel_held AS e
              WHERE e.aggregate = a.aggregate AND e.version <= a.version + ?
              ORDER BY e.version
              LIMIT ?
            ) AS h
          LIMIT ?
        ) AS waiting
      ) AS fitting
      WHERE before < ?
      ORDER BY turn, version
      """;

  private static final String DROP =
      """
      DELETE FROM {schema}.semel_held AS h
      USING unnest(?::uuid[], ?::bigint[]) AS a (aggregate, version)
      WHERE h.aggregate = a.aggregate AND h.version <= a.version
      """;

  /**
   * Reads no more rows than it returns, and those that a rival has locked. Rows that have gone are
   * passed over; see {@link Watermark}. Returns one row even if none is ready: the time of the
   * look.
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

  /**
   * The overdue gaps, up to a size; those beyond it are reported the next time. One whose next
   * version is stored or parked is reported once that has ended.
   */
  private static final String OVERDUE =
      """
      WITH overdue AS (
        SELECT v.aggregate, v.version, v.since, %s - 1 AS missing
        FROM {schema}.semel_version AS v
        WHERE v.consumer = ? AND v.state = 'gap' AND v.since < statement_timestamp() - ? * interval '1 millisecond' AND NOT %s
        ORDER BY v.since
        LIMIT 50
        FOR UPDATE OF v SKIP LOCKED
      ),
      each AS (
        SELECT o.version AS reached, o.missing, o.since AS gap, h.*,
          sum(octet_length(h.body)) OVER (ORDER BY octet_length(h.body), h.aggregate) - octet_length(h.body) AS before
        FROM overdue AS o CROSS JOIN LATERAL (
          SELECT * FROM {schema}.semel_held AS e WHERE e.aggregate = o.aggregate ORDER BY e.version LIMIT 1
        ) AS h
      ),
      first AS (
        SELECT * FROM each WHERE before < ?
      ),
      told AS (
        UPDATE {schema}.semel_version AS v
        SET state = 'told', told = first.key
        FROM first
        WHERE v.aggregate = first.aggregate
      )
      SELECT first.*, gap::text AS since FROM first ORDER BY gap
      """
          .formatted(PresentVersions.FIRST, PresentVersions.NEXT);

  private static final String LOCK_FREE =
      """
      SELECT 1 FROM {schema}.semel_version WHERE aggregate = ? FOR UPDATE SKIP LOCKED
      """;

  /** Up to the first that waits, or that is there otherwise: then the rest of the gap stays. */
  private static final String DECLARE_LOST =
      """
      WITH gap AS (
        SELECT v.aggregate, v.consumer, v.key, v.version, v.since, %s AS first,
          (SELECT min(h.version) FROM {schema}.semel_held AS h WHERE h.aggregate = v.aggregate) AS held
        FROM {schema}.semel_version AS v
        WHERE v.aggregate = ? AND v.state IN ('gap', 'told')
      )
      UPDATE {schema}.semel_version AS v
      SET version = gap.first - 1, fingerprint = NULL, moved_at = statement_timestamp(),
          state = CASE WHEN gap.held = gap.first THEN 'ready' ELSE v.state END,
          since = CASE WHEN gap.held = gap.first THEN statement_timestamp() ELSE v.since END
      FROM gap
      WHERE v.aggregate = gap.aggregate AND gap.first > gap.version + 1 AND gap.first = ? + 1
      RETURNING gap.consumer, gap.key, gap.version, gap.first, gap.since, CASE WHEN gap.held = gap.first THEN v.told END AS told
      """
          .formatted(PresentVersions.FIRST);

  private static final String SET_BACK =
      """
      UPDATE {schema}.semel_version AS v
      SET version = ?, fingerprint = NULL, moved_at = statement_timestamp()
      FROM (SELECT aggregate, version FROM {schema}.semel_version WHERE aggregate = ?) AS was
      WHERE v.aggregate = was.aggregate AND v.version <> ? AND v.state = 'rest'
        AND NOT EXISTS (SELECT FROM {schema}.semel_held AS h WHERE h.aggregate = v.aggregate)
      RETURNING was.version
      """;

  private static final String SET_ALL_BACK =
      """
      WITH free AS (
        SELECT v.aggregate
        FROM {schema}.semel_version AS v
        WHERE v.consumer = ? AND v.version > ? AND v.state = 'rest'
          AND NOT EXISTS (SELECT FROM {schema}.semel_held AS h WHERE h.aggregate = v.aggregate)
        LIMIT ?
        FOR UPDATE OF v SKIP LOCKED
      )
      UPDATE {schema}.semel_version AS v
      SET version = ?, fingerprint = NULL, moved_at = statement_timestamp()
      FROM free
      WHERE v.aggregate = free.aggregate
      """;

  private static final String STANDING =
      """
      SELECT v.consumer, v.key, v.version, v.ignored, (SELECT count(*) FROM {schema}.semel_held h WHERE h.aggregate = v.aggregate) AS waiting
      FROM {schema}.semel_version v
      WHERE v.aggregate = ?
      """;

  private static final String KNOWN =
      """
      SELECT consumer, key FROM {schema}.semel_version WHERE aggregate = ANY (?::uuid[])
      """;

  /**
   * A notice that an operator is working on is skipped: a route may take long. Its aggregate keeps
   * the reference, so that the notice is settled when the aggregate next advances.
   */
  private static final String SETTLE_NOTICES =
      """
      WITH asked AS (
        SELECT * FROM unnest(?::uuid[], ?::uuid[]) AS a (aggregate, identity)
      ),
      waiting AS (
        SELECT p.id, p.identity
        FROM {schema}.semel_parked AS p JOIN asked AS a ON a.identity = p.identity
        WHERE p.reason = 'GAP' AND p.state = 'parked'
      ),
      free AS (
        SELECT p.id FROM {schema}.semel_parked AS p WHERE p.id IN (SELECT id FROM waiting) AND p.state = 'parked' FOR UPDATE SKIP LOCKED
      ),
      settled AS (
        UPDATE {schema}.semel_parked
        SET state = 'released', settled_at = clock_timestamp(), detail = detail || ?
        WHERE id IN (SELECT id FROM free)
      )
      UPDATE {schema}.semel_version AS v
      SET told = NULL
      FROM asked AS a
      WHERE v.aggregate = a.aggregate
        AND NOT EXISTS (
          SELECT FROM waiting AS w WHERE w.identity = a.identity AND w.id NOT IN (SELECT id FROM free))
      """;

  /** An aggregate knows its notice by its key. */
  private static final String TELLS =
      """
      SELECT v.aggregate
      FROM {schema}.semel_parked AS p JOIN {schema}.semel_version AS v ON v.aggregate = p.aggregate
      WHERE p.id = ? AND p.reason = 'GAP' AND v.state = 'told' AND v.told = p.key
      """;

  /**
   * The digest of org.semel.message.Digest: of the name and the key, each after its length. A
   * version that has moved on since is dated anew: only the owner may set a date back.
   */
  private static final String COUNT_ON =
      """
      INSERT INTO {schema}.semel_version AS v (aggregate, consumer, key, version, fingerprint, moved_at)
      SELECT
        (left(d.hex, 12) || '8' || substr(d.hex, 14, 3)
          || to_hex(((('x' || substr(d.hex, 17, 16))::bit(64) >> 2) | (1::bit(64) << 63))::bigint))::uuid,
        d.consumer, d.key, d.version, d.fingerprint, d.moved_at
      FROM (
        SELECT n.consumer, f.key, f.version, f.fingerprint, f.moved_at,
          encode(sha256(int4send(octet_length(n.consumer)) || convert_to(n.consumer, 'UTF8')
            || int4send(octet_length(f.key)) || convert_to(f.key, 'UTF8')), 'hex') AS hex
        FROM (VALUES (?)) AS n (consumer), {schema}.semel_version AS f
        WHERE f.consumer = ?
      ) AS d
      ON CONFLICT (aggregate) DO UPDATE
        SET (state, since) = (
              SELECT CASE WHEN h.ready THEN 'ready' ELSE v.state END, CASE WHEN h.ready THEN statement_timestamp() ELSE v.since END
              FROM (
                SELECT EXISTS (
                  SELECT FROM {schema}.semel_held AS e WHERE e.aggregate = v.aggregate AND e.version <= excluded.version + 1) AS ready
              ) AS h),
            version = excluded.version, fingerprint = excluded.fingerprint, moved_at = statement_timestamp()
        WHERE v.version < excluded.version
      """;

  private final Jdbc jdbc;
  private final ReadyAggregates ready;
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
    this.ready = new ReadyAggregates(nanos);
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
            row -> Map.entry(row.getObject("aggregate", UUID.class), reached(row)))
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
    Map<Spot, HeldMessage> firsts = new LinkedHashMap<>();
    early.forEach(one -> firsts.putIfAbsent(Spot.of(one), one));
    List<HeldMessage> rows = List.copyOf(firsts.values());
    Set<Spot> kept =
        new HashSet<>(
            jdbc.query("hold messages", HOLD, binds -> HeldRow.bind(rows, binds), Spot::read));
    Map<Spot, Claim.Conflict> there =
        kept.size() == early.size() ? Map.of() : there(List.copyOf(firsts.keySet()));
    List<Optional<Claim.Conflict>> answers = new ArrayList<>();
    for (HeldMessage one : early) {
      answers.add(
          kept.remove(Spot.of(one))
              ? Optional.empty()
              : Optional.ofNullable(there.get(Spot.of(one))));
    }
    return answers;
  }

  @Override
  public Optional<HeldMessage> waiting(Place place) {
    return jdbc
        .query(
            "look at a place",
            AT,
            binds -> binds.uuid(place.aggregate().digest()).number(place.version()),
            HeldRow::read)
        .stream()
        .map(HeldRow::waiting)
        .findFirst();
  }

  @Override
  public List<Run> due(String consumer, int most, long bytes) {
    return ready.due(consumer, most, bytes);
  }

  @Override
  public void drop(Collection<Place> upTo) {
    List<Place> places = List.copyOf(upTo);
    jdbc.update(
        "drop messages that wait no longer",
        DROP,
        binds ->
            binds
                .uuids(places, place -> place.aggregate().digest())
                .numbers(places, Place::version));
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
    return jdbc.query(
        "find overdue gaps",
        OVERDUE,
        binds -> binds.text(consumer).number(deadline.toMillis()).number(bytes),
        VersionTable::overdue);
  }

  private static Overdue overdue(ResultSet row) throws SQLException {
    String sentence =
        "versions "
            + (row.getLong("reached") + 1)
            + " to "
            + row.getLong("missing")
            + " are missing; later ones wait since "
            + row.getString("since");
    return new Overdue(HeldRow.read(row).waiting(), new Verdict(ParkingReason.GAP, sentence));
  }

  private Map<Spot, Claim.Conflict> there(List<Spot> spots) {
    Map<Spot, Claim.Conflict> there = new HashMap<>();
    jdbc.query(
            "compare messages that wait",
            THERE,
            binds -> binds.uuids(spots, Spot::aggregate).numbers(spots, Spot::version),
            row -> Map.entry(Spot.read(row), ClaimResults.conflict(row, "held_at")))
        .forEach(row -> there.put(row.getKey(), row.getValue()));
    return there;
  }

  /**
   * The messages that wait up to {@code most} versions behind these, those of each aggregate in
   * order; one aggregate after the other until there are {@code most}, or until their bodies have
   * so many bytes, so that no more are read.
   */
  private List<HeldRow> behind(Map<UUID, Reached> versions, int most, long bytes) {
    List<Map.Entry<UUID, Reached>> rows = List.copyOf(versions.entrySet());
    return jdbc.query(
        "read messages that wait",
        BEHIND,
        binds ->
            binds
                .uuids(rows, Map.Entry::getKey)
                .numbers(rows, row -> row.getValue().version())
                .number(most)
                .number(most)
                .number(most)
                .number(bytes),
        HeldRow::read);
  }

  private static Reached reached(ResultSet row) throws SQLException {
    return new Reached(
        row.getLong("version"),
        Optional.ofNullable(row.getBytes("fingerprint")).map(Fingerprint::stored),
        Times.at(row, "moved_at"),
        Times.at(row, "now"));
  }

  /**
   * Lets a consumer count on from the versions that the one before it has reached, in the caller's
   * transaction; where both have reached one, from the higher.
   */
  public static void countOn(Jdbc jdbc, String consumer, String former) {
    jdbc.update("count versions on", COUNT_ON, binds -> binds.text(consumer).text(former));
  }

  /** An aggregate's digest and a version. */
  private record Spot(UUID aggregate, long version) {

    static Spot of(HeldMessage waiting) {
      return new Spot(waiting.place().aggregate().digest(), waiting.place().version());
    }

    static Spot read(ResultSet row) throws SQLException {
      return new Spot(row.getObject("aggregate", UUID.class), row.getLong("version"));
    }
  }

  /** Aggregates whose next version is ready, with their held messages. */
  private final class ReadyAggregates {

    private final LongSupplier nanos;
    private final Map<String, Watermark> marks = new ConcurrentHashMap<>();

    ReadyAggregates(LongSupplier nanos) {
      this.nanos = nanos;
    }

    /** See {@link Versions#due}. */
    List<Run> due(String consumer, int most, long bytes) {
      Map<UUID, Reached> ready = new LinkedHashMap<>();
      ready(consumer, most).forEach(one -> ready.put(one.digest(), one.reached()));
      return ready.isEmpty() ? List.of() : runs(ready, behind(ready, most, bytes));
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
            row.getObject("aggregate", UUID.class), VersionTable.reached(row));
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

  /** Gaps as operators look at them, and what they do to them. */
  public static final class GapTable implements Gaps {

    private final Jdbc jdbc;

    public GapTable(Jdbc jdbc) {
      this.jdbc = jdbc;
    }

    @Override
    public List<Gap> open(String consumer, GapPlace after, int most) {
      return new OpenGaps(jdbc).page(consumer, after, most);
    }

    @Override
    public Optional<Gap> of(Identity aggregate) {
      return new OpenGaps(jdbc).of(aggregate);
    }

    @Override
    public Optional<AggregateStanding> standing(Identity aggregate) {
      return jdbc
          .query(
              "look at an aggregate",
              STANDING,
              binds -> binds.uuid(aggregate.digest()),
              row ->
                  new AggregateStanding(
                      new Identity(row.getString("consumer"), row.getString("key")),
                      row.getLong("version"),
                      row.getLong("ignored"),
                      row.getLong("waiting")))
          .stream()
          .findFirst();
    }

    @Override
    public Set<Identity> known(Collection<Identity> aggregates) {
      List<Identity> asked = List.copyOf(aggregates);
      return Set.copyOf(
          jdbc.query(
              "look for aggregates",
              KNOWN,
              binds -> binds.uuids(asked, Identity::digest),
              row -> new Identity(row.getString("consumer"), row.getString("key"))));
    }

    /** The lock is a statement of its own, so that the next one sees what others have left. */
    @Override
    public Loss declareLost(Identity aggregate, long last) {
      if (!locked(aggregate)) {
        return standing(aggregate).isPresent() ? new Loss.Busy() : new Loss.Closed();
      }
      Optional<Loss> present = new PresentVersions(jdbc).upTo(aggregate, last);
      return present.orElseGet(() -> lose(aggregate, last));
    }

    private Loss lose(Identity aggregate, long last) {
      List<Optional<GapNotices.Notice>> told = new ArrayList<>();
      List<Gap> lost =
          jdbc.query(
              "declare versions lost",
              DECLARE_LOST,
              binds -> binds.uuid(aggregate.digest()).number(last),
              row -> {
                told.add(GapNotices.read(row));
                return OpenGaps.read(row);
              });
      new GapNotices(jdbc)
          .settle(told.stream().flatMap(Optional::stream).toList(), GapNotices.GapEnd.LOST);
      return lost.isEmpty() ? new Loss.Closed() : new Loss.Lost(lost.get(0));
    }

    private boolean locked(Identity aggregate) {
      return !jdbc.query(
              "lock an aggregate", LOCK_FREE, binds -> binds.uuid(aggregate.digest()), row -> 1)
          .isEmpty();
    }

    /** Under its lock, as a gap is declared lost. */
    @Override
    public SettingBack setBack(Identity aggregate, long to) {
      if (!locked(aggregate)) {
        return standing(aggregate).isPresent()
            ? new SettingBack.Busy()
            : new SettingBack.NotFound();
      }
      return jdbc
          .query(
              "set an aggregate back",
              SET_BACK,
              binds -> binds.number(to).uuid(aggregate.digest()).number(to),
              row -> row.getLong("version"))
          .stream()
          .findFirst()
          .<SettingBack>map(SettingBack.SetBack::new)
          .orElseGet(() -> notSetBack(aggregate));
    }

    private SettingBack notSetBack(Identity aggregate) {
      AggregateStanding standing = standing(aggregate).orElseThrow();
      return standing.waiting() > 0
          ? new SettingBack.MessagesHeld(standing.waiting())
          : new SettingBack.AlreadyThere(standing.version());
    }

    @Override
    public int setAllBack(String consumer, long to, int most) {
      return jdbc.update(
          "set aggregates back",
          SET_ALL_BACK,
          binds -> binds.text(consumer).number(to).number(most).number(to));
    }
  }

  /**
   * The parked messages in {@code semel_parked} that report a gap. They are settled when the gap
   * closes.
   */
  public static final class GapNotices {

    private final Jdbc jdbc;

    public GapNotices(Jdbc jdbc) {
      this.jdbc = jdbc;
    }

    /**
     * A parked message that reports a gap.
     *
     * @param aggregate whose gap it is
     * @param parked identity of the message
     */
    record Notice(Identity aggregate, Identity parked) {}

    /** The end of a gap. */
    enum GapEnd {
      /** The versions took effect. */
      CAME("; closed by itself: they came"),
      /** An operator declared them lost. */
      LOST("; closed: they were declared lost");

      private final String words;

      GapEnd(String words) {
        this.words = words;
      }
    }

    /** The notice that a row of {@code semel_version} names as {@code told}. */
    static Optional<Notice> read(ResultSet row) throws SQLException {
      @Nullable String told = row.getString("told");
      String consumer = row.getString("consumer");
      return told == null
          ? Optional.empty()
          : Optional.of(
              new Notice(
                  new Identity(consumer, row.getString("key")), new Identity(consumer, told)));
    }

    /** Whether this parked message reports an open gap. */
    public boolean tells(long parked) {
      return !jdbc.query(
              "ask whether a gap is open",
              TELLS,
              binds -> binds.number(parked),
              row -> row.getObject("aggregate", UUID.class))
          .isEmpty();
    }

    /** Settles these, of locked aggregates; without any it does nothing. */
    void settle(List<Notice> notices, GapEnd closed) {
      if (notices.isEmpty()) {
        return;
      }
      jdbc.update(
          "settle the notice of a gap",
          SETTLE_NOTICES,
          binds ->
              binds
                  .uuids(notices, notice -> notice.aggregate().digest())
                  .uuids(notices, notice -> notice.parked().digest())
                  .text(closed.words));
    }
  }
}
