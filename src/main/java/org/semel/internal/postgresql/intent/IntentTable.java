// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql.intent;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.semel.internal.intent.Destination;
import org.semel.internal.intent.Intent;
import org.semel.internal.intent.IntentQueue;
import org.semel.internal.intent.IntentStore;
import org.semel.internal.intent.Lease;
import org.semel.internal.intent.Lease.SentFrom;
import org.semel.internal.intent.LeaseLimit;
import org.semel.internal.intent.SettledLease;
import org.semel.internal.postgresql.Jdbc;

/**
 * {@code semel_intent}: external effects, from recording to settlement. All times are the
 * database's.
 */
public final class IntentTable implements IntentStore, IntentQueue {

  private static final String RECORD =
      """
      INSERT INTO semel_intent (key, consumer, cause, destination, ordinal, name, headers, form, content_type, body, digest)
      SELECT u.*, sha256(u.body)
      FROM unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::int[], ?::text[], ?::json[], ?::text[], ?::text[], ?::bytea[])
        AS u (key, consumer, cause, destination, ordinal, name, headers, form, content_type, body)
      """;

  /** The same for one intent; planned once and for all. */
  private static final String RECORD_ONE =
      """
      INSERT INTO semel_intent (key, consumer, cause, destination, ordinal, name, headers, form, content_type, body, digest)
      SELECT one.*, sha256(one.body)
      FROM (VALUES (?::uuid, ?, ?, ?, ?::int, ?, ?::json, ?, ?, ?::bytea))
        AS one (key, consumer, cause, destination, ordinal, name, headers, form, content_type, body)
      """;

  /**
   * Fenced: only the holder of the row's latest lease settles. What was delivered is not sent
   * again: of its bytes the digest is enough.
   */
  private static final String SETTLE =
      """
      UPDATE semel_intent AS i
      SET state = s.state,
          due_at = statement_timestamp() + s.delay * interval '1 millisecond',
          failures = i.failures + s.failed,
          attempts = i.attempts + CASE WHEN s.state = 'delivered' THEN 1 ELSE s.failed END,
          uncertain = s.uncertain,
          reason = s.reason,
          detail = coalesce(s.detail, i.detail),
          reference = s.reference,
          headers = CASE WHEN s.state = 'delivered' THEN '{}' ELSE i.headers END,
          body = CASE WHEN s.state = 'delivered' THEN '' ELSE i.body END,
          settled_at = CASE WHEN s.state IN ('delivered', 'parked') THEN statement_timestamp() END
      FROM unnest(?::uuid[], ?::bigint[], ?::text[], ?::bigint[], ?::bigint[], ?::boolean[], ?::text[], ?::text[], ?::text[])
        AS s (key, lease, state, delay, failed, uncertain, reason, detail, reference)
      WHERE i.key = s.key AND i.lease = s.lease AND i.state = 'leased'
      RETURNING i.key, i.lease
      """;

  private static final String RENEW =
      """
      UPDATE semel_intent
      SET due_at = statement_timestamp() + ? * interval '1 millisecond'
      WHERE key = ? AND lease = ? AND state = 'leased'
      """;

  private static final String MARK_SENT =
      """
      WITH ours AS (
        SELECT i.key
        FROM semel_intent AS i JOIN unnest(?::uuid[], ?::bigint[]) AS s (key, lease) ON i.key = s.key AND i.lease = s.lease
        WHERE i.state = 'leased'
        FOR UPDATE OF i SKIP LOCKED
      )
      UPDATE semel_intent AS i
      SET uncertain = true, due_at = statement_timestamp() + ? * interval '1 millisecond'
      FROM ours
      WHERE i.key = ours.key
      RETURNING i.key, i.lease
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
      new OrderedIntents(jdbc).insert(ordered);
    }
  }

  @Override
  public List<Intent> insertUnlessThere(List<Intent> intents) {
    return new RepeatedIntents(jdbc).insert(intents);
  }

  @Override
  public List<Intent> differing(List<Intent> intents) {
    return new RepeatedIntents(jdbc).others(intents);
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
    List<SettledRow> rows = settled.stream().map(SettledRow::of).toList();
    Set<Fence> ours =
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
                Fence::read));
    return settled.stream().filter(one -> !ours.contains(Fence.of(one.lease()))).toList();
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
