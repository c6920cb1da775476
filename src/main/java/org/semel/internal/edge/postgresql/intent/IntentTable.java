// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.intent;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.semel.internal.edge.postgresql.Flush;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.IntentQueue;
import org.semel.internal.engine.send.IntentStore;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Lease.SentFrom;
import org.semel.internal.engine.send.LeaseLimit;
import org.semel.internal.engine.send.SettledLease;

/**
 * {@code semel_intent}: external effects, from recording to settlement. All times are the
 * database's.
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
    return new SettledIntents(jdbc).settle(settled);
  }

  @Override
  public List<SettledLease> stillOurs(List<SettledLease> settled) {
    return new SettledIntents(jdbc).open(settled);
  }
}
