// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import java.time.Duration;
import java.util.OptionalLong;
import org.semel.internal.engine.keep.RetainedKind;
import org.semel.internal.engine.keep.SweepLease;
import org.semel.internal.engine.keep.SweepPace;

/**
 * {@code semel_round}: whose turn it is to sweep rows of a kind, or to read the gauges.
 *
 * <pre>
 * free    TAKE, TAKE_GAUGES  taken, with the next token, until due_at
 * taken   ADVANCE            taken, some pages further
 * taken   FINISH             free, not before due_at
 * taken   TAKE, TAKE_GAUGES  taken by another node, once due_at has passed
 * </pre>
 */
public final class RoundTable {

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

  /** No one waits: a node that finds the row locked finds another one at work. */
  private static final String TAKE_GAUGES =
      """
      UPDATE {schema}.semel_round
      SET lease = lease + 1, due_at = statement_timestamp() + ? * interval '1 millisecond'
      WHERE kept = (
        SELECT kept FROM {schema}.semel_round
        WHERE kept = 'GAUGES' AND (lease = ? OR due_at <= statement_timestamp())
        FOR UPDATE SKIP LOCKED)
      RETURNING lease
      """;

  private final Jdbc jdbc;

  public RoundTable(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  /** Takes the turn to sweep, if it is free; its token. */
  public OptionalLong take(RetainedKind kept, Duration life) {
    return token(
        "take the turn to sweep", TAKE, binds -> binds.number(life.toMillis()).text(kept.name()));
  }

  /**
   * Takes the turn to read the gauges, if it is free or the caller's own; its token.
   *
   * @param last token that the caller was given before
   */
  public OptionalLong takeGauges(long last, Duration life) {
    return token(
        "take the turn to read gauges",
        TAKE_GAUGES,
        binds -> binds.number(life.toMillis()).number(last));
  }

  private OptionalLong token(String task, String sql, Jdbc.Binder binder) {
    return jdbc.query(task, sql, binder, row -> row.getLong("lease")).stream()
        .mapToLong(Long::longValue)
        .findFirst();
  }

  /** Keeps the turn; the page before which this step ends. Empty if the turn is lost. */
  public OptionalLong advance(SweepLease turn, SweepPace pace) {
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
        .mapToLong(Long::longValue)
        .findFirst();
  }

  /** Ends the round. Returns whether the turn was still held. */
  public boolean finish(SweepLease turn, SweepPace pace) {
    return jdbc.update(
            "end a round",
            FINISH,
            binds ->
                binds.number(pace.rest().toMillis()).text(turn.kept().name()).number(turn.token()))
        == 1;
  }
}
