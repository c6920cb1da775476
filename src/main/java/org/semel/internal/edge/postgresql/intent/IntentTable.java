// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.intent;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.semel.internal.desk.operate.intents.Interventions;
import org.semel.internal.edge.postgresql.Flush;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.Times;
import org.semel.internal.edge.postgresql.Watermark;
import org.semel.internal.edge.postgresql.Watermark.Look;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.IntentQueue;
import org.semel.internal.engine.send.IntentStore;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Lease.SentFrom;
import org.semel.internal.engine.send.LeaseLimit;
import org.semel.internal.engine.send.ProviderReference;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.tx.Transactions;
import org.semel.operations.IntentActs.Intervention;
import org.semel.operations.IntentState;
import org.semel.operations.RowVersion;

/**
 * {@code semel_intent}: external effects, from recording to their end. All that writes the table is
 * here, but for what forgets rows that have ended. All times are the database's.
 *
 * <pre>
 * state               statement                      state afterwards
 * ------------------  -----------------------------  ---------------------------------------------
 * none                RECORD and its three variants  pending, due at once
 * pending, due        LEASE                          leased, under the next token
 * leased              RENEW, MARK_SENT               leased, for longer
 * leased              SETTLE                         delivered, parked, or pending and due later
 * leased, run out     LEASE                          leased, under the next token
 * open *              RETRY                          pending, due at once
 * open *              WITHDRAW                       withdrawn
 * open *              DELIVERED                      delivered
 * delivered           semel_forget_intents           none, once it is old
 * withdrawn           semel_forget_intents           none, once it is old
 *
 * * pending, parked, or leased and run out
 * </pre>
 *
 * <p>RENEW, MARK_SENT and SETTLE are the relay's, and fenced: only the holder of the latest token
 * changes the row. RETRY, WITHDRAW and DELIVERED are a person's. The last two rows are a function
 * of the tables' owner, as the run-time role must not delete intents.
 */
public final class IntentTable implements IntentStore, IntentQueue {

  private static final String RECORD =
      """
      INSERT INTO {schema}.semel_intent (key, consumer, cause, destination, ordinal, name, headers, form, content_type, body, headers_digest, digest)
      SELECT u.*, sha256(u.body)
      FROM unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::int[], ?::text[], ?::json[], ?::text[], ?::text[], ?::bytea[], ?::uuid[])
        AS u (key, consumer, cause, destination, ordinal, name, headers, form, content_type, body, headers_digest)
      """;

  /** The same for one intent; planned once and for all. */
  private static final String RECORD_ONE =
      """
      INSERT INTO {schema}.semel_intent (key, consumer, cause, destination, ordinal, name, headers, form, content_type, body, headers_digest, digest)
      SELECT one.*, sha256(one.body)
      FROM (VALUES (?::uuid, ?, ?, ?, ?::int, ?, ?::json, ?, ?, ?::bytea, ?::uuid))
        AS one (key, consumer, cause, destination, ordinal, name, headers, form, content_type, body, headers_digest)
      """;

  /**
   * Held until the transaction ends, so that of two transactions the one that commits first has the
   * earlier number. Sorted, so that two transactions do not deadlock; the transaction can be
   * prepared, as the lock is the transaction's and not the session's.
   *
   * @see <a href="https://www.postgresql.org/docs/17/explicit-locking.html#ADVISORY-LOCKS">Advisory
   *     locks</a>
   */
  private static final String HOLD =
      """
      SELECT pg_advisory_xact_lock(line)
      FROM (
        SELECT DISTINCT hashtextextended(destination || ' ' || order_key, 0) AS line
        FROM unnest(?::text[], ?::text[]) AS u (destination, order_key)
        ORDER BY line
      ) AS lines
      """;

  /** A statement of its own: a number that was drawn before the lock was held would not count. */
  private static final String RECORD_IN_ORDER =
      """
      INSERT INTO {schema}.semel_intent
        (key, consumer, cause, destination, ordinal, name, headers, form, content_type, body, headers_digest, order_key, digest, turn)
      SELECT key, consumer, cause, destination, ordinal, name, headers, form, content_type, body, headers_digest, order_key, sha256(body),
        nextval('{schema}.semel_intent_turn')
      FROM (
        SELECT *
        FROM unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::int[], ?::text[], ?::json[], ?::text[], ?::text[], ?::bytea[], ?::uuid[], ?::text[])
          WITH ORDINALITY
          AS u (key, consumer, cause, destination, ordinal, name, headers, form, content_type, body, headers_digest, order_key, place)
        ORDER BY place
      ) AS recorded
      """;

  /**
   * For routes that see a message more than once: an intent that is recorded already is the same
   * effect, and stays as it is, whatever its bytes would be now. In the order of the keys, as here
   * two transactions could deadlock; those of an order key in their own order, under its lock.
   */
  private static final String RECORD_AGAIN =
      """
      INSERT INTO {schema}.semel_intent
        (key, consumer, cause, destination, ordinal, name, headers, form, content_type, body, headers_digest, order_key, digest, turn)
      SELECT key, consumer, cause, destination, ordinal, name, headers, form, content_type, body, headers_digest, order_key, sha256(body),
        CASE WHEN order_key IS NOT NULL THEN nextval('{schema}.semel_intent_turn') END
      FROM (
        SELECT *
        FROM unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::int[], ?::text[], ?::json[], ?::text[], ?::text[], ?::bytea[], ?::uuid[], ?::text[])
          WITH ORDINALITY
          AS u (key, consumer, cause, destination, ordinal, name, headers, form, content_type, body, headers_digest, order_key, place)
        ORDER BY order_key IS NULL, CASE WHEN order_key IS NULL THEN key END, place
      ) AS recorded
      ON CONFLICT (key) DO NOTHING
      """;

  /**
   * The places of those that are there otherwise; two of them may have the same key. One whose
   * headers have no digest was recorded by a version that kept none, and says nothing about them.
   */
  private static final String OTHERS =
      """
      SELECT r.place
      FROM unnest(?::uuid[], ?::bytea[], ?::uuid[]) WITH ORDINALITY AS r (key, body, headers_digest, place)
      JOIN {schema}.semel_intent AS i ON i.key = r.key
      WHERE i.digest <> sha256(r.body) OR i.headers_digest <> r.headers_digest
      ORDER BY r.place
      """;

  /**
   * Leaves out intents behind an earlier one of their key that is not settled. The nearest one
   * decides: it waits itself, or it was leased once, which only the first of a key can be, and is
   * settled. A look from the beginning would read, for each that waits, all that was settled while
   * any snapshot may see it. An intent that a person settled without a lease shows nothing about
   * those before it, and is not in the index.
   */
  private static final String FIRST_OF_ITS_KEY =
      """
          AND (order_key IS NULL OR coalesce((
            SELECT nearest.state IN ('delivered', 'withdrawn')
            FROM {schema}.semel_intent AS nearest
            WHERE nearest.destination = i.destination AND nearest.order_key = i.order_key AND nearest.turn < i.turn
              AND (nearest.lease > 0 OR nearest.state IN ('pending', 'leased', 'parked'))
            ORDER BY nearest.turn DESC
            LIMIT 1), true))
      """;

  /**
   * {@code SKIP LOCKED}, so that relays never wait for each other, nor for a branch in doubt. The
   * times are the statement's, not the clock's: only a stable value can use the index. A body's
   * size is known without reading it. The history is that before this lease. One row even where
   * nothing was leased: the time of the look.
   */
  private static final String LEASE =
      """
      WITH since AS (
        SELECT least(?::timestamptz, statement_timestamp()) - ? * interval '1 millisecond' AS earliest, ?::text AS destination
      ),
      due AS (
        SELECT key, due_at, first_leased_at, uncertain, octet_length(body) AS size
        FROM {schema}.semel_intent AS i
        WHERE destination = ? AND state IN ('pending', 'leased')
          AND due_at >= (SELECT earliest FROM since) AND due_at <= statement_timestamp()
      %1$s
        ORDER BY due_at
        LIMIT ?
        FOR UPDATE OF i SKIP LOCKED
      ),
      fitting AS (
        SELECT due.*, sum(size) OVER (ORDER BY due_at, key) - size AS before FROM due
      ),
      leased AS (
        UPDATE {schema}.semel_intent AS i
        SET state = 'leased',
            lease = i.lease + 1,
            uncertain = due.uncertain OR ?,
            due_at = statement_timestamp() + ? * interval '1 millisecond',
            first_leased_at = coalesce(i.first_leased_at, statement_timestamp())
        FROM fitting AS due
        WHERE i.key = due.key AND due.before < ?
        RETURNING i.consumer, i.cause, i.destination, i.ordinal, i.name, i.headers, i.form, i.content_type, i.body, i.lease,
          i.failures, due.uncertain, i.vouched, i.detail,
          CASE WHEN due.first_leased_at IS NOT NULL
            THEN greatest(1, extract(epoch FROM statement_timestamp() - due.first_leased_at) * 1000)
          END::bigint AS key_age,
          due.due_at AS since_when
      )
      SELECT leased.*, %2$s AS first
      FROM (SELECT transaction_timestamp() AS now) AS look LEFT JOIN leased ON true
      """;

  private static final String FREE = LEASE.formatted("", "coalesce(leased.since_when, look.now)");

  /**
   * The first that is there, not the first that may be sent: one behind another keeps its age, and
   * the watermark must not pass it.
   */
  private static final String IN_ORDER =
      LEASE.formatted(
          FIRST_OF_ITS_KEY,
          """
          least(look.now, (
            SELECT w.due_at
            FROM {schema}.semel_intent AS w
            WHERE w.destination = (SELECT destination FROM since) AND w.state IN ('pending', 'leased')
              AND w.due_at >= (SELECT earliest FROM since)
            ORDER BY w.due_at
            LIMIT 1))
          """);

  /**
   * By key. The state is compared with its lease, as no index knows both together: where statistics
   * know of nothing that waits, the partial index over all that waits would look cheaper than the
   * key. So do all statements that name their rows.
   */
  private static final String RENEW =
      """
      UPDATE {schema}.semel_intent
      SET due_at = statement_timestamp() + ? * interval '1 millisecond'
      WHERE key = (
        SELECT key FROM {schema}.semel_intent WHERE key = ? AND CASE state WHEN 'leased' THEN lease END = ? FOR UPDATE SKIP LOCKED)
      """;

  private static final String MARK_SENT =
      """
      WITH ours AS (
        SELECT i.key
        FROM unnest(?::uuid[], ?::bigint[]) AS s (key, lease),
          LATERAL (
            SELECT i.key
            FROM {schema}.semel_intent AS i
            WHERE i.key = s.key AND CASE i.state WHEN 'leased' THEN i.lease END = s.lease
            FOR UPDATE SKIP LOCKED) AS i
      )
      UPDATE {schema}.semel_intent AS i
      SET uncertain = true, due_at = statement_timestamp() + ? * interval '1 millisecond'
      FROM ours, {flush}
      WHERE i.key = ours.key
      RETURNING i.key, i.lease
      """
          .replace("{flush}", Flush.AT_COMMIT);

  /**
   * Fenced: only the holder of the row's latest lease settles. {@code SKIP LOCKED}, so that one row
   * that another transaction holds, on a connection that hangs say, holds up no other. A delivered
   * intent is not sent again: of its bytes only the digest stays.
   */
  private static final String SETTLE =
      """
      WITH s AS (
        SELECT *
        FROM unnest(?::uuid[], ?::bigint[], ?::text[], ?::bigint[], ?::bigint[], ?::boolean[], ?::boolean[], ?::text[], ?::text[], ?::text[])
          AS u (key, lease, state, delay, failed, uncertain, unseen, reason, detail, reference)
      ),
      ours AS (
        SELECT i.key, i.lease
        FROM s,
          LATERAL (
            SELECT i.key, i.lease
            FROM {schema}.semel_intent AS i
            WHERE i.key = s.key AND CASE i.state WHEN 'leased' THEN i.lease END = s.lease
            FOR UPDATE SKIP LOCKED) AS i
      )
      UPDATE {schema}.semel_intent AS i
      SET state = s.state,
          due_at = statement_timestamp() + s.delay * interval '1 millisecond',
          failures = i.failures + s.failed,
          attempts = i.attempts + CASE WHEN s.state = 'delivered' THEN 1 ELSE s.failed END,
          uncertain = s.uncertain,
          first_leased_at = CASE WHEN NOT s.unseen THEN i.first_leased_at END,
          reason = s.reason,
          detail = coalesce(s.detail, i.detail),
          reference = s.reference,
          headers = CASE WHEN s.state = 'delivered' THEN '{}' ELSE i.headers END,
          body = CASE WHEN s.state = 'delivered' THEN '' ELSE i.body END,
          settled_at = CASE WHEN s.state IN ('delivered', 'parked') THEN statement_timestamp() END
      FROM s JOIN ours ON ours.key = s.key AND ours.lease = s.lease
      WHERE i.key = s.key
      RETURNING i.key, i.lease
      """;

  /**
   * The intents that are already as they would be settled: only the holder of the same lease can
   * have left them so.
   */
  private static final String STANDING =
      """
      SELECT i.key, i.lease
      FROM unnest(?::uuid[], ?::bigint[], ?::text[], ?::bigint[], ?::text[]) AS s (key, lease, state, failures, detail)
        JOIN {schema}.semel_intent AS i ON i.key = s.key AND i.lease = s.lease
      WHERE i.state = s.state AND i.failures = s.failures AND i.detail IS NOT DISTINCT FROM coalesce(s.detail, i.detail)
      """;

  private static final String OPEN =
      """
      SELECT i.key, i.lease
      FROM unnest(?::uuid[], ?::bigint[]) AS s (key, lease)
        JOIN {schema}.semel_intent AS i ON i.key = s.key AND CASE i.state WHEN 'leased' THEN i.lease END = s.lease
      """;

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

  /** An intent whose outcome was in question stays so, though the reason that showed it is gone. */
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
   * answer to what is sent now says what became of what was sent before. Nor does its key become
   * younger: the provider counts from the first request on, and may forget it after that time.
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
                reason = NULL,
                unparked_at = CASE WHEN found.state = 'parked' THEN statement_timestamp() ELSE i.unparked_at END,
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
  private final DueIntents due;

  public IntentTable(Jdbc jdbc) {
    this.jdbc = jdbc;
    this.due = new DueIntents(jdbc, System::nanoTime);
  }

  /** In one statement; those with an order key in another. */
  @Override
  public void insert(List<Intent> intents) {
    List<Intent> ordered = new ArrayList<>(0);
    for (Intent intent : intents) {
      if (intent.address().orderKey().isPresent()) {
        ordered.add(intent);
      }
    }
    if (ordered.size() < intents.size()) {
      insertFree(ordered.isEmpty() ? intents : without(intents));
    }
    if (!ordered.isEmpty()) {
      insertInOrder(ordered);
    }
  }

  private void insertFree(List<Intent> intents) {
    int written =
        intents.size() == 1
            ? jdbc.update(
                "record an intent", RECORD_ONE, binds -> IntentRows.bind(binds, intents.get(0)))
            : jdbc.update("record intents", RECORD, binds -> IntentRows.bind(binds, intents));
    IntentRows.expect(written, intents);
  }

  private static List<Intent> without(List<Intent> intents) {
    return intents.stream().filter(one -> one.address().orderKey().isEmpty()).toList();
  }

  /** Writes these intents, each with an order key, in the caller's transaction. */
  private void insertInOrder(List<Intent> intents) {
    hold(intents);
    int written =
        jdbc.update(
            "record intents in order",
            RECORD_IN_ORDER,
            binds -> IntentRows.bind(binds, intents).texts(intents, IntentTable::orderKey));
    IntentRows.expect(written, intents);
  }

  /** Lets no other transaction record intents of these order keys until the caller's ends. */
  private void hold(List<Intent> intents) {
    jdbc.query(
        "hold the order of intents",
        HOLD,
        binds ->
            binds
                .texts(intents, intent -> intent.address().destination().name())
                .texts(intents, IntentTable::orderKey),
        row -> "");
  }

  private static String orderKey(Intent intent) {
    return intent.address().orderKey().orElseThrow();
  }

  @Override
  public List<Intent> insertUnlessThere(List<Intent> intents) {
    List<Intent> ordered =
        intents.stream().filter(intent -> intent.address().orderKey().isPresent()).toList();
    if (!ordered.isEmpty()) {
      hold(ordered);
    }
    int written =
        jdbc.update(
            "record intents again",
            RECORD_AGAIN,
            binds ->
                IntentRows.bind(binds, intents)
                    .texts(intents, intent -> intent.address().orderKey().orElse(null)));
    return written == intents.size() ? List.of() : differing(intents);
  }

  @Override
  public List<Intent> differing(List<Intent> intents) {
    return jdbc.query(
        "compare intents that were there",
        OTHERS,
        binds ->
            binds
                .uuids(intents, Intent::key)
                .byteArrays(intents, intent -> intent.body().bytes())
                .uuids(intents, IntentRows::headersDigest),
        row -> intents.get(row.getInt("place") - 1));
  }

  @Override
  public List<Lease> lease(Destination destination, LeaseLimit most, Duration life, SentFrom sent) {
    return due.lease(destination, most, life, sent);
  }

  @Override
  public List<Lease> leaseInOrder(
      Destination destination, LeaseLimit most, Duration life, SentFrom sent) {
    return due.leaseInOrder(destination, most, life, sent);
  }

  @Override
  public boolean renew(Lease lease, Duration life) {
    return jdbc.update(
            "renew the lease of an intent",
            RENEW,
            binds -> binds.number(life.toMillis()).uuid(lease.intent().key()).number(lease.token()))
        == 1;
  }

  @Override
  public List<Lease> markSent(List<Lease> leases, Duration life) {
    Set<Fence> ours =
        new HashSet<>(
            jdbc.query(
                "mark intents as sent",
                MARK_SENT,
                binds ->
                    binds
                        .uuids(leases, lease -> lease.intent().key())
                        .numbers(leases, Lease::token)
                        .number(life.toMillis()),
                Fence::read));
    return leases.stream().filter(lease -> ours.contains(Fence.of(lease))).toList();
  }

  @Override
  public List<SettledLease> settle(List<SettledLease> settled) {
    List<SettledLease> rest = without(settled, settledNow(rows(settled)));
    return rest.isEmpty() ? rest : without(rest, standing(rows(rest)));
  }

  private List<Fence> settledNow(List<SettledRow> rows) {
    return jdbc.query(
        "settle intents",
        SETTLE,
        binds ->
            binds
                .uuids(rows, SettledRow::key)
                .numbers(rows, SettledRow::lease)
                .texts(rows, SettledRow::state)
                .numbers(rows, SettledRow::delay)
                .numbers(rows, SettledRow::failed)
                .truths(rows, SettledRow::uncertain)
                .truths(rows, SettledRow::unseen)
                .texts(rows, SettledRow::reason)
                .texts(rows, SettledRow::detail)
                .texts(rows, SettledRow::reference),
        Fence::read);
  }

  private List<Fence> standing(List<SettledRow> rows) {
    return jdbc.query(
        "look for settled intents",
        STANDING,
        binds ->
            binds
                .uuids(rows, SettledRow::key)
                .numbers(rows, SettledRow::lease)
                .texts(rows, SettledRow::state)
                .numbers(rows, SettledRow::failures)
                .texts(rows, SettledRow::detail),
        Fence::read);
  }

  @Override
  public List<SettledLease> stillOurs(List<SettledLease> settled) {
    List<SettledRow> rows = rows(settled);
    Set<Fence> open =
        new HashSet<>(
            jdbc.query(
                "look for leases that are ours",
                OPEN,
                binds -> binds.uuids(rows, SettledRow::key).numbers(rows, SettledRow::lease),
                Fence::read));
    return settled.stream().filter(one -> open.contains(Fence.of(one.lease()))).toList();
  }

  private static List<SettledRow> rows(List<SettledLease> settled) {
    return settled.stream().map(SettledRow::of).toList();
  }

  private static List<SettledLease> without(List<SettledLease> settled, List<Fence> found) {
    Set<Fence> ours = new HashSet<>(found);
    return settled.stream().filter(one -> !ours.contains(Fence.of(one.lease()))).toList();
  }

  /** Leases due intents, each look from where the last one saw that nothing is left. */
  static final class DueIntents {

    private final Jdbc jdbc;
    private final LongSupplier nanos;
    private final Map<Destination, Watermark> marks = new ConcurrentHashMap<>();

    /**
     * The due intents of the database behind {@code jdbc}.
     *
     * @param nanos a clock that never runs backwards
     */
    DueIntents(Jdbc jdbc, LongSupplier nanos) {
      this.jdbc = jdbc;
      this.nanos = nanos;
    }

    List<Lease> lease(Destination destination, LeaseLimit most, Duration life, SentFrom sent) {
      return lease(FREE, destination, most, life, sent);
    }

    List<Lease> leaseInOrder(
        Destination destination, LeaseLimit most, Duration life, SentFrom sent) {
      return lease(IN_ORDER, destination, most, life, sent);
    }

    private List<Lease> lease(
        String sql, Destination destination, LeaseLimit most, Duration life, SentFrom sent) {
      Watermark mark = mark(destination);
      Look look = mark.look();
      try {
        List<DueIntent> due = due(sql, look, destination, most, life, sent);
        mark.reached(due.stream().map(DueIntent::first).min(Instant::compareTo).orElseThrow());
        return due.stream()
            .sorted(Comparator.comparing(DueIntent::since))
            .flatMap(one -> one.lease().stream())
            .toList();
      } finally {
        mark.ended(look);
      }
    }

    /** The mark at which looks at this destination begin. */
    Watermark mark(Destination destination) {
      return marks.computeIfAbsent(destination, absent -> new Watermark(nanos));
    }

    private List<DueIntent> due(
        String sql,
        Look look,
        Destination destination,
        LeaseLimit most,
        Duration life,
        SentFrom sent) {
      return jdbc.query(
          "lease intents",
          sql,
          binds ->
              look.bind(binds)
                  .text(destination.name())
                  .text(destination.name())
                  .number(most.intents())
                  .truth(sent == SentFrom.LEASE)
                  .number(life.toMillis())
                  .number(most.bytes()),
          DueIntent::read);
    }

    /**
     * A due intent that was leased.
     *
     * @param lease none if the look found nothing
     * @param since when it was due, or when it was looked: the statement returns them in no order
     * @param first the same; where order is kept, when the first of all was due
     */
    private record DueIntent(Optional<Lease> lease, Instant since, Instant first) {

      static DueIntent read(ResultSet row) throws SQLException {
        boolean nothing = row.getString("destination") == null;
        Instant first = Times.at(row, "first");
        return nothing
            ? new DueIntent(Optional.empty(), first, first)
            : new DueIntent(Optional.of(IntentRows.lease(row)), Times.at(row, "since_when"), first);
      }
    }
  }

  /** The acts of a person on a row. */
  public static final class IntentInterventions implements Interventions {

    private final Jdbc jdbc;
    private final Transactions transactions;

    public IntentInterventions(Jdbc jdbc, Transactions transactions) {
      this.jdbc = jdbc;
      this.transactions = transactions;
    }

    @Override
    public Intervention withdraw(UUID key, RowVersion seen) {
      return act(
          "withdraw an intent", WITHDRAW, key, binds -> binds.uuid(key).number(seen.number()));
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

  /** One holder of a row: a relay may have two leases of one intent in hand, of which one holds. */
  private record Fence(UUID key, long token) {

    static Fence of(Lease lease) {
      return new Fence(lease.intent().key(), lease.token());
    }

    static Fence read(ResultSet row) throws SQLException {
      return new Fence(row.getObject("key", UUID.class), row.getLong("lease"));
    }
  }
}
