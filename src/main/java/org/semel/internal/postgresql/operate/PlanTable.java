// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql.operate;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.semel.internal.plan.Plans;
import org.semel.internal.postgresql.Binds;
import org.semel.internal.postgresql.Jdbc;
import org.semel.message.Digest;
import org.semel.operations.OperatorContext;
import org.semel.operations.Plan;
import org.semel.operations.Plan.Pace;
import org.semel.operations.Plan.Progress;
import org.semel.operations.Plan.State;
import org.semel.operations.PlanActs.Made;
import org.semel.operations.PlanActs.Moved;
import org.semel.operations.Selection;

/** {@code semel_plan}, as operators' acts use it. */
public final class PlanTable implements Plans {

  static final String COLUMNS =
      "id, consumer, source, who, why, rate, error_share, state, digest, size, done, failed";

  /** Two operators who plan the same messages at the same time get one plan. */
  private static final String FREEZE =
      """
      INSERT INTO semel_plan (consumer, source, who, why, rate, error_share, digest, size)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (consumer, source, digest) WHERE state IN ('frozen', 'running', 'paused', 'stopped') DO NOTHING
      RETURNING
      """
          + COLUMNS;

  private static final String THERE =
      "SELECT "
          + COLUMNS
          + """
           FROM semel_plan
          WHERE consumer = ? AND source = ? AND digest = ? AND state IN ('frozen', 'running', 'paused', 'stopped')
          """;

  private static final String FIND =
      "SELECT "
          + COLUMNS
          + """
           FROM semel_plan WHERE id = ?
          """;

  private static final String LATEST =
      "SELECT "
          + COLUMNS
          + """
           FROM semel_plan ORDER BY id DESC LIMIT ?
          """;

  /**
   * Writes a new token, so that the node that worked on the plan loses its lease. A plan that is
   * resumed begins a new run.
   */
  private static final String MOVE =
      """
      UPDATE semel_plan
      SET state = t.next, lease = lease + 1, due_at = clock_timestamp(),
          ended_at = CASE WHEN t.next IN ('done', 'withdrawn') THEN clock_timestamp() END,
          round = CASE WHEN t.next = 'running' THEN 0 ELSE round END,
          stalls = CASE WHEN t.next = 'running' THEN 0 ELSE stalls END,
          done_before = CASE WHEN t.next = 'running' THEN done ELSE done_before END,
          failed_before = CASE WHEN t.next = 'running' THEN failed ELSE failed_before END
      FROM (SELECT ?::text AS next) AS t
      WHERE id = ? AND state = ANY (?::text[])
      RETURNING
      """
          + COLUMNS;

  private final Jdbc jdbc;
  private final PlanItems items;

  public PlanTable(Jdbc jdbc) {
    this.jdbc = jdbc;
    this.items = new PlanItems(jdbc);
  }

  @Override
  public Made freeze(Selection selection, Pace pace, OperatorContext by) {
    List<String> ids = items.choose(selection);
    if (ids.isEmpty()) {
      return new Made.Empty();
    }
    return freeze(selection, pace, by, ids)
        .or(() -> freeze(selection, pace, by, ids))
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "plans of these very messages were made and ended twice meanwhile; try again"));
  }

  /** Empty if another plan of the same messages was in the way and ended meanwhile. */
  private Optional<Made> freeze(
      Selection selection, Pace pace, OperatorContext by, List<String> ids) {
    UUID digest = digest(ids);
    List<Plan> frozen =
        jdbc.query(
            "freeze a plan",
            FREEZE,
            binds -> bind(selection, pace, by, binds).uuid(digest).number(ids.size()),
            PlanTable::read);
    return frozen.isEmpty()
        ? there(selection, digest).map(Made.There::new)
        : Optional.of(new Made.Frozen(items.write(frozen.get(0), ids)));
  }

  /** Equal for the same messages. */
  private static UUID digest(List<String> ids) {
    return Digest.uuid(ids.toArray(String[]::new));
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
            PlanTable::read)
        .stream()
        .findFirst();
  }

  @Override
  public Optional<Long> last(long id) {
    return items.last(id);
  }

  @Override
  public Optional<Plan> find(long id) {
    return jdbc.query("find a plan", FIND, binds -> binds.number(id), PlanTable::read).stream()
        .findFirst();
  }

  @Override
  public List<Plan> latest(int most) {
    return jdbc.query("list plans", LATEST, binds -> binds.number(most), PlanTable::read);
  }

  @Override
  public Moved move(long id, Collection<State> from, State to) {
    List<State> allowed = List.copyOf(from);
    List<Plan> moved =
        jdbc.query(
            "move a plan on",
            MOVE,
            binds -> binds.text(to.word()).number(id).texts(allowed, State::word),
            PlanTable::read);
    if (!moved.isEmpty()) {
      return new Moved.Now(moved.get(0));
    }
    return find(id)
        .<Moved>map(plan -> new Moved.NotFrom(plan.progress().state()))
        .orElseGet(Moved.NotFound::new);
  }

  static Plan read(ResultSet row) throws SQLException {
    return new Plan(
        row.getLong("id"),
        row.getString("consumer"),
        Plan.Source.valueOf(row.getString("source")),
        new OperatorContext(row.getString("who"), row.getString("why")),
        new Pace(row.getInt("rate"), row.getInt("error_share")),
        new Progress(
            State.of(row.getString("state")),
            row.getObject("digest", UUID.class),
            row.getInt("size"),
            row.getInt("done"),
            row.getInt("failed")));
  }
}
