// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.intent;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.semel.internal.desk.operate.Interventions;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.engine.send.ProviderReference;
import org.semel.internal.engine.tx.Transactions;
import org.semel.operations.IntentActs.Intervention;
import org.semel.operations.IntentState;
import org.semel.operations.RowVersion;

/** {@code semel_intent}: what a person may do to a row. */
public final class IntentInterventions implements Interventions {

  /**
   * The row, held, if nothing has changed it since it was seen; whatever was done to it, its state
   * is that of before. A caller that has to wait for it compares what is there afterwards.
   */
  private static final String FOUND =
      """
      WITH found AS (
        SELECT key, destination, state, state = 'leased' AND due_at > statement_timestamp() AS in_hand,
          (extract(epoch FROM due_at - statement_timestamp()) * 1000)::bigint AS remaining
        FROM {schema}.semel_intent
        WHERE key = ? AND ?::bigint IN (-1, xmin::text::bigint)
        FOR UPDATE
      ), done AS (
      """;

  private static final String DONE =
      """
        FROM found
        WHERE i.key = found.key AND found.state IN ('pending', 'leased', 'parked') AND NOT found.in_hand
        RETURNING i.key
      )
      SELECT destination, state, in_hand, remaining, (SELECT count(*) FROM done) AS done
      FROM found
      """;

  /** What was in question stays so, though the reason that said it is gone. */
  private static final String WITHDRAW =
      FOUND
          + """
            UPDATE {schema}.semel_intent AS i
            SET state = 'withdrawn', uncertain = i.uncertain OR coalesce(i.reason, '') = 'OUTCOME_UNKNOWN', reason = NULL,
              settled_at = statement_timestamp(), headers = '{}', body = ''
          """
          + DONE;

  /**
   * A parked intent starts again; any other keeps its history. That it was in question stays so: no
   * answer to what is sent now says what became of what was sent before.
   */
  private static final String RETRY =
      FOUND
          + """
            UPDATE {schema}.semel_intent AS i
            SET state = 'pending',
                due_at = statement_timestamp(),
                failures = CASE WHEN found.state = 'parked' THEN 0 ELSE i.failures END,
                uncertain = found.state <> 'parked' AND i.uncertain,
                vouched = i.vouched
                  OR (found.state = 'parked' AND (i.uncertain OR coalesce(i.reason, '') = 'OUTCOME_UNKNOWN')),
                first_leased_at = CASE WHEN found.state = 'parked' THEN NULL ELSE i.first_leased_at END,
                reason = NULL,
                settled_at = NULL
          """
          + DONE;

  private static final String DELIVERED =
      FOUND
          + """
            UPDATE {schema}.semel_intent AS i
            SET state = 'delivered', reason = NULL, settled_at = statement_timestamp(), reference = ?, headers = '{}', body = ''
          """
          + DONE;

  private static final String STATE =
      """
      SELECT state FROM {schema}.semel_intent WHERE key = ?
      """;

  private final Jdbc jdbc;
  private final Transactions transactions;

  public IntentInterventions(Jdbc jdbc, Transactions transactions) {
    this.jdbc = jdbc;
    this.transactions = transactions;
  }

  @Override
  public Intervention withdraw(UUID key, RowVersion seen) {
    return act("withdraw an intent", WITHDRAW, key, binds -> binds.uuid(key).number(seen.number()));
  }

  @Override
  public Intervention retry(UUID key, RowVersion seen) {
    return act("retry an intent", RETRY, key, binds -> binds.uuid(key).number(seen.number()));
  }

  @Override
  public Intervention delivered(UUID key, ProviderReference reference, RowVersion seen) {
    return act(
        "settle an intent by hand",
        DELIVERED,
        key,
        binds -> binds.uuid(key).number(seen.number()).text(reference.text()));
  }

  private Intervention act(String act, String sql, UUID key, Jdbc.Binder binder) {
    transactions.requireActive(act);
    List<Intervention> found = jdbc.query(act, sql, binder, IntentInterventions::read);
    return found.isEmpty() ? notAsSeen(key) : found.get(0);
  }

  private Intervention notAsSeen(UUID key) {
    return jdbc
        .query(
            "look at an intent",
            STATE,
            binds -> binds.uuid(key),
            row -> IntentState.of(row.getString("state")))
        .stream()
        .<Intervention>map(
            now ->
                now.isFinal()
                    ? new Intervention.AlreadySettled(now)
                    : new Intervention.Changed(now))
        .findFirst()
        .orElseGet(Intervention.NotFound::new);
  }

  private static Intervention read(ResultSet row) throws SQLException {
    IntentState before = IntentState.of(row.getString("state"));
    if (row.getInt("done") == 1) {
      return new Intervention.Done(row.getString("destination"), before);
    }
    if (row.getBoolean("in_hand")) {
      return new Intervention.Busy(Duration.ofMillis(row.getLong("remaining")));
    }
    if (!before.isFinal()) {
      throw new IllegalStateException(
          "an intent that is " + before.word() + " was not changed; this is a defect of Semel");
    }
    return new Intervention.AlreadySettled(before);
  }
}
