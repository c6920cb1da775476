// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.postgresql.ordered.VersionTable;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.rows.Versions.Advance;
import org.semel.internal.engine.receive.rows.Versions.Overdue;
import org.semel.internal.engine.receive.rows.Versions.Reached;
import org.semel.internal.engine.receive.rows.Versions.Run;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.Fingerprint;
import org.semel.message.Identity;
import org.semel.message.Messages;
import org.semel.small.SmallServer;

/**
 * What a look at what waits reads, in rows, as PostgreSQL counts them. With {@code
 * -Dsemel.test.waiting=100} a million messages wait.
 */
class PostgresWaitingTest {

  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static final Duration DEADLINE = Duration.ofHours(1);
  private static final int BATCH = 50;

  private static final int AGGREGATES = 10_000;

  /** Messages that wait at each. */
  private static final int WAITING = Integer.getInteger("semel.test.waiting", 8);

  private final SmallServer server = SmallServer.shared();
  private final String consumer = "c-" + UUID.randomUUID();
  private final VersionTable versions = new VersionTable(server.jdbc(), Duration.ofSeconds(2));

  @Test
  void whatWaitsBehindGapsCostsALookNothing() {
    fill("gap", "minute");
    assertThat(counted(this::due)).satisfies(PostgresWaitingTest::cheapAndEmpty);
    assertThat(counted(this::overdue)).satisfies(PostgresWaitingTest::cheapAndEmpty);
  }

  @Test
  void aLookReadsNoMoreThanABatchHoweverMuchIsReady() {
    fill("ready", "minute");
    Counted<List<Run>> counted = counted(this::due);
    assertThat(counted.result().stream().mapToInt(run -> run.next().size()).sum()).isEqualTo(BATCH);
    assertThat(counted.rows()).isBetween(2L * BATCH, 3L * BATCH);
  }

  @Test
  void gapsAreToldAFewAtATimeAndThoseThatWereToldCostALookNothing() {
    fill("gap", "day");
    Counted<List<Overdue>> counted = counted(this::overdue);
    assertThat(counted.result()).hasSize(BATCH);
    assertThat(counted.rows()).isLessThanOrEqualTo(4L * BATCH);
    server
        .postgres()
        .execute(
            "UPDATE semel_version SET state = 'told' WHERE consumer = '%s'".formatted(consumer));
    assertThat(counted(this::overdue)).satisfies(PostgresWaitingTest::cheapAndEmpty);
  }

  /** Each gap asks by an index whether its next version is stored or parked. */
  @Test
  void whatIsStoredAndHasEndedCostsALookForGapsNothing() {
    fill("gap", "day");
    server
        .postgres()
        .execute(
            """
            INSERT INTO semel_inbox (identity, consumer, key, headers, form, content_type, body, destination, message_id, deliveries,
              state, ended_at, aggregate, version)
            SELECT gen_random_uuid(), '%s', 'k' || n, '{}', 'NONE', '', '', 'q', 'm', 1, 'COMPLETED', clock_timestamp(),
              gen_random_uuid(), 1
            FROM generate_series(1, 20000) AS n
            """
                .formatted(consumer));
    server.postgres().execute("VACUUM (ANALYZE) semel_inbox");
    Counted<List<Overdue>> counted = counted(this::overdue);
    assertThat(counted.result()).hasSize(BATCH);
    assertThat(counted.rows()).isLessThanOrEqualTo(4L * BATCH);
  }

  /** Heap-only: the row's new place stands in no index. */
  @Test
  void anAggregateAtRestAdvancesWithoutTouchingAnIndex() {
    Identity aggregate = new Identity(consumer, "a");
    long touched =
        counted(
                () -> {
                  versions.lock(Map.of(aggregate, 0L));
                  long before = updatesOfIndices();
                  Reached reached = versions.lock(Map.of(aggregate, 0L)).get(aggregate);
                  Fingerprint its = FingerprintProfile.EXACT.of(Messages.text("x"));
                  versions.advance(List.of(new Advance(aggregate, reached.with(1, its), 0)));
                  return updatesOfIndices() - before;
                })
            .result();
    assertThat(touched).isZero();
  }

  private long updatesOfIndices() {
    return number(
        """
        SELECT n_tup_upd - n_tup_hot_upd AS rows FROM pg_stat_xact_user_tables WHERE relname = 'semel_version'
        """);
  }

  /** The planner itself may read the ends of an index. */
  private static void cheapAndEmpty(Counted<? extends List<?>> counted) {
    assertThat(counted.result()).isEmpty();
    assertThat(counted.rows()).isLessThan(5);
  }

  private List<Run> due() {
    return versions.due(consumer, BATCH);
  }

  private List<Overdue> overdue() {
    return versions.overdue(consumer, DEADLINE, Long.MAX_VALUE);
  }

  /** Each has version 1 and waits for 2, or may go on with it. */
  private void fill(String state, String since) {
    List<Identity> aggregates =
        IntStream.range(0, AGGREGATES).mapToObj(i -> new Identity(consumer, "a" + i)).toList();
    int first = state.equals("ready") ? 2 : 3;
    counted(() -> fill(aggregates, state, "1 " + since) + hold(aggregates, first, "1 " + since));
    List.of("semel_version", "semel_held")
        .forEach(table -> server.postgres().execute("VACUUM (ANALYZE) " + table));
  }

  private int fill(List<Identity> aggregates, String state, String since) {
    return server
        .jdbc()
        .update(
            "fill in aggregates",
            """
            INSERT INTO semel_version (aggregate, consumer, key, version, state, since)
            SELECT aggregate, ?, key, 1, ?, clock_timestamp() - ?::interval
            FROM unnest(?::uuid[], ?::text[]) AS a (aggregate, key)
            """,
            binds ->
                binds
                    .text(consumer)
                    .text(state)
                    .text(since)
                    .uuids(aggregates, Identity::digest)
                    .texts(aggregates, Identity::key));
  }

  private int hold(List<Identity> aggregates, int first, String since) {
    return server
        .jdbc()
        .update(
            "fill in what waits",
            """
            INSERT INTO semel_held (aggregate, version, consumer, aggregate_key, key, fingerprint, headers, form, content_type, body,
              destination, message_id, deliveries, held_at)
            SELECT aggregate, first + behind, ?, key, key || '/' || first + behind, '\\x00', '{}', 'TEXT', 'text/plain',
              convert_to(repeat('x', 200), 'UTF8'), 'q', 'm', 1, clock_timestamp() - ?::interval
            FROM unnest(?::uuid[], ?::text[]) AS a (aggregate, key), (SELECT ?::bigint AS first) AS f, generate_series(0, ?::int - 1) AS behind
            """,
            binds ->
                binds
                    .text(consumer)
                    .text(since)
                    .uuids(aggregates, Identity::digest)
                    .texts(aggregates, Identity::key)
                    .number(first)
                    .number(WAITING));
  }

  private record Counted<T>(T result, long rows) {}

  /**
   * What {@code act} gives, and how many rows of the tables in which something waits were read for
   * it.
   */
  private <T> Counted<T> counted(Supplier<T> act) {
    var completion =
        server
            .transactions()
            .inNew(
                TIMEOUT,
                () -> {
                  long before = read();
                  T result = act.get();
                  return Decision.commit(new Counted<>(result, read() - before));
                });
    return ((Committed<Counted<T>>) completion).value();
  }

  private long read() {
    return number(
        """
        SELECT sum(seq_tup_read + idx_tup_fetch) AS rows
        FROM pg_stat_xact_user_tables
        WHERE relname IN ('semel_version', 'semel_held', 'semel_inbox', 'semel_parked')
        """);
  }

  private long number(String sql) {
    return server.jdbc().query("count rows", sql, binds -> {}, row -> row.getLong("rows")).get(0);
  }
}
