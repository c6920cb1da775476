// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.estate.Postgres;
import org.semel.internal.plan.ApprovalRule;
import org.semel.internal.plan.PlanLeases.Item;
import org.semel.internal.plan.PlanLeases.PlanLease;
import org.semel.internal.plan.PlanLeases.PlanRun;
import org.semel.internal.postgresql.operate.PlanLeaseTable;
import org.semel.internal.postgresql.operate.PlanTable;
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
        INSERT INTO semel_plan (consumer, source, who, why, rate, error_share, digest, size)
        VALUES ('%1$s', 'PARKED', 'ann', 'mended', 1, 0, gen_random_uuid(), 1);
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
        "UPDATE semel_plan_item SET item = 0"
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
        INSERT INTO semel_plan (consumer, source, who, why, rate, error_share, digest, size, needs_approval)
        VALUES ('%s', 'PARKED', 'ann', 'mended', 1, 0, gen_random_uuid(), 7, true)
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
        "INSERT INTO semel_plan_item (plan, ordinal, item) VALUES (%1$d, 0, 17), (%1$d, 1, 18)";
    assertThat(asRole(add.formatted(plan))).isEqualTo("00000");
    Jdbc jdbc = SmallServer.shared().jdbc();
    Plan frozen = new PlanTable(jdbc, ApprovalRule.NONE).find(plan).orElseThrow();
    assertThat(new PlanLeaseTable(jdbc).next(new PlanLease(frozen, 0, PlanRun.NEW), 10))
        .extracting(Item::ordinal)
        .containsExactly(0);
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
