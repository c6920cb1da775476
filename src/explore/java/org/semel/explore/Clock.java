// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.semel.internal.edge.postgresql.retention.RetentionTable;
import org.semel.internal.engine.keep.RetainedKind;
import org.semel.internal.engine.keep.Retention;
import org.semel.internal.engine.keep.RetentionListener;
import org.semel.internal.engine.keep.SweepPace;
import org.semel.small.SmallServer;

/**
 * Moves the clock on for one case: all that Semel has dated of it is set back, which is the same to
 * all that compare with the database's clock. Then retention sweeps as that of an application does.
 */
final class Clock {

  /**
   * What one act lets pass: less than the seven days in which a message may come back, and in no
   * number of acts just as long as a rule, as a second more or less would count then.
   */
  static final Duration STEP = Duration.ofDays(6).plusHours(1);

  /**
   * What it is that all columns with a time in the tables of consumers have in common, and in their
   * rules.
   */
  static final String SET_BACK =
      """
      CREATE OR REPLACE FUNCTION explored_later(of_consumers text[], passes interval) RETURNS void LANGUAGE plpgsql AS
        $$ DECLARE one record; BEGIN
          FOR one IN
            SELECT c.relname, string_agg(format('%1$I = %1$I - $2', a.attname), ', ') AS changes
            FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
            WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
              AND c.relname LIKE 'semel\\_%' AND a.atttypid = 'timestamptz'::regtype AND NOT a.attisdropped
              AND EXISTS (SELECT FROM pg_attribute AS o WHERE o.attrelid = c.oid AND o.attname = 'consumer')
            GROUP BY c.relname
          LOOP
            EXECUTE format('UPDATE public.%I SET %s WHERE consumer = ANY ($1)', one.relname, one.changes) USING of_consumers, passes;
          END LOOP;
          UPDATE semel_retention SET held_until = held_until - passes, known_since = known_since - passes
          WHERE owner = ANY (of_consumers) OR owner LIKE 'inbox:%' AND substr(owner, 7) = ANY (of_consumers);
        END $$;
      """;

  /** What is stored is forgotten in one round, and the claim that it kept in the next. */
  private static final int ROUNDS = 3;

  private static final SweepPace BRISK =
      new SweepPace(Duration.ofMillis(20), Duration.ofSeconds(10), Duration.ZERO, 1_000_000);

  private static final String REST =
      "UPDATE semel_round SET due_at = now() + interval '6 hours' WHERE kept <> 'GAUGES'";

  /** All turns that no one has: an application that starts may be the first to take one. */
  private static final String DUE =
      "UPDATE semel_round SET due_at = '-infinity' WHERE kept <> 'GAUGES' AND due_at > now() + interval '2 minutes'";

  /** What is stored, and no one has in hand: each once, with its claim. */
  private static final String WAITED =
      """
      WITH waiting AS MATERIALIZED (
        SELECT identity FROM semel_inbox
        WHERE consumer = ? AND state IN ('RECEIVED', 'FAILED_RETRYABLE') AND received_at > now() - interval '1 day'
        FOR UPDATE SKIP LOCKED
      ), stored AS (
        UPDATE semel_inbox AS i SET received_at = received_at - interval '6 days' FROM waiting AS w WHERE i.identity = w.identity
      ), claimed AS (
        UPDATE semel_claim AS c SET claimed_at = claimed_at - interval '6 days' FROM waiting AS w WHERE c.identity = w.identity
      )
      SELECT identity FROM waiting
      """;

  /** An intent that a relay has in hand was sent for the first time so long ago. */
  private static final String UNSURE =
      """
      UPDATE semel_intent SET first_leased_at = first_leased_at - interval '40 days' WHERE key::text = ? RETURNING key::text
      """;

  /** As the application that delivers says it, which is another one. */
  private static final String EVIDENCE =
      """
      UPDATE semel_retention SET age = interval '1 hour', held_age = NULL, held_until = NULL
      WHERE kept = 'INTENT' AND owner = '%s'
      """;

  private static final Together SWEEPS = new Together();

  private final SmallServer server;
  private final Looks looks;
  private final String name;
  private final boolean deliversElsewhere;

  Clock(SmallServer server, Looks looks, String name, Case played) {
    this.server = server;
    this.looks = looks;
    this.name = name;
    this.deliversElsewhere = played.has(Key.EVIDENCE, "1h");
  }

  /** What waits in the inbox at this moment has done so for days. */
  void passesForWhatIsStored() {
    List<String> unused = looks.texts(WAITED, name);
  }

  /** The provider does not know the key of this intent any more. */
  void passesForWhatIsUnsure(String key) {
    List<String> unused = looks.texts(UNSURE, key);
  }

  void passes() {
    if (deliversElsewhere) {
      looks.execute(EVIDENCE.formatted(name));
    }
    looks.execute(
        "SELECT explored_later(ARRAY['%1$s', '%1$s-n'], interval '%2$d hours')"
            .formatted(name, STEP.toHours()));
    looks.execute(
        "SELECT explored_minted(ARRAY['%1$s', '%1$s-r'], interval '%2$d days')"
            .formatted(name, STEP.toDays()));
    SWEEPS.run(this::sweep);
  }

  private void sweep() {
    Rounds rounds = new Rounds();
    Retention retention =
        new Retention(
            new RetentionTable(server.jdbc()),
            server.transactions(),
            Thread::new,
            List::of,
            BRISK,
            rounds);
    retention.start();
    try {
      await("retention has swept")
          .atMost(Played.PATIENCE)
          .pollInSameThread()
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(50))
          .until(
              () -> {
                looks.execute(DUE);
                return rounds.areOver();
              });
    } finally {
      retention.stop();
      looks.execute(REST);
    }
  }

  /** Counts how often each kind was swept. */
  private static final class Rounds implements RetentionListener {

    private final Map<RetainedKind, Integer> swept = new EnumMap<>(RetainedKind.class);

    @Override
    public synchronized void swept(RetainedKind kept, long forgotten) {
      swept.merge(kept, 1, Integer::sum);
    }

    synchronized boolean areOver() {
      return swept.size() == RetainedKind.values().length
          && swept.values().stream().allMatch(rounds -> rounds >= ROUNDS);
    }
  }
}
