// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.semel.intent.Destination;
import org.semel.intent.Intent;
import org.semel.intent.IntentQueue;
import org.semel.intent.Lease;
import org.semel.intent.Lease.Trace;
import org.semel.intent.Settled;
import org.semel.message.Body;
import org.semel.message.Identity;

/**
 * {@code semel_intent}: external effects, from recording to settlement. All times are the
 * database's.
 */
public final class IntentTable implements IntentQueue {

  private static final String RECORD =
      """
      INSERT INTO semel_intent (key, consumer, cause, destination, ordinal, headers, form, content_type, body)
      SELECT * FROM unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::int[], ?::json[], ?::text[], ?::text[], ?::bytea[])
      """;

  /** The same for one intent; planned once and for all. */
  private static final String RECORD_ONE =
      """
      INSERT INTO semel_intent (key, consumer, cause, destination, ordinal, headers, form, content_type, body)
      VALUES (?, ?, ?, ?, ?, ?::json, ?, ?, ?)
      """;

  /**
   * {@code SKIP LOCKED}, so that relays never wait for each other, nor for a branch in doubt. The
   * times are the statement's, not the clock's: only a stable value can use the index.
   */
  private static final String LEASE =
      """
      WITH due AS (
        SELECT key, state, due_at, first_leased_at
        FROM semel_intent
        WHERE destination = ? AND state IN ('pending', 'leased') AND due_at <= statement_timestamp()
        ORDER BY due_at
        LIMIT ?
        FOR UPDATE SKIP LOCKED
      )
      UPDATE semel_intent AS i
      SET state = 'leased',
          lease = i.lease + 1,
          uncertain = i.uncertain OR due.state = 'leased',
          due_at = statement_timestamp() + ? * interval '1 millisecond',
          first_leased_at = coalesce(i.first_leased_at, statement_timestamp())
      FROM due
      WHERE i.key = due.key
      RETURNING i.consumer, i.cause, i.destination, i.ordinal, i.headers, i.form, i.content_type, i.body, i.lease, i.failures,
        i.uncertain, (extract(epoch FROM statement_timestamp() - due.first_leased_at) * 1000)::bigint AS key_age
      """;

  /** Fenced: only the holder of the row's latest lease settles. */
  private static final String SETTLE =
      """
      UPDATE semel_intent AS i
      SET state = s.state,
          due_at = statement_timestamp() + s.delay * interval '1 millisecond',
          failures = i.failures + s.failed,
          attempts = i.attempts + CASE WHEN s.state = 'delivered' THEN 1 ELSE s.failed END,
          uncertain = i.uncertain OR s.uncertain,
          reason = s.reason,
          detail = coalesce(s.detail, i.detail),
          reference = s.reference,
          settled_at = CASE WHEN s.state IN ('delivered', 'parked') THEN statement_timestamp() END
      FROM unnest(?::uuid[], ?::bigint[], ?::text[], ?::bigint[], ?::bigint[], ?::boolean[], ?::text[], ?::text[], ?::text[])
        AS s (key, lease, state, delay, failed, uncertain, reason, detail, reference)
      WHERE i.key = s.key AND i.lease = s.lease AND i.state = 'leased'
      RETURNING i.key
      """;

  private final Jdbc jdbc;

  public IntentTable(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  /** Writes these intents in one statement, in the caller's transaction. */
  void insert(List<Intent> intents) {
    int written = intents.size() == 1 ? insert(intents.get(0)) : insertTogether(intents);
    if (written != intents.size()) {
      throw new IllegalStateException(
          written + " of " + intents.size() + " intents were written; this is a defect of Semel");
    }
  }

  private int insert(Intent intent) {
    return jdbc.update(
        "record an intent",
        RECORD_ONE,
        binds ->
            binds
                .uuid(intent.key())
                .text(intent.cause().consumer())
                .text(intent.cause().key())
                .text(intent.address().destination().name())
                .number(intent.address().ordinal())
                .text(HeadersColumn.write(intent.headers()))
                .text(intent.body().form().name())
                .text(intent.body().contentType().orElse(null))
                .bytes(intent.body().bytes()));
  }

  private int insertTogether(List<Intent> intents) {
    return jdbc.update(
        "record intents",
        RECORD,
        binds ->
            binds
                .uuids(intents, Intent::key)
                .texts(intents, intent -> intent.cause().consumer())
                .texts(intents, intent -> intent.cause().key())
                .texts(intents, intent -> intent.address().destination().name())
                .numbers(intents, intent -> (long) intent.address().ordinal())
                .texts(intents, intent -> HeadersColumn.write(intent.headers()))
                .texts(intents, intent -> intent.body().form().name())
                .texts(intents, intent -> intent.body().contentType().orElse(null))
                .byteArrays(intents, intent -> intent.body().bytes()));
  }

  @Override
  public List<Lease> lease(Destination destination, int most, Duration life) {
    return jdbc.query(
        "lease intents",
        LEASE,
        binds -> binds.text(destination.name()).number(most).number(life.toMillis()),
        IntentTable::lease);
  }

  @Override
  public List<Settled> settle(List<Settled> settled) {
    List<SettledRow> rows = settled.stream().map(SettledRow::of).toList();
    Set<UUID> ours =
        new HashSet<>(
            jdbc.query(
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
                        .texts(rows, SettledRow::reason)
                        .texts(rows, SettledRow::detail)
                        .texts(rows, SettledRow::reference),
                row -> row.getObject("key", UUID.class)));
    return settled.stream().filter(one -> !ours.contains(one.lease().intent().key())).toList();
  }

  private static Lease lease(ResultSet row) throws SQLException {
    Intent intent =
        new Intent(
            new Identity(row.getString("consumer"), row.getString("cause")),
            new Intent.Address(
                new Destination(row.getString("destination")), row.getInt("ordinal")),
            HeadersColumn.read(row.getString("headers")),
            Body.stored(
                Body.Form.valueOf(row.getString("form")),
                row.getBytes("body"),
                row.getString("content_type")));
    Trace trace = row.getBoolean("uncertain") ? Trace.POSSIBLE : Trace.NONE;
    Duration keyAge = Duration.ofMillis(row.getLong("key_age"));
    return new Lease(
        intent, row.getLong("lease"), new Lease.History(row.getInt("failures"), trace, keyAge));
  }
}
