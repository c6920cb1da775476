// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.semel.internal.desk.operate.PlanLeaseLost;
import org.semel.internal.desk.operate.plan.ItemEnd;
import org.semel.internal.desk.operate.plan.PlanLeases;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.message.Identity;
import org.semel.operations.Plan;
import org.semel.operations.RowVersion;

/** {@code semel_plan} and {@code semel_plan_item}: how nodes work on replay plans. */
public final class PlanLeaseTable implements PlanLeases {

  private static final String TAKE =
      """
      UPDATE {schema}.semel_plan
      SET lease = lease + 1, due_at = clock_timestamp() + ? * interval '1 millisecond'
      WHERE id = (
        SELECT id FROM {schema}.semel_plan
        WHERE state = 'running' AND due_at <= statement_timestamp() AND consumer = ANY (?::text[])
        ORDER BY due_at
        LIMIT 1
        FOR UPDATE SKIP LOCKED)
      RETURNING lease, round, stalls, done - done_before AS stint_done, failed - failed_before AS stint_failed,
      """
          + PlanRow.COLUMNS;

  /**
   * What somebody has added to a frozen plan is not of it. What waits for its version is completed
   * where it is stored.
   */
  private static final String NEXT =
      """
      SELECT i.ordinal, i.item, i.intent, i.version, i.begun_at IS NOT NULL AS begun,
        CASE
          WHEN i.stored IS NULL THEN NULL
          WHEN s.identity IS NULL OR s.erased THEN 'GONE'
          WHEN s.state IN ('FAILED_TERMINAL', 'PARKED') THEN 'FAILED'
          WHEN s.state = 'COMPLETED'
            AND EXISTS (SELECT 1 FROM {schema}.semel_held AS h WHERE h.consumer = s.consumer AND h.key = s.key) THEN 'HELD'
          WHEN s.state = 'COMPLETED' THEN 'TOOK_EFFECT'
        END AS came
      FROM (
        SELECT ordinal, item, intent, version, begun_at, stored
        FROM {schema}.semel_plan_item
        WHERE plan = ? AND outcome IS NULL AND ordinal < (SELECT size FROM {schema}.semel_plan WHERE id = plan)
        ORDER BY ordinal
        LIMIT ?
      ) AS i LEFT JOIN {schema}.semel_inbox AS s ON s.identity = i.stored
      ORDER BY i.ordinal
      """;

  /** Fenced: only the holder of the latest lease can write, and only while the plan runs. */
  private static final String COUNT =
      """
      UPDATE {schema}.semel_plan
      SET done = done + 1, failed = failed + ?, due_at = clock_timestamp() + ? * interval '1 millisecond'
      WHERE id = ? AND lease = ? AND state = 'running'
      """;

  private static final String HOLD =
      """
      UPDATE {schema}.semel_plan SET due_at = clock_timestamp() + ? * interval '1 millisecond'
      WHERE id = ? AND lease = ? AND state = 'running'
      """;

  private static final String BEGIN =
      """
      UPDATE {schema}.semel_plan_item SET begun_at = clock_timestamp(), stored = ?::uuid
      WHERE plan = ? AND ordinal = ? AND outcome IS NULL
      """;

  private static final String SETTLE =
      """
      UPDATE {schema}.semel_plan_item SET outcome = ?, settled_at = clock_timestamp()
      WHERE plan = ? AND ordinal = ? AND outcome IS NULL
      """;

  /** Compares with the count at the time of the lease: a plan that has done none since stalls. */
  private static final String END =
      """
      UPDATE {schema}.semel_plan
      SET state = t.next, due_at = clock_timestamp() + ? * interval '1 millisecond',
          ended_at = CASE WHEN t.next IN ('done', 'withdrawn') THEN clock_timestamp() END,
          round = round + (done > t.done_then)::int,
          stalls = CASE WHEN done > t.done_then THEN 0 ELSE stalls + 1 END
      FROM (SELECT ?::text AS next, ?::int AS done_then) AS t
      WHERE id = ? AND lease = ? AND state = 'running'
      """;

  private final Jdbc jdbc;

  public PlanLeaseTable(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public Optional<PlanLease> take(Collection<String> consumers, Duration life) {
    List<String> names = List.copyOf(consumers);
    return jdbc
        .query(
            "lease a plan",
            TAKE,
            binds -> binds.number(life.toMillis()).texts(names, name -> name),
            row -> new PlanLease(PlanRow.read(row), row.getLong("lease"), run(row)))
        .stream()
        .findFirst();
  }

  private static PlanRun run(ResultSet row) throws SQLException {
    return new PlanRun(
        row.getInt("round"),
        row.getInt("stalls"),
        row.getInt("stint_done"),
        row.getInt("stint_failed"));
  }

  @Override
  public List<Item> next(PlanLease lease, int most) {
    return jdbc.query(
        "look for a plan's next messages",
        NEXT,
        binds -> binds.number(lease.plan().id()).number(most),
        row ->
            new Item(
                row.getInt("ordinal"),
                row.getLong("item"),
                Optional.ofNullable(row.getObject("intent", UUID.class)),
                new RowVersion(row.getLong("version")),
                row.getBoolean("begun"),
                Optional.ofNullable(row.getString("came")).map(ItemEnd::valueOf)));
  }

  @Override
  public void begin(PlanLease lease, Item item, Optional<Identity> stored, Duration life) {
    Plan plan = lease.plan();
    int held =
        jdbc.update(
            "hold a plan's lease",
            HOLD,
            binds -> binds.number(life.toMillis()).number(plan.id()).number(lease.token()));
    if (held != 1) {
      throw new PlanLeaseLost(plan.id());
    }
    int begun =
        jdbc.update(
            "note that the end of a plan's item is awaited",
            BEGIN,
            binds ->
                binds
                    .uuid(stored.map(Identity::digest).orElse(null))
                    .number(plan.id())
                    .number(item.ordinal()));
    expectOne(begun, plan, item, "begun");
  }

  @Override
  public void settle(PlanLease lease, Item item, ItemEnd end, Duration life) {
    count(lease, end, life);
    Plan plan = lease.plan();
    int settled =
        jdbc.update(
            "settle a plan's message",
            SETTLE,
            binds -> binds.text(end.name()).number(plan.id()).number(item.ordinal()));
    expectOne(settled, plan, item, "settled");
  }

  /** The plan's lease is held, so that no other node can have settled it. */
  private static void expectOne(int rows, Plan plan, Item item, String act) {
    if (rows != 1) {
      throw new IllegalStateException(
          "message "
              + item.ordinal()
              + " of plan "
              + plan.id()
              + " was to be "
              + act
              + " and was settled before; this is a defect of Semel");
    }
  }

  private void count(PlanLease lease, ItemEnd end, Duration life) {
    int counted =
        jdbc.update(
            "count a plan's message",
            COUNT,
            binds ->
                binds
                    .number(end.isError() ? 1 : 0)
                    .number(life.toMillis())
                    .number(lease.plan().id())
                    .number(lease.token()));
    if (counted != 1) {
      throw new PlanLeaseLost(lease.plan().id());
    }
  }

  @Override
  public boolean end(PlanLease lease, Plan.State state, Duration rest) {
    return jdbc.update(
            "end a plan's round",
            END,
            binds ->
                binds
                    .number(rest.toMillis())
                    .text(state.word())
                    .number(lease.plan().progress().done())
                    .number(lease.plan().id())
                    .number(lease.token()))
        == 1;
  }
}
