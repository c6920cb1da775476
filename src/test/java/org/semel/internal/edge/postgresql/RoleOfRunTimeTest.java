// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.EnumSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.estate.Postgres;
import org.semel.internal.desk.operate.plan.ApprovalRule;
import org.semel.internal.desk.operate.plan.PlanLeases.Item;
import org.semel.internal.desk.operate.plan.PlanLeases.PlanLease;
import org.semel.internal.desk.operate.plan.PlanLeases.PlanRun;
import org.semel.internal.edge.postgresql.operate.PlanTable;
import org.semel.internal.edge.postgresql.operate.PlanTable.PlanLeaseTable;
import org.semel.internal.engine.keep.RetentionRule;
import org.semel.operations.Plan;
import org.semel.small.SmallServer;

/**
 * Whoever has the password of the role of run time, and no more, cannot make away with what waits
 * for a person or for a provider, nor say that something was done at another time.
 */
class RoleOfRunTimeTest {

  private static final String REFUSED = "42501";
  private static final String CHECKED = "23514";
  private static final String ALL_PAGES = "('(0,0)', '(1000000,0)')";

  private final Postgres postgres = SmallServer.shared().postgres();
  private final String owner = "role-" + UUID.randomUUID();

  @BeforeEach
  void rowsThatWaitAndTheShortestRuleThereIs() {
    postgres.execute(
        """
        INSERT INTO semel_retention (kept, owner, age)
        SELECT kept, '%1$s', interval '1 hour'
        FROM unnest(ARRAY['PARKED', 'INTENT', 'STORED', 'AGGREGATE', 'PLAN', 'PLAN_ITEM']) AS k (kept);
        INSERT INTO semel_parked
          (consumer, identity, key, reason, detail, headers, form, body, destination, message_id, deliveries)
        VALUES ('%1$s', gen_random_uuid(), 'k', 'CONFLICT', '', '{}', 'NONE', '', '', '', 1);
        INSERT INTO semel_intent (key, consumer, cause, destination, ordinal, headers, form, body, digest)
        VALUES (gen_random_uuid(), '%1$s', 'k', '%1$s', 0, '{}', 'NONE', '', sha256(''));
        INSERT INTO semel_inbox
          (identity, consumer, key, headers, form, body, destination, message_id, deliveries)
        VALUES (gen_random_uuid(), '%1$s', 'k', '{}', 'NONE', '', '', '', 1);
        INSERT INTO semel_version (aggregate, consumer, key, version) VALUES (gen_random_uuid(), '%1$s', 'k', 7);
        INSERT INTO semel_plan (consumer, source, who, why, rate, error_share, digest, size, filter)
        VALUES ('%1$s', 'PARKED', 'ann', 'mended', 1, 0, gen_random_uuid(), 1, '{}');
        """
            .formatted(owner));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM semel_parked",
        "UPDATE semel_parked SET state = 'withdrawn', settled_at = '2000-01-01'",
        "UPDATE semel_parked SET settled_at = '2000-01-01'",
        "UPDATE semel_parked SET parked_at = 'infinity'",
        "UPDATE semel_parked SET body = ''",
        "UPDATE semel_parked SET consumer = 'nobody'",
        "UPDATE semel_parked SET holds_claim = true",
        "DELETE FROM semel_intent",
        "UPDATE semel_intent SET state = 'withdrawn', settled_at = '2000-01-01'",
        "UPDATE semel_intent SET settled_at = '2000-01-01'",
        "DELETE FROM semel_inbox",
        "UPDATE semel_inbox SET state = 'COMPLETED', ended_at = '2000-01-01'",
        "UPDATE semel_version SET moved_at = '2000-01-01'",
        "DELETE FROM semel_version",
        "UPDATE semel_plan SET state = 'withdrawn', ended_at = '2000-01-01'",
        "UPDATE semel_plan SET who = 'nobody'",
        "UPDATE semel_plan SET filter = '{}'",
        "UPDATE semel_plan_item SET item = 0",
        "UPDATE semel_plan_item SET version = 0"
      })
  void whatWaitsCannotBeDeletedNorMadeOld(String exploit) throws SQLException {
    assertThat(asRole(exploit + " WHERE " + mine(exploit))).as(exploit).isEqualTo(REFUSED);
    assertThat(asRole("SELECT semel_forget_settled" + ALL_PAGES)).isEqualTo("00000");
    assertThat(asRole("SELECT semel_forget_intents" + ALL_PAGES)).isEqualTo("00000");
    assertThat(asRole("SELECT semel_forget_stored" + ALL_PAGES)).isEqualTo("00000");
    assertThat(asRole("SELECT semel_forget_aggregates" + ALL_PAGES)).isEqualTo("00000");
    assertThat(asRole("SELECT semel_forget_plans" + ALL_PAGES)).isEqualTo("00000");
    for (String table : new String[] {"parked", "intent", "inbox", "version", "plan"}) {
      String count = "SELECT count(*) FROM semel_" + table + " WHERE consumer = ?";
      assertThat(postgres.number(count, owner)).as(table).isOne();
    }
  }

  /** What waits for a person has been dated when it was parked, and may be older than its rule. */
  @Test
  void anIntentThatWasParkedLongAgoIsForgottenNoSoonerThanItsRuleAfterItIsSettled()
      throws SQLException {
    postgres.execute(
        "UPDATE semel_intent SET state = 'parked', settled_at = now() - interval '2 hours' WHERE consumer = '%s'"
            .formatted(owner));
    assertThat(
            asRole("UPDATE semel_intent SET state = 'withdrawn' WHERE consumer = '" + owner + "'"))
        .isEqualTo(REFUSED);
    assertThat(asRole("SELECT semel_forget_intents" + ALL_PAGES)).isEqualTo("00000");
    assertThat(postgres.number("SELECT count(*) FROM semel_intent WHERE consumer = ?", owner))
        .isOne();
  }

  /** An aggregate at rest has nothing that waits; one that is only called so has. */
  @Test
  void anAggregateIsNotForgottenWhileAMessageWaitsForItsVersion() throws SQLException {
    postgres.execute(
        """
        DELETE FROM semel_parked WHERE consumer = '%1$s'; -- which is of an aggregate that nobody knows, and keeps them all
        UPDATE semel_version SET state = 'gap', moved_at = now() - interval '2 hours' WHERE consumer = '%1$s';
        INSERT INTO semel_held
          (aggregate, version, consumer, aggregate_key, key, fingerprint, headers, form, body, destination, message_id, deliveries)
        SELECT aggregate, 9, consumer, key, 'k', '', '{}', 'NONE', '', '', '', 1 FROM semel_version WHERE consumer = '%1$s';
        """
            .formatted(owner));
    asRole("UPDATE semel_version SET state = 'rest' WHERE consumer = '" + owner + "'");
    assertThat(asRole("SELECT semel_forget_aggregates" + ALL_PAGES)).isEqualTo("00000");
    assertThat(postgres.number("SELECT count(*) FROM semel_version WHERE consumer = ?", owner))
        .isOne();
  }

  /** It would be what was parked last of all, and so give back whatever claim it names. */
  @ParameterizedTest
  @ValueSource(strings = {"parked_at", "state", "settled_at", "failures"})
  void aParkedMessageIsDatedByTheDatabase(String column) throws SQLException {
    String forged =
        "INSERT INTO semel_parked (consumer, reason, detail, headers, form, body, destination, message_id, deliveries,"
            + " holds_claim, %s) SELECT '%s', 'SET_ASIDE', '', '{}', 'NONE', '', '', '', 1, true, %s";
    String value =
        switch (column) {
          case "state" -> "'withdrawn'";
          case "failures" -> "7";
          default -> "'infinity'::timestamptz";
        };
    assertThat(asRole(forged.formatted(column, owner, value))).isEqualTo(REFUSED);
  }

  @Test
  void aLineOfTheAuditIsDatedByTheDatabaseAndSaysWhoseConnectionWroteIt() throws SQLException {
    String line =
        "INSERT INTO semel_audit (who, act, why, subject, outcome, %s) VALUES ('%s', 'RELEASE', 'x', '', '', %s)"; // other tests read it
    assertThat(asRole(line.formatted("done_at", owner, "'2000-01-01'"))).isEqualTo(REFUSED);
    assertThat(asRole(line.formatted("written_by", owner, "'another'"))).isEqualTo(REFUSED);
    assertThat(asRole(line.formatted("written_from", owner, "'192.0.2.1'"))).isEqualTo(REFUSED);
    assertThat(asRole(line.formatted("identity", owner, "NULL"))).isEqualTo("00000");
    assertThat(
            postgres.texts(
                "SELECT written_by || ' from ' || host(written_from) FROM semel_audit WHERE who = ?",
                owner))
        .singleElement()
        .asString()
        .startsWith(Postgres.ROLE + " from ");
  }

  @Test
  void nobodyApprovesTheirOwnPlanAndNoneRunsUnapproved() throws SQLException {
    String plan = "UPDATE semel_plan SET %s WHERE consumer = '" + owner + "' AND needs_approval";
    postgres.execute(
        """
        INSERT INTO semel_plan (consumer, source, who, why, rate, error_share, digest, size, filter, needs_approval)
        VALUES ('%s', 'PARKED', 'ann', 'mended', 1, 0, gen_random_uuid(), 7, '{}', true)
        """
            .formatted(owner));
    for (String run : new String[] {"running", "paused", "stopped", "done"}) {
      assertThat(asRole(plan.formatted("state = '" + run + "'"))).as(run).isEqualTo(CHECKED);
    }
    assertThat(asRole(plan.formatted("approved_by = 'ann', approved_digest = digest")))
        .isEqualTo(CHECKED);
    assertThat(asRole(plan.formatted("approved_by = 'Ann', approved_digest = digest")))
        .isEqualTo(CHECKED);
    assertThat(asRole(plan.formatted("approved_by = 'bob'"))).isEqualTo(CHECKED);
    assertThat(asRole(plan.formatted("approved_by = 'bob', approved_digest = gen_random_uuid()")))
        .isEqualTo(CHECKED);
    assertThat(asRole(plan.formatted("needs_approval = false"))).isEqualTo(REFUSED);
    assertThat(asRole(plan.formatted("digest = gen_random_uuid()"))).isEqualTo(REFUSED);
    assertThat(asRole(plan.formatted("rate = 1000"))).isEqualTo(REFUSED);
    assertThat(asRole(plan.formatted("approved_by = 'bob', approved_digest = digest")))
        .isEqualTo("00000");
    assertThat(asRole(plan.formatted("state = 'running'"))).isEqualTo("00000");
  }

  @Test
  void whatIsAddedToAFrozenPlanIsNotOfItsSet() throws SQLException {
    long plan = postgres.number("SELECT id FROM semel_plan WHERE consumer = ?", owner);
    String add =
        "INSERT INTO semel_plan_item (plan, ordinal, item, version) VALUES (%1$d, 0, 17, 1), (%1$d, 1, 18, 1)";
    assertThat(asRole(add.formatted(plan))).isEqualTo("00000");
    Jdbc jdbc = SmallServer.shared().jdbc();
    Plan frozen = new PlanTable(jdbc, ApprovalRule.NONE).find(plan).orElseThrow();
    assertThat(new PlanLeaseTable(jdbc).next(new PlanLease(frozen, 0, PlanRun.NEW), 10))
        .extracting(Item::ordinal)
        .containsExactly(0);
  }

  /** What is forgotten by a rule, two days old, under a rule of thirty days. */
  private enum Evidence {
    CLAIM(
        "semel_forget_claims" + ALL_PAGES,
        "INSERT INTO semel_claim (identity, consumer, key, fingerprint, claimed_at)"
            + " VALUES (gen_random_uuid(), '%1$s', 'k', '', %2$s)",
        "semel_claim"),
    /** The longest rule of all consumers counts. A turn empties one slot, and others' are first. */
    WINDOW(
        "semel_empty_slot() FROM generate_series(1, 40)",
        "DELETE FROM semel_retention WHERE kept = 'WINDOW' AND owner <> '%1$s';"
            + " INSERT INTO semel_window (identity, slot, consumer, key, fingerprint)"
            + " SELECT gen_random_uuid(), slot, 'role-other', 'k', '' FROM generate_series(0, 39) AS s (slot);"
            + " INSERT INTO semel_window (identity, slot, consumer, key, fingerprint)"
            + " VALUES (gen_random_uuid(), (extract(epoch FROM %2$s)::bigint / 86400) %% 40, '%1$s', 'k', '')",
        "semel_window"),
    INTENT(
        "semel_forget_intents" + ALL_PAGES,
        "UPDATE semel_intent SET state = 'delivered', settled_at = %2$s WHERE consumer = '%1$s'",
        "semel_intent"),
    PARKED(
        "semel_forget_settled" + ALL_PAGES,
        "UPDATE semel_parked SET state = 'released', settled_at = %2$s WHERE consumer = '%1$s'",
        "semel_parked"),
    STORED(
        "semel_forget_stored" + ALL_PAGES,
        "UPDATE semel_inbox SET state = 'COMPLETED', ended_at = %2$s WHERE consumer = '%1$s'",
        "semel_inbox"),
    AGGREGATE(
        "semel_forget_aggregates" + ALL_PAGES,
        "DELETE FROM semel_parked WHERE consumer = '%1$s';" // of an aggregate that nobody knows
            + " DELETE FROM semel_inbox WHERE consumer = '%1$s';"
            + " UPDATE semel_version SET moved_at = %2$s WHERE consumer = '%1$s'",
        "semel_version"),
    PLAN_ITEM(
        "semel_forget_plan_items" + ALL_PAGES,
        "UPDATE semel_plan SET state = 'done', ended_at = %2$s WHERE consumer = '%1$s';"
            + " INSERT INTO semel_plan_item (plan, ordinal, item, version) SELECT id, 0, 17, 1 FROM semel_plan WHERE consumer = '%1$s'",
        "semel_plan_item JOIN semel_plan ON id = plan"),
    PLAN(
        "semel_forget_plans" + ALL_PAGES,
        "UPDATE semel_plan SET state = 'done', ended_at = %2$s WHERE consumer = '%1$s'",
        "semel_plan"),
    AUDIT(
        "semel_forget_audit" + ALL_PAGES,
        "INSERT INTO semel_audit (done_at, who, act, why, subject, outcome)"
            + " VALUES (%2$s, '%1$s', 'RELEASE', 'x', '', '')",
        "(SELECT who AS consumer FROM semel_audit) AS a");

    private final String forget;
    private final String row;
    private final String rows;

    Evidence(String forget, String row, String rows) {
      this.forget = "SELECT " + forget;
      this.row = row;
      this.rows = "SELECT count(*) FROM " + rows + " WHERE consumer = ?";
    }

    /** Of the audit nothing of the last thirty days is forgotten anyway. */
    int days() {
      return this == AUDIT ? 40 : 20;
    }

    String ruledBy(String owner) {
      return this == AUDIT ? "semel" : owner;
    }
  }

  /** How a shorter rule might be made to count with that role's password and no more. */
  private enum Lowering {
    SAID("SELECT semel_declare_retention(ARRAY['%1$s'], ARRAY['%2$s'], ARRAY[3600000])"),
    SAID_TWICE(
        "SELECT semel_declare_retention(ARRAY['%1$s'], ARRAY['%2$s'], ARRAY[86400000]);"
            + " SELECT semel_declare_retention(ARRAY['%1$s'], ARRAY['%2$s'], ARRAY[3600000])"),
    WRITTEN("UPDATE semel_retention SET age = '1 hour' WHERE kept = '%1$s' AND owner = '%2$s'"),
    WRITTEN_ANEW(
        "INSERT INTO semel_retention (kept, owner, age) VALUES ('%1$s', '%2$s', '1 hour')"
            + " ON CONFLICT (kept, owner) DO UPDATE SET age = excluded.age"),
    DELETED("DELETE FROM semel_retention WHERE kept = '%1$s' AND owner = '%2$s'"),
    /** By another's rule, which nobody has said yet. */
    OF_ANOTHER(
        "SELECT semel_declare_retention(ARRAY['%1$s'], ARRAY['%2$s-x'], ARRAY[3600000]);"
            + " UPDATE %3$s SET %4$s = '%2$s-x' WHERE %4$s = '%2$s'");

    private final String sql;

    Lowering(String sql) {
      this.sql = sql;
    }

    String of(Evidence kept, String owner) {
      String table = kept.rows.replaceAll("(?s).*?FROM (semel_\\w+).*", "$1");
      return sql.formatted(
          kept, kept.ruledBy(owner), table, kept == Evidence.INTENT ? "destination" : "consumer");
    }
  }

  private static Stream<Arguments> evidence() {
    return Stream.of(Evidence.values())
        .flatMap(kept -> Stream.of(Lowering.values()).map(by -> Arguments.of(kept, by)))
        .filter(
            each ->
                each.get()[1] != Lowering.OF_ANOTHER
                    || !EnumSet.of(Evidence.PLAN_ITEM, Evidence.AUDIT).contains(each.get()[0]));
  }

  @ParameterizedTest
  @MethodSource("evidence")
  void whatAShorterRuleFreesIsForgottenOnlyOnceTheLongerOneHasPassed(Evidence kept, Lowering by)
      throws SQLException {
    String rule = "kept = '%s' AND owner = '%s'".formatted(kept, kept.ruledBy(owner));
    postgres.execute(
        """
        DELETE FROM semel_retention WHERE %1$s;
        INSERT INTO semel_retention (kept, owner, age) VALUES ('%2$s', '%3$s', '%4$d days');
        """
            .formatted(rule, kept, kept.ruledBy(owner), kept == Evidence.AUDIT ? 400 : 30));
    postgres.execute(
        kept.row.formatted(owner, "(now() - interval '%d days')".formatted(kept.days())));
    asRole(by.of(kept, owner));
    assertThat(asRole(kept.forget)).isEqualTo("00000");
    assertThat(postgres.number(kept.rows, owner)).as("kept").isOne();
    if (by == Lowering.SAID || by == Lowering.SAID_TWICE) {
      postgres.execute("UPDATE semel_retention SET held_until = now() WHERE " + rule);
      assertThat(asRole(kept.forget)).isEqualTo("00000");
      assertThat(postgres.number(kept.rows, owner)).as("once it has passed").isZero();
    }
    postgres.execute("DELETE FROM semel_retention WHERE " + rule); // others have an audit, too
    postgres.execute("DELETE FROM semel_window WHERE consumer = 'role-other'");
  }

  /** A date so long ago that there is none would fail each round, for all who are swept with it. */
  @Test
  void noRuleIsSoLongThatNothingIsForgottenAnyMore() throws SQLException {
    String rule = "SELECT semel_declare_retention(ARRAY['CLAIM'], ARRAY['%s'], ARRAY[%d])";
    assertThat(asRole(rule.formatted(owner, Duration.ofDays(10_000_000).toMillis())))
        .isEqualTo(CHECKED);
    assertThat(asRole(rule.formatted(owner, RetentionRule.FOR_GOOD.toMillis()))).isEqualTo("00000");
    assertThat(asRole(rule.formatted(owner, Duration.ofHours(1).toMillis()))).isEqualTo("00000");
    assertThat(asRole("SELECT semel_forget_claims" + ALL_PAGES)).isEqualTo("00000");
  }

  /** So that other tests' rows stay, should it go through. */
  private String mine(String exploit) {
    String own = "consumer = '" + owner + "'";
    return exploit.contains("semel_plan_item")
        ? "plan IN (SELECT id FROM semel_plan WHERE " + own + ")"
        : own;
  }

  private String asRole(String sql) throws SQLException {
    try (Connection role =
            DriverManager.getConnection(postgres.jdbcUrl(), Postgres.ROLE, Postgres.PASSWORD);
        Statement statement = role.createStatement()) {
      statement.execute(sql);
      return "00000";
    } catch (SQLException e) {
      return e.getSQLState();
    }
  }
}
