// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.retention;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.Times;
import org.semel.internal.edge.postgresql.claim.WindowSlots;
import org.semel.internal.engine.keep.PendingRule;
import org.semel.internal.engine.keep.RetainedKind;
import org.semel.internal.engine.keep.RetentionRule;
import org.semel.internal.engine.keep.RetentionStore;
import org.semel.internal.engine.keep.SweepLease;
import org.semel.internal.engine.keep.SweepPace;
import org.semel.internal.engine.keep.SweepStep;

/**
 * {@code semel_retention} and {@code semel_round}: how long rows are kept, and who sweeps them. A
 * round walks a table from its first page to its last, some pages at each step: that needs no
 * index, which every claim would have to pay for.
 */
public final class RetentionTable implements RetentionStore {

  private static final String DECLARE =
      """
      SELECT {schema}.semel_declare_retention(?::text[], ?::text[], ?::bigint[]) AS written
      """;

  private static final String PROLONG =
      """
      SELECT {schema}.semel_declare_retention(ARRAY[n.kept], ARRAY[n.owner], ARRAY[n.millis]) AS written
      FROM (VALUES (?, ?, ?::bigint)) AS n (kept, owner, millis)
      WHERE NOT EXISTS (
        SELECT FROM {schema}.semel_retention AS r
        WHERE r.kept = n.kept AND r.owner = n.owner AND r.age >= n.millis * interval '1 millisecond')
      """;

  private static final String PENDING =
      """
      SELECT d.ordinal - 1 AS place, (extract(epoch FROM r.held_age) * 1000)::bigint AS millis, r.held_until
      FROM unnest(?::text[], ?::text[]) WITH ORDINALITY AS d (kept, owner, ordinal)
        JOIN {schema}.semel_retention AS r ON r.kept = d.kept AND r.owner = d.owner
      WHERE r.held_until > statement_timestamp() AND r.held_age > r.age
      ORDER BY d.ordinal
      """;

  private static final String TAKE =
      """
      UPDATE {schema}.semel_round
      SET lease = lease + 1, due_at = statement_timestamp() + ? * interval '1 millisecond'
      WHERE kept = (SELECT kept FROM {schema}.semel_round WHERE kept = ? AND due_at <= statement_timestamp() FOR UPDATE SKIP LOCKED)
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
      UPDATE {schema}.semel_round
      SET page = page + ?, due_at = statement_timestamp() + ? * interval '1 millisecond'
      FROM bounded
      WHERE kept = ? AND lease = ?
      RETURNING page
      """;

  private static final String FINISH =
      """
      UPDATE {schema}.semel_round
      SET page = 0, due_at = statement_timestamp() + ? * interval '1 millisecond', finished_at = statement_timestamp()
      WHERE kept = ? AND lease = ?
      """;

  private final Jdbc jdbc;

  public RetentionTable(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public void declare(Collection<RetentionRule> rules) {
    List<RetentionRule> rows = List.copyOf(rules);
    jdbc.query(
        "write down how long rows are kept",
        DECLARE,
        binds ->
            binds
                .texts(rows, rule -> rule.kept().name())
                .texts(rows, RetentionRule::owner)
                .numbers(rows, rule -> rule.age().toMillis()),
        RetentionTable::written);
  }

  @Override
  public List<PendingRule> pending(Collection<RetentionRule> declared) {
    List<RetentionRule> rows =
        declared.stream().filter(rule -> !rule.kept().shrinksAtOnce()).toList();
    return jdbc.query(
        "read which rules count later",
        PENDING,
        binds -> binds.texts(rows, rule -> rule.kept().name()).texts(rows, RetentionRule::owner),
        row ->
            new PendingRule(
                rows.get(row.getInt("place")),
                Duration.ofMillis(row.getLong("millis")),
                Times.at(row, "held_until")));
  }

  @Override
  public void prolong(RetentionRule rule) {
    jdbc.query(
        "keep rows for another owner",
        PROLONG,
        binds -> binds.text(rule.kept().name()).text(rule.owner()).number(rule.age().toMillis()),
        RetentionTable::written);
  }

  private static long written(ResultSet row) throws SQLException {
    return row.getLong("written");
  }

  @Override
  public Optional<SweepLease> take(RetainedKind kept, SweepPace pace) {
    return jdbc
        .query(
            "take the turn to sweep",
            TAKE,
            binds -> binds.number(pace.lease().toMillis()).text(kept.name()),
            row -> new SweepLease(kept, row.getLong("lease")))
        .stream()
        .findFirst();
  }

  @Override
  public SweepStep step(SweepLease turn, SweepPace pace) {
    Optional<Long> next = advance(turn, pace);
    if (next.isEmpty()) {
      return new SweepStep.LeaseExpired();
    }
    if (turn.kept() == RetainedKind.WINDOW) {
      return new WindowSlots(jdbc).emptyOne().isPresent()
          ? new SweepStep.Advanced(1)
          : finish(turn, pace, 0);
    }
    AgedRows aged = AgedRows.of(turn.kept());
    int forgotten = aged.forget(jdbc, next.get() - pace.reach(), next.get());
    if (next.get() < aged.pages(jdbc)) {
      return new SweepStep.Advanced(forgotten);
    }
    return finish(turn, pace, forgotten);
  }

  private Optional<Long> advance(SweepLease turn, SweepPace pace) {
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

  private SweepStep finish(SweepLease turn, SweepPace pace, int forgotten) {
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
    return new SweepStep.Finished(forgotten);
  }
}
