// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.semel.internal.desk.operate.plan.ApprovalRule;
import org.semel.internal.desk.operate.plan.Plans;
import org.semel.internal.edge.postgresql.Binds;
import org.semel.internal.edge.postgresql.ChosenRow;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.message.Digest;
import org.semel.operations.OperatorContext;
import org.semel.operations.Plan;
import org.semel.operations.Plan.Approval;
import org.semel.operations.Plan.Pace;
import org.semel.operations.Plan.State;
import org.semel.operations.PlanActs.ApprovalResult;
import org.semel.operations.PlanActs.Made;
import org.semel.operations.PlanActs.PlanTransition;
import org.semel.operations.PlanItem;
import org.semel.operations.PlanItem.ItemGroup;
import org.semel.operations.Selection;

/** {@code semel_plan}, as operators' acts use it. */
public final class PlanTable implements Plans {

  /** Two operators who plan the same messages, as they stand, at the same time get one plan. */
  private static final String FREEZE =
      """
      INSERT INTO {schema}.semel_plan (consumer, source, who, why, rate, error_share, digest, size, needs_approval, filter)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?,
      """
          + SelectionRow.VALUE
          + """
      )
      ON CONFLICT (consumer, source, digest) WHERE state IN ('frozen', 'running', 'paused', 'stopped') DO NOTHING
      RETURNING
      """
          + PlanRow.COLUMNS;

  private static final String THERE =
      "SELECT "
          + PlanRow.COLUMNS
          + """
           FROM {schema}.semel_plan
          WHERE consumer = ? AND source = ? AND digest = ? AND state IN ('frozen', 'running', 'paused', 'stopped')
          """;

  private static final String FIND =
      "SELECT "
          + PlanRow.COLUMNS
          + """
           FROM {schema}.semel_plan WHERE id = ?
          """;

  private static final String LATEST =
      "SELECT "
          + PlanRow.COLUMNS
          + """
           FROM {schema}.semel_plan WHERE id < ? ORDER BY id DESC LIMIT ?
          """;

  /**
   * Writes a new token, so that the node that worked on the plan loses its lease. A plan that is
   * resumed begins a new run.
   */
  private static final String MOVE =
      """
      UPDATE {schema}.semel_plan
      SET state = t.next, lease = lease + 1, due_at = clock_timestamp(),
          ended_at = CASE WHEN t.next IN ('done', 'withdrawn') THEN clock_timestamp() END,
          round = CASE WHEN t.next = 'running' THEN 0 ELSE round END,
          stalls = CASE WHEN t.next = 'running' THEN 0 ELSE stalls END,
          done_before = CASE WHEN t.next = 'running' THEN done ELSE done_before END,
          failed_before = CASE WHEN t.next = 'running' THEN failed ELSE failed_before END
      FROM (SELECT ?::text AS next) AS t
      WHERE id = ? AND state = ANY (?::text[])
        AND (t.next <> 'running' OR NOT needs_approval OR approved_by IS NOT NULL)
      RETURNING
      """
          + PlanRow.COLUMNS;

  private static final String SELECTION =
      "SELECT consumer, source, "
          + SelectionRow.COLUMNS
          + """
          FROM {schema}.semel_plan WHERE id = ?
          """;

  private final Jdbc jdbc;
  private final PlanItems items;
  private final ApprovalRule approvals;

  public PlanTable(Jdbc jdbc, ApprovalRule approvals) {
    this.jdbc = jdbc;
    this.items = new PlanItems(jdbc);
    this.approvals = approvals;
  }

  @Override
  public Made freeze(Selection selection, Pace pace, OperatorContext by) {
    List<ChosenRow> rows = items.choose(selection);
    if (rows.isEmpty()) {
      return new Made.Empty();
    }
    return freeze(selection, pace, by, rows)
        .or(() -> freeze(selection, pace, by, rows))
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "plans of these very messages were made and ended twice meanwhile; try again"));
  }

  /** Empty if another plan of the same messages was in the way and ended meanwhile. */
  private Optional<Made> freeze(
      Selection selection, Pace pace, OperatorContext by, List<ChosenRow> rows) {
    UUID digest = digest(rows);
    List<Plan> frozen =
        jdbc.query(
            "freeze a plan",
            FREEZE,
            binds ->
                SelectionRow.bind(
                    selection,
                    bind(selection, pace, by, binds)
                        .uuid(digest)
                        .number(rows.size())
                        .truth(approvals.asksFor(rows.size()))),
            PlanRow::read);
    return frozen.isEmpty()
        ? there(selection, digest).map(Made.There::new)
        : Optional.of(new Made.Frozen(items.write(frozen.get(0), rows)));
  }

  /** Equal for the same messages, as they stand. */
  private static UUID digest(List<ChosenRow> rows) {
    return Digest.uuid(
        rows.stream()
            .flatMap(row -> Stream.of(row.id(), String.valueOf(row.seen().number())))
            .toArray(String[]::new));
  }

  private static Binds bind(Selection selection, Pace pace, OperatorContext by, Binds binds)
      throws SQLException {
    return binds
        .text(selection.consumer())
        .text(selection.source().name())
        .text(by.who())
        .text(by.why())
        .number(pace.rate())
        .number(pace.errorShare());
  }

  private Optional<Plan> there(Selection selection, UUID digest) {
    return jdbc
        .query(
            "find a plan of the same messages",
            THERE,
            binds -> binds.text(selection.consumer()).text(selection.source().name()).uuid(digest),
            PlanRow::read)
        .stream()
        .findFirst();
  }

  @Override
  public Optional<Long> last(long id) {
    return items.last(id);
  }

  @Override
  public Optional<Selection> selection(long id) {
    return jdbc
        .query(
            "look up by what a plan was chosen",
            SELECTION,
            binds -> binds.number(id),
            SelectionRow::read)
        .stream()
        .findFirst();
  }

  @Override
  public List<ItemGroup> groups(long id, int most) {
    return new PlanItemView(jdbc).groups(id, most);
  }

  @Override
  public long count(long id, String outcome) {
    return new PlanItemView(jdbc).count(id, outcome);
  }

  @Override
  public List<PlanItem> items(long id, Optional<String> outcome, int after, int most) {
    return new PlanItemView(jdbc).items(id, outcome, after, most);
  }

  @Override
  public Optional<Plan> find(long id) {
    return jdbc.query("find a plan", FIND, binds -> binds.number(id), PlanRow::read).stream()
        .findFirst();
  }

  @Override
  public List<Plan> latest(long before, int most) {
    return jdbc.query(
        "list plans", LATEST, binds -> binds.number(before).number(most), PlanRow::read);
  }

  @Override
  public PlanTransition move(long id, Collection<State> from, State to) {
    List<State> allowed = List.copyOf(from);
    List<Plan> moved =
        jdbc.query(
            "move a plan on",
            MOVE,
            binds -> binds.text(to.word()).number(id).texts(allowed, State::word),
            PlanRow::read);
    if (!moved.isEmpty()) {
      return new PlanTransition.Entered(moved.get(0));
    }
    return find(id).map(plan -> unmoved(plan, allowed)).orElseGet(PlanTransition.NotFound::new);
  }

  private static PlanTransition unmoved(Plan plan, List<State> allowed) {
    State state = plan.progress().state();
    return allowed.contains(state) && plan.progress().approval() instanceof Approval.Awaited
        ? new PlanTransition.Unapproved()
        : new PlanTransition.NotFrom(state);
  }

  @Override
  public ApprovalResult approve(long id, UUID digest, String who) {
    return find(id)
        .filter(plan -> ApprovalRule.isAnother(plan.by().who(), who))
        .flatMap(plan -> new PlanApprovals(jdbc).approve(id, digest, who))
        .or(() -> find(id).map(plan -> PlanApprovals.refused(plan, digest)))
        .orElseGet(ApprovalResult.NoSuchPlan::new);
  }
}
