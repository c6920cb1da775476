// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.semel.internal.desk.operate.act.PlanLeaseLost;
import org.semel.internal.desk.operate.plan.ApprovalRule;
import org.semel.internal.desk.operate.plan.ItemEnd;
import org.semel.internal.desk.operate.plan.PlanLeases;
import org.semel.internal.desk.operate.plan.Plans;
import org.semel.internal.edge.postgresql.Binds;
import org.semel.internal.edge.postgresql.ChosenRow;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.intent.ListedIntents;
import org.semel.internal.edge.postgresql.intent.ParkedIntents;
import org.semel.message.Digest;
import org.semel.message.Identity;
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
import org.semel.operations.RowVersion;
import org.semel.operations.Selection;

/**
 * {@code semel_plan} and {@code semel_plan_item}: replay plans, from the choice of their messages
 * or intents to their end. All that writes these tables is here, but for what forgets plans that
 * have ended.
 *
 * <pre>
 * state                    statement           state afterwards
 * -----------------------  ------------------  ---------------------------------------------
 * none                     FREEZE              frozen, with its items (ITEMS, INTENTS)
 * frozen                   APPROVE             frozen, and may run
 * frozen                   MOVE                running, or withdrawn, as a person asks
 * running                  MOVE                paused, or withdrawn
 * paused, stopped          MOVE                running, or withdrawn
 * running                  TAKE                running, under the next lease
 * running                  HOLD, COUNT         running, for longer; BEGIN and SETTLE write the item
 * running                  END                 running again later, done or stopped
 * done, withdrawn          semel_forget_plans  none, once it is old
 * </pre>
 *
 * <p>HOLD, COUNT and END are fenced: only the holder of the latest lease changes the plan.
 */
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

  private static final String APPROVE =
      """
      UPDATE {schema}.semel_plan
      SET approved_by = a.approver, approved_digest = a.seen
      FROM (SELECT ?::text AS approver, ?::uuid AS seen) AS a
      WHERE id = ? AND state = 'frozen' AND needs_approval AND approved_by IS NULL
        AND digest = a.seen AND lower(who) <> lower(a.approver)
      RETURNING
      """
          + PlanRow.COLUMNS;

  private static final String ITEMS =
      """
      INSERT INTO {schema}.semel_plan_item (plan, ordinal, item, version)
      SELECT ?, i.ordinal, i.item::bigint, i.version FROM unnest(?::int[], ?::text[], ?::bigint[]) AS i (ordinal, item, version)
      """;

  private static final String INTENTS =
      """
      INSERT INTO {schema}.semel_plan_item (plan, ordinal, intent, version)
      SELECT ?, i.ordinal, i.item::uuid, i.version FROM unnest(?::int[], ?::text[], ?::bigint[]) AS i (ordinal, item, version)
      """;

  private static final String LAST =
      """
      SELECT item, version FROM {schema}.semel_plan_item WHERE plan = ? AND item IS NOT NULL ORDER BY ordinal DESC LIMIT 1
      """;

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
   * The next items of a plan, with what became of those that are stored. Rows that were added to a
   * plan after it was frozen are not of it. A stored message that waits for its version has the
   * state of a completed one.
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

  /** The version of a kept message, which is never changed. */
  private static final RowVersion NEVER_CHANGED = new RowVersion(0);

  private final Jdbc jdbc;
  private final ApprovalRule approvals;

  public PlanTable(Jdbc jdbc, ApprovalRule approvals) {
    this.jdbc = jdbc;
    this.approvals = approvals;
  }

  @Override
  public Made freeze(Selection selection, Pace pace, OperatorContext by) {
    List<ChosenRow> rows = choose(selection);
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
        : Optional.of(new Made.Frozen(write(frozen.get(0), rows)));
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
  public Optional<Chosen> last(long id) {
    return jdbc
        .query(
            "look for a plan's last message",
            LAST,
            binds -> binds.number(id),
            row -> new Chosen(row.getLong("item"), new RowVersion(row.getLong("version"))))
        .stream()
        .findFirst();
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
        .flatMap(plan -> approved(id, digest, who))
        .or(() -> find(id).map(plan -> refused(plan, digest)))
        .orElseGet(ApprovalResult.NoSuchPlan::new);
  }

  /**
   * Empty if it may not be, or is not there. Checks of the table hold the same, but that they know
   * no more of names than letter case; see {@link ApprovalRule#isAnother}.
   */
  private Optional<ApprovalResult> approved(long id, UUID digest, String who) {
    return jdbc
        .query(
            "approve a plan",
            APPROVE,
            binds -> binds.text(who).uuid(digest).number(id),
            PlanRow::read)
        .stream()
        .<ApprovalResult>map(ApprovalResult.Approved::new)
        .findFirst();
  }

  /** The result of an approval that changed nothing. */
  private static ApprovalResult refused(Plan plan, UUID digest) {
    Plan.Progress progress = plan.progress();
    if (progress.state() != State.FROZEN || !(progress.approval() instanceof Approval.Awaited)) {
      return new ApprovalResult.NotAwaited(plan);
    }
    return progress.digest().equals(digest)
        ? new ApprovalResult.OwnPlan()
        : new ApprovalResult.OtherSet(progress.digest());
  }

  /** The chosen messages or intents, as they stand in this statement, the oldest first. */
  private List<ChosenRow> choose(Selection selection) {
    return switch (selection.source()) {
      case PARKED ->
          new ParkedSearch(jdbc)
              .chosen(selection.consumer(), selection.which(), selection.after(), selection.most());
      case KEPT ->
          new KeptSearch(jdbc)
                  .ids(selection.consumer(), selection.kept(), selection.after(), selection.most())
                  .stream()
                  .map(id -> new ChosenRow(id.toString(), NEVER_CHANGED))
                  .toList();
      case RETRY_INTENTS, WITHDRAW_INTENTS, DELIVER_INTENTS ->
          new ParkedIntents(jdbc)
              .chosen(selection.destination(), selection.which(), selection.most());
      case RETRY_PENDING_INTENTS, WITHDRAW_PENDING_INTENTS ->
          new ListedIntents(jdbc)
              .chosen(selection.destination(), selection.pending(), selection.most());
    };
  }

  /** Records the chosen items, and returns {@code plan}. */
  private Plan write(Plan plan, List<ChosenRow> items) {
    List<Integer> ordinals = IntStream.range(0, items.size()).boxed().toList();
    int written =
        jdbc.update(
            "write what a plan is made of",
            plan.source().isOfIntents() ? INTENTS : ITEMS,
            binds ->
                binds
                    .number(plan.id())
                    .numbers(ordinals, Integer::longValue)
                    .texts(items, ChosenRow::id)
                    .numbers(items, item -> item.seen().number()));
    if (written != items.size()) {
      throw new IllegalStateException(
          written + " of " + items.size() + " items were written; this is a defect of Semel");
    }
    return plan;
  }

  /** The tables as the nodes use them that work on replay plans. */
  public static final class PlanLeaseTable implements PlanLeases {

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
}
