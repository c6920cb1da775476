// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.claim;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.estate.Postgres;
import org.semel.internal.edge.postgresql.operate.ParkedTable;
import org.semel.internal.edge.postgresql.ordered.VersionTable;
import org.semel.internal.edge.postgresql.retention.RetentionTable;
import org.semel.internal.engine.keep.RetainedKind;
import org.semel.internal.engine.keep.RetentionRule;
import org.semel.internal.engine.keep.RetentionStore;
import org.semel.internal.engine.keep.RetentionStoreContract;
import org.semel.internal.engine.keep.SweepLease;
import org.semel.internal.engine.keep.SweepPace;
import org.semel.internal.engine.keep.SweepStep;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.rows.Versions;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Identity;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;
import org.semel.small.SmallServer;

class PostgresForgettingTest extends RetentionStoreContract {

  /** What a row of each kind needs to be one; its owner, an identity and its age come first. */
  private static final Map<RetainedKind, String> PUT =
      Map.ofEntries(
          entry(
              RetainedKind.CLAIM,
              "INSERT INTO semel_claim (consumer, identity, claimed_at, key, fingerprint) VALUES (%s,"
                  + " '', '\\x00')"),
          entry(
              RetainedKind.DUPLICATE,
              "INSERT INTO semel_duplicate (consumer, identity, absorbed_at) VALUES (%s)"),
          entry(
              RetainedKind.EFFECT,
              "INSERT INTO semel_effect (consumer, identity, named_at, name) VALUES (%s, '')"),
          entry(
              RetainedKind.ATTEMPT,
              "INSERT INTO semel_attempt (consumer, identity, failed_at, key, failures, kind, detail,"
                  + " failure_group) VALUES (%s, '', 1, '', '', '')"),
          entry(
              RetainedKind.INTENT,
              "INSERT INTO semel_intent (destination, key, settled_at, state, consumer, cause, ordinal,"
                  + " headers, form, body, digest) VALUES (%s, 'delivered', '', '', 0, '{}', 'NONE', '', '')"),
          entry(
              RetainedKind.BODY,
              "INSERT INTO semel_body (consumer, identity, kept_at, key, headers, form, body,"
                  + " destination, message_id) VALUES (%s, '', '{}', 'NONE', '', '', '')"),
          entry(
              RetainedKind.PARKED,
              "INSERT INTO semel_parked (consumer, identity, settled_at, state, reason, detail,"
                  + " headers, form, body, destination, message_id, deliveries) VALUES (%s,"
                  + " 'withdrawn', 'CONFLICT', '', '{}', 'NONE', '', '', '', 1)"),
          entry(
              RetainedKind.STORED,
              "INSERT INTO semel_inbox (consumer, identity, ended_at, state, key, headers, form, body,"
                  + " destination, message_id, deliveries) VALUES (%s, 'COMPLETED', '', '{}', 'NONE',"
                  + " '', '', '', 1)"),
          entry(
              RetainedKind.AGGREGATE,
              "INSERT INTO semel_version (consumer, aggregate, moved_at, key, version) VALUES (%s, '', 7)"),
          entry(
              RetainedKind.PLAN_ITEM,
              "WITH p AS (INSERT INTO semel_plan (consumer, digest, ended_at, state, source, who, why, rate,"
                  + " error_share, size, filter) VALUES (%s, 'done', 'KEPT', 'ann', 'mended', 1, 0, 1, '{}')"
                  + " RETURNING id)"
                  + " INSERT INTO semel_plan_item (plan, ordinal, item, version) SELECT id, 0, 1, 0 FROM p"),
          entry(
              RetainedKind.PLAN,
              "INSERT INTO semel_plan (consumer, digest, ended_at, state, source, who, why, rate, error_share,"
                  + " size, filter) VALUES (%s, 'withdrawn', 'KEPT', 'ann', 'mended', 1, 0, 1, '{}')"));

  private static final Map<RetainedKind, String> HAS =
      Map.ofEntries(
          entry(RetainedKind.CLAIM, "semel_claim WHERE consumer = ? AND identity"),
          entry(RetainedKind.DUPLICATE, "semel_duplicate WHERE consumer = ? AND identity"),
          entry(RetainedKind.EFFECT, "semel_effect WHERE consumer = ? AND identity"),
          entry(RetainedKind.ATTEMPT, "semel_attempt WHERE consumer = ? AND identity"),
          entry(RetainedKind.INTENT, "semel_intent WHERE destination = ? AND key"),
          entry(RetainedKind.BODY, "semel_body WHERE consumer = ? AND identity"),
          entry(RetainedKind.PARKED, "semel_parked WHERE consumer = ? AND identity"),
          entry(RetainedKind.STORED, "semel_inbox WHERE consumer = ? AND identity"),
          entry(RetainedKind.AGGREGATE, "semel_version WHERE consumer = ? AND aggregate"),
          entry(
              RetainedKind.PLAN_ITEM,
              "semel_plan_item AS i JOIN semel_plan AS p ON p.id = i.plan WHERE consumer = ? AND digest"),
          entry(RetainedKind.PLAN, "semel_plan WHERE consumer = ? AND digest"));

  private final SmallServer server = SmallServer.shared();
  private final RetentionTable table = new RetentionTable(server.jdbc());

  @Override
  protected Transactions transactions() {
    return server.transactions();
  }

  @Override
  protected RetentionStore forgetting() {
    return table;
  }

  @Override
  protected void put(RetainedKind kept, String whose, String id, Duration age) {
    String row =
        "'%s', '%s', clock_timestamp() - interval '%d seconds'"
            .formatted(whose, new Identity(whose, id).digest(), age.toSeconds());
    server.postgres().execute(PUT.get(kept).formatted(row));
  }

  @Override
  protected boolean has(RetainedKind kept, String whose, String id) {
    String count = "SELECT count(*) FROM " + HAS.get(kept) + " = ?";
    return server.postgres().number(count, whose, new Identity(whose, id).digest()) == 1;
  }

  @Override
  protected void park(String whose, String id) {
    server
        .postgres()
        .execute(
            """
            INSERT INTO semel_parked
              (consumer, identity, reason, detail, headers, form, body, destination, message_id, deliveries)
            VALUES ('%s', '%s', 'CONFLICT', '', '{}', 'NONE', '', '', '', 1)
            """
                .formatted(whose, new Identity(whose, id).digest()));
  }

  @Override
  protected void parkOf(String whose, String aggregate) {
    park(whose, aggregate);
    server
        .postgres()
        .execute(
            "UPDATE semel_parked SET aggregate = identity, identity = NULL WHERE consumer = '%s'"
                .formatted(whose));
  }

  @Override
  protected void lapse(RetainedKind kept) {
    server
        .postgres()
        .execute("UPDATE semel_round SET due_at = '-infinity' WHERE kept = '" + kept + "'");
  }

  @Test
  void aWithdrawnIntentIsForgottenLikeADeliveredOne() {
    put(RetainedKind.INTENT, owner, "withdrawn", Duration.ofDays(300));
    server
        .postgres()
        .execute(
            "UPDATE semel_intent SET state = 'withdrawn' WHERE key = '%s'"
                .formatted(new Identity(owner, "withdrawn").digest()));
    declare(new RetentionRule(RetainedKind.INTENT, owner, Duration.ofHours(2)));
    sweep(RetainedKind.INTENT);
    assertThat(has(RetainedKind.INTENT, owner, "withdrawn")).isFalse();
  }

  @Test
  void anIntentThatIsNotDeliveredIsNeverForgotten() {
    put(RetainedKind.INTENT, owner, "parked", Duration.ofDays(300));
    put(RetainedKind.INTENT, owner, "pending", Duration.ofDays(300));
    for (String state : new String[] {"parked", "pending"}) {
      server
          .postgres()
          .execute(
              "UPDATE semel_intent SET state = '%s' WHERE key = '%s'"
                  .formatted(state, new Identity(owner, state).digest()));
    }
    declare(new RetentionRule(RetainedKind.INTENT, owner, Duration.ofHours(2)));
    sweep(RetainedKind.INTENT);
    assertThat(has(RetainedKind.INTENT, owner, "parked")).isTrue();
    assertThat(has(RetainedKind.INTENT, owner, "pending")).isTrue();
  }

  @Test
  void aMessageThatStillWaitsIsNeverForgotten() {
    park(owner, "waiting");
    server
        .postgres()
        .execute(
            "UPDATE semel_parked SET parked_at = parked_at - interval '300 days' WHERE consumer = '"
                + owner
                + "'");
    declare(new RetentionRule(RetainedKind.PARKED, owner, Duration.ofHours(2)));
    sweep(RetainedKind.PARKED);
    assertThat(has(RetainedKind.PARKED, owner, "waiting")).isTrue();
  }

  @Test
  void aRowThatSomebodyHasLockedIsLeftForTheNextRound() throws SQLException {
    put(RetainedKind.CLAIM, owner, "a", Duration.ofHours(3));
    declare(new RetentionRule(RetainedKind.CLAIM, owner, Duration.ofHours(2)));
    try (Connection other = server.postgres().owner().getConnection();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("SELECT 1 FROM semel_claim WHERE consumer = '" + owner + "' FOR UPDATE");
      sweep(RetainedKind.CLAIM);
      assertThat(has(RetainedKind.CLAIM, owner, "a")).isTrue();
      other.rollback();
    }
    sweep(RetainedKind.CLAIM);
    assertThat(has(RetainedKind.CLAIM, owner, "a")).isFalse();
  }

  @Test
  void whoClaimsWhileAStepIsUnderWayIsNotHeldUp() throws SQLException {
    put(RetainedKind.CLAIM, owner, "a", Duration.ofHours(3));
    declare(new RetentionRule(RetainedKind.CLAIM, owner, Duration.ofHours(2)));
    Offer offer =
        new Offer(new Identity(owner, "new"), FingerprintProfile.EXACT.of(Messages.text("a")));
    try (Connection sweeper = role();
        Statement step = sweeper.createStatement()) {
      sweeper.setAutoCommit(false);
      step.execute("SELECT semel_forget_claims('(0,0)', '(1000000,0)')");
      assertThat(
              inNew(
                  () -> new ClaimTable(server.jdbc(), Duration.ofSeconds(1)).claim(List.of(offer))))
          .containsExactly(new Claim.Claimed());
      sweeper.commit();
    }
    assertThat(has(RetainedKind.CLAIM, owner, "a")).isFalse();
  }

  @Test
  void anAggregateOfWhichSomethingWaitsIsNeverForgotten() {
    declare(new RetentionRule(RetainedKind.AGGREGATE, owner, Duration.ofHours(2)));
    List<String> states = List.of("gap", "told", "ready");
    for (String state : states) {
      put(RetainedKind.AGGREGATE, owner, state, Duration.ofDays(300));
      server
          .postgres()
          .execute(
              "UPDATE semel_version SET state = '%s', since = clock_timestamp() WHERE aggregate = '%s'"
                  .formatted(state, new Identity(owner, state).digest()));
    }
    sweep(RetainedKind.AGGREGATE);
    assertThat(states).allMatch(state -> has(RetainedKind.AGGREGATE, owner, state));
  }

  /** The row that tells whether anything waits is the row that is locked. */
  @Test
  void anAggregateAtWorkIsLeftForTheNextRoundAndOneThatIsBeingForgottenBeginsAnew()
      throws Exception {
    Identity aggregate = new Identity(owner, "a");
    VersionTable versions = new VersionTable(server.jdbc(), Duration.ofSeconds(10));
    put(RetainedKind.AGGREGATE, owner, "a", Duration.ofHours(3));
    declare(new RetentionRule(RetainedKind.AGGREGATE, owner, Duration.ofHours(2)));
    inNew(
        () -> {
          versions.lock(Map.of(aggregate, 0L));
          return sweepElsewhere();
        });
    assertThat(has(RetainedKind.AGGREGATE, owner, "a")).isTrue();
    try (Connection sweeper = role();
        Statement step = sweeper.createStatement()) {
      sweeper.setAutoCommit(false);
      step.execute("SELECT semel_forget_aggregates('(0,0)', '(1000000,0)')");
      CompletableFuture<Map<Identity, Versions.Reached>> rival =
          CompletableFuture.supplyAsync(() -> inNew(() -> versions.lock(Map.of(aggregate, 0L))));
      await()
          .until(
              () ->
                  server
                          .postgres()
                          .number(
                              "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%INSERT INTO %semel_version%'")
                      > 0);
      sweeper.commit();
      assertThat(rival.get().get(aggregate).version()).isZero();
    }
  }

  private boolean sweepElsewhere() {
    return CompletableFuture.supplyAsync(() -> sweep(RetainedKind.AGGREGATE)).join() >= 0;
  }

  @Test
  void aLargeTableIsWalkedInSmallStepsAndWhoeverGoesOnGoesOnWhereTheLastOneWas() {
    server
        .postgres()
        .execute(
            """
            INSERT INTO semel_duplicate (consumer, identity, absorbed_at)
            SELECT '%s', gen_random_uuid(), clock_timestamp() - interval '3 hours' FROM generate_series(1, 5000)
            """
                .formatted(owner));
    declare(new RetentionRule(RetainedKind.DUPLICATE, owner, Duration.ofHours(2)));
    SweepPace small = new SweepPace(PACE.rest(), PACE.lease(), PACE.breath(), 2);
    int forgotten = 0;
    int steps = 0;
    for (SweepStep step = null; !(step instanceof SweepStep.Finished); steps++) {
      lapse(RetainedKind.DUPLICATE);
      SweepLease turn = take(RetainedKind.DUPLICATE).orElseThrow();
      step = inNew(() -> table.step(turn, small));
      forgotten +=
          step instanceof SweepStep.Advanced advanced
              ? advanced.forgotten()
              : ((SweepStep.Finished) step).forgotten();
    }
    assertThat(forgotten).isGreaterThanOrEqualTo(5000);
    assertThat(steps).isGreaterThan(10);
    assertThat(
            server
                .postgres()
                .number("SELECT count(*) FROM semel_duplicate WHERE consumer = ?", owner))
        .isZero();
  }

  @Test
  void aDayThatNobodyRemembersIsEmptiedAsAWholeAndNoOther() {
    long today = server.postgres().number("SELECT extract(epoch FROM now())::bigint / 86400");
    declare(
        new RetentionRule(RetainedKind.WINDOW, owner, Duration.ofDays(31)),
        new RetentionRule(RetainedKind.WINDOW, owner + "-short", Duration.ofDays(1)));
    for (int day = -34; day <= 2; day++) {
      server
          .postgres()
          .execute(
              """
              INSERT INTO semel_window (identity, slot, consumer, key, fingerprint)
              VALUES (gen_random_uuid(), %d, '%s', '%d', '')
              """
                  .formatted(DayPartitions.of(today + day), owner, day));
    }
    assertThat(sweep(RetainedKind.WINDOW)).isGreaterThanOrEqualTo(2);
    assertThat(
            server
                .postgres()
                .texts("SELECT key FROM semel_window WHERE consumer = ? ORDER BY key::int", owner))
        .hasSize(35)
        .startsWith("-32")
        .endsWith("2");
  }

  @Test
  void theDayThatIsEmptiedLocksNobodyOutOfTheOthers() throws SQLException {
    long today = server.postgres().number("SELECT extract(epoch FROM now())::bigint / 86400");
    declare(new RetentionRule(RetainedKind.WINDOW, owner, Duration.ofDays(31)));
    server
        .postgres()
        .execute(
            "INSERT INTO semel_window (identity, slot, consumer, key, fingerprint) VALUES (gen_random_uuid(), %d, '', '', '')"
                .formatted(DayPartitions.of(today - 34)));
    try (Connection other = server.postgres().owner().getConnection();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("SELECT semel_empty_slot()");
      Offer offer =
          new Offer(
              new Identity(owner, "a"),
              FingerprintProfile.EXACT.of(Messages.text("a")),
              Optional.of(Instant.now()));
      assertThat(
              inNew(
                  () ->
                      new DatedClaimTable(server.jdbc(), Duration.ofSeconds(1), Duration.ofDays(31))
                          .claim(List.of(offer))))
          .containsExactly(new Claim.Claimed());
      other.commit();
    }
  }

  /**
   * What parks a claimed message looks in all days, and locks them until its branch is decided. If
   * the sweep waited for that, everyone who looks in all days would wait behind it.
   */
  @Test
  void theSweepDoesNotQueueBehindABranchThatHasParkedAMessage() {
    long today = server.postgres().number("SELECT extract(epoch FROM now())::bigint / 86400");
    declare(new RetentionRule(RetainedKind.WINDOW, owner, Duration.ofDays(31)));
    server
        .postgres()
        .execute(
            "INSERT INTO semel_window (identity, slot, consumer, key, fingerprint) VALUES (gen_random_uuid(), %d, '%s', '', '')"
                .formatted(DayPartitions.of(today - 34), owner));
    int locked =
        inNew(
            () -> {
              park();
              theOldDayIsLeft();
              return lockedDays();
            });
    assertThat(locked).isEqualTo(40);
    sweep(RetainedKind.WINDOW);
    assertThat(
            server.postgres().number("SELECT count(*) FROM semel_window WHERE consumer = ?", owner))
        .isZero();
  }

  private void park() {
    Offer offer =
        new Offer(
            new Identity(owner, "a"),
            FingerprintProfile.EXACT.of(Messages.text("a")),
            Optional.empty());
    new ParkedTable(server.jdbc())
        .park(
            List.of(
                new ParkedMessage(
                    owner,
                    Messages.text("a"),
                    new ParkedMessage.Verdict(ParkingReason.ATTEMPTS_EXHAUSTED, "no"),
                    ParkedMessage.IdentityEvidence.of(offer).holdingClaim())));
  }

  /** A wait would end by the lock timeout, as an exception. */
  private void theOldDayIsLeft() {
    try (Connection other = server.postgres().owner().getConnection();
        Statement statement = other.createStatement()) {
      statement.execute("SET lock_timeout = '1s'");
      statement.execute("SELECT semel_empty_slot()");
    } catch (SQLException e) {
      throw new AssertionError("the sweep waits", e);
    }
  }

  private int lockedDays() {
    return server
        .jdbc()
        .query(
            "count locks",
            """
            SELECT count(*) AS days
            FROM pg_locks AS l JOIN pg_class AS c ON c.oid = l.relation
            WHERE l.pid = pg_backend_pid() AND c.relkind = 'r' AND c.relname LIKE 'semel_window_%'
            """,
            binds -> {},
            row -> row.getInt("days"))
        .get(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"frozen", "running", "paused", "stopped"})
  void aPlanThatIsNotOverIsNeverForgottenNorAreItsMessages(String state) {
    put(RetainedKind.PLAN_ITEM, owner, state, Duration.ofDays(300));
    server
        .postgres()
        .execute(
            "UPDATE semel_plan SET state = '%s' WHERE consumer = '%s'".formatted(state, owner));
    declare(
        new RetentionRule(RetainedKind.PLAN_ITEM, owner, Duration.ofHours(2)),
        new RetentionRule(RetainedKind.PLAN, owner, Duration.ofHours(2)));
    sweep(RetainedKind.PLAN_ITEM);
    sweep(RetainedKind.PLAN);
    assertThat(has(RetainedKind.PLAN_ITEM, owner, state)).isTrue();
  }

  @Test
  void aPlanIsForgottenAfterItsMessagesAndNotBefore() {
    put(RetainedKind.PLAN_ITEM, owner, "over", Duration.ofDays(300));
    declare(
        new RetentionRule(RetainedKind.PLAN_ITEM, owner, Duration.ofHours(2)),
        new RetentionRule(RetainedKind.PLAN, owner, Duration.ofHours(2)));
    sweep(RetainedKind.PLAN);
    assertThat(has(RetainedKind.PLAN, owner, "over")).isTrue();
    sweep(RetainedKind.PLAN_ITEM);
    sweep(RetainedKind.PLAN);
    assertThat(has(RetainedKind.PLAN, owner, "over")).isFalse();
  }

  @Test
  void theAuditIsForgottenByItsRuleAndNothingOfTheLastThirtyDaysWhateverTheRule() {
    did("long ago", 401);
    did("lately", 31);
    did("just now", 29);
    forgetAuditBy(Duration.ofDays(400));
    assertThat(done()).containsExactly("lately", "just now");
    forgetAuditBy(Duration.ofHours(1));
    assertThat(done()).containsExactly("just now");
    declare(new RetentionRule(RetainedKind.AUDIT, RetentionRule.SEMEL, RetentionRule.FOR_GOOD));
  }

  /** By the first rule that the database hears of, which no longer one holds up. */
  private void forgetAuditBy(Duration age) {
    server.postgres().execute("DELETE FROM semel_retention WHERE kept = 'AUDIT'");
    declare(new RetentionRule(RetainedKind.AUDIT, RetentionRule.SEMEL, age));
    sweep(RetainedKind.AUDIT);
  }

  private void did(String what, int daysAgo) {
    server
        .postgres()
        .execute(
            """
            INSERT INTO semel_audit (done_at, who, act, why, subject, outcome)
            VALUES (clock_timestamp() - interval '%d days', '%s', 'RELEASE', 'x', '', '%s')
            """
                .formatted(daysAgo, owner, what));
  }

  private List<String> done() {
    return server
        .postgres()
        .texts("SELECT outcome FROM semel_audit WHERE who = ? ORDER BY done_at", owner);
  }

  @Test
  void theRoleOfRunTimeCanForgetAClaimOnlyByItsRule() throws SQLException {
    put(RetainedKind.CLAIM, owner, "a", Duration.ofHours(3));
    assertRefused("UPDATE semel_claim SET claimed_at = '-infinity'", "permission denied");
    assertRefused("TRUNCATE semel_claim", "permission denied");
    assertRefused("TRUNCATE semel_window_07", "permission denied");
    assertRefused("DELETE FROM semel_window", "permission denied");
    assertRefused("DELETE FROM semel_version", "permission denied");
    assertRefused("DELETE FROM semel_audit", "permission denied");
    assertRefused("DELETE FROM semel_plan", "permission denied");
    assertRefused("DELETE FROM semel_plan_item", "permission denied");
    assertRefused("DELETE FROM semel_retention", "permission denied");
    assertRefused(
        "SELECT semel_declare_retention(ARRAY['CLAIM'], ARRAY['" + owner + "'], ARRAY[1000])",
        "semel_retention_age_check");
    try (Connection role = role();
        Statement statement = role.createStatement()) {
      statement.execute("SELECT semel_forget_claims('(0,0)', '(1000000,0)')");
    }
    assertThat(has(RetainedKind.CLAIM, owner, "a")).isTrue();
  }

  private void assertRefused(String sql, String why) {
    assertThatThrownBy(
            () -> {
              try (Connection role = role();
                  Statement statement = role.createStatement()) {
                statement.execute(sql);
              }
            })
        .hasMessageContaining(why);
  }

  private Connection role() throws SQLException {
    return DriverManager.getConnection(
        server.postgres().jdbcUrl(), Postgres.ROLE, Postgres.PASSWORD);
  }
}
