// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.retention;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.RoundTable;
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
 * {@code semel_retention}: how long rows are kept, and how they are swept. A round walks a table
 * from its first page to its last, some pages at each step: that needs no index, which every claim
 * would have to pay for.
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

  private final Jdbc jdbc;
  private final RoundTable rounds;

  public RetentionTable(Jdbc jdbc) {
    this.jdbc = jdbc;
    this.rounds = new RoundTable(jdbc);
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
    return rounds.take(kept, pace.lease()).stream()
        .mapToObj(token -> new SweepLease(kept, token))
        .findFirst();
  }

  @Override
  public SweepStep step(SweepLease turn, SweepPace pace) {
    OptionalLong next = rounds.advance(turn, pace);
    if (next.isEmpty()) {
      return new SweepStep.LeaseExpired();
    }
    long end = next.getAsLong();
    if (turn.kept() == RetainedKind.WINDOW) {
      return new WindowSlots(jdbc).emptyOne().isPresent()
          ? new SweepStep.Advanced(1)
          : finish(turn, pace, 0);
    }
    AgedRows aged = AgedRows.of(turn.kept());
    int forgotten = aged.forget(jdbc, end - pace.reach(), end);
    if (end < aged.pages(jdbc)) {
      return new SweepStep.Advanced(forgotten);
    }
    return finish(turn, pace, forgotten);
  }

  private SweepStep finish(SweepLease turn, SweepPace pace, int forgotten) {
    if (!rounds.finish(turn, pace)) {
      throw new IllegalStateException(
          "the turn to sweep " + turn.kept() + " was lost while its row was locked");
    }
    return new SweepStep.Finished(forgotten);
  }
}
