// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.semel.retention.Forgetting;
import org.semel.retention.Kept;
import org.semel.retention.Pace;
import org.semel.retention.Rule;
import org.semel.retention.Step;
import org.semel.retention.Turn;

/**
 * {@code semel_retention} and {@code semel_round}: how long rows are kept, and who sweeps them. A
 * round walks a table from its first page to its last, some pages at each step: that needs no
 * index, which every claim would have to pay for.
 */
public final class RetentionTable implements Forgetting {

  private static final String DECLARE =
      """
      INSERT INTO semel_retention AS r (kept, owner, age)
      SELECT d.kept, d.owner, d.millis * interval '1 millisecond'
      FROM unnest(?::text[], ?::text[], ?::bigint[]) AS d (kept, owner, millis)
      ORDER BY d.kept, d.owner
      ON CONFLICT (kept, owner) DO UPDATE SET age = excluded.age WHERE r.age <> excluded.age
      """;

  private static final String TAKE =
      """
      UPDATE semel_round
      SET lease = lease + 1, due_at = statement_timestamp() + ? * interval '1 millisecond'
      WHERE kept = (SELECT kept FROM semel_round WHERE kept = ? AND due_at <= statement_timestamp() FOR UPDATE SKIP LOCKED)
      RETURNING lease
      """;

  /**
   * Its row stays locked until the step's transaction ends, so that no two steps run at once. Waits
   * for no lock longer than a moment: what is locked is for the next round.
   */
  private static final String ADVANCE =
      """
      WITH bounded AS MATERIALIZED (
        SELECT set_config('lock_timeout', '1s', true)
      )
      UPDATE semel_round
      SET page = page + ?, due_at = statement_timestamp() + ? * interval '1 millisecond'
      FROM bounded
      WHERE kept = ? AND lease = ?
      RETURNING page
      """;

  private static final String FINISH =
      """
      UPDATE semel_round
      SET page = 0, due_at = statement_timestamp() + ? * interval '1 millisecond'
      WHERE kept = ? AND lease = ?
      """;

  private final Jdbc jdbc;

  public RetentionTable(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public void declare(Collection<Rule> rules) {
    List<Rule> rows = List.copyOf(rules);
    jdbc.update(
        "write down how long rows are kept",
        DECLARE,
        binds ->
            binds
                .texts(rows, rule -> rule.kept().name())
                .texts(rows, Rule::owner)
                .numbers(rows, rule -> rule.age().toMillis()));
  }

  @Override
  public Optional<Turn> take(Kept kept, Pace pace) {
    return jdbc
        .query(
            "take the turn to sweep",
            TAKE,
            binds -> binds.number(pace.lease().toMillis()).text(kept.name()),
            row -> new Turn(kept, row.getLong("lease")))
        .stream()
        .findFirst();
  }

  @Override
  public Step step(Turn turn, Pace pace) {
    Optional<Long> next = advance(turn, pace);
    if (next.isEmpty()) {
      return new Step.Lost();
    }
    if (turn.kept() == Kept.WINDOW) {
      return new WindowSlots(jdbc).emptyOne().isPresent()
          ? new Step.Advanced(1)
          : finish(turn, pace, 0);
    }
    Aged aged = Aged.of(turn.kept());
    int forgotten = aged.forget(jdbc, next.get() - pace.reach(), next.get());
    if (next.get() < aged.pages(jdbc)) {
      return new Step.Advanced(forgotten);
    }
    return finish(turn, pace, forgotten);
  }

  private Optional<Long> advance(Turn turn, Pace pace) {
    return jdbc
        .query(
            "keep the turn to sweep",
            ADVANCE,
            binds ->
                binds
                    .number(pace.reach())
                    .number(pace.lease().toMillis())
                    .text(turn.kept().name())
                    .number(turn.token()),
            row -> row.getLong("page"))
        .stream()
        .findFirst();
  }

  private Step finish(Turn turn, Pace pace, int forgotten) {
    int finished =
        jdbc.update(
            "end a round",
            FINISH,
            binds ->
                binds.number(pace.rest().toMillis()).text(turn.kept().name()).number(turn.token()));
    if (finished != 1) {
      throw new IllegalStateException(
          "the turn to sweep " + turn.kept() + " was lost while its row was locked");
    }
    return new Step.Finished(forgotten);
  }
}
