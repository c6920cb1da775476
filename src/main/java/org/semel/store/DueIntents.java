// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.semel.intent.Allowance;
import org.semel.intent.Destination;
import org.semel.intent.Lease;
import org.semel.store.Watermark.Look;

/**
 * {@code semel_intent}: leasing what is due. What was settled is passed over; see {@link
 * Watermark}.
 */
final class DueIntents {

  private static final String FREE = lease("", "due.due_at");

  /**
   * The first that is there, not the first that may go: one whose turn comes later is as old as it
   * is, and must not be passed over.
   */
  private static final String IN_ORDER =
      lease(
          OrderedIntents.FIRST_OF_ITS_KEY,
          """
          (SELECT w.due_at
           FROM semel_intent AS w
           WHERE w.destination = (SELECT destination FROM since) AND w.state IN ('pending', 'leased')
             AND w.due_at >= (SELECT earliest FROM since)
           ORDER BY w.due_at
           LIMIT 1)
          """);

  private static final String FIRST_IN_ORDER =
      """
      SELECT least(transaction_timestamp(), (
        SELECT due_at
        FROM semel_intent
        WHERE destination = ? AND state IN ('pending', 'leased')
          AND due_at >= least(?::timestamptz, statement_timestamp()) - ? * interval '1 millisecond'
        ORDER BY due_at
        LIMIT 1)) AS first
      """;

  private final Jdbc jdbc;
  private final LongSupplier nanos;
  private final Map<Destination, Watermark> marks = new ConcurrentHashMap<>();

  /**
   * Those behind {@code jdbc}.
   *
   * @param nanos a clock that never runs backwards
   */
  DueIntents(Jdbc jdbc, LongSupplier nanos) {
    this.jdbc = jdbc;
    this.nanos = nanos;
  }

  List<Lease> lease(Destination destination, Allowance most, Duration life) {
    Watermark mark = mark(destination);
    Look look = mark.look();
    try {
      List<Found> found = found(FREE, look, destination, most, life);
      mark.reached(found.isEmpty() ? Watermark.now(jdbc) : first(found));
      return leases(found);
    } finally {
      mark.ended(look);
    }
  }

  List<Lease> leaseInOrder(Destination destination, Allowance most, Duration life) {
    Watermark mark = mark(destination);
    Look look = mark.look();
    try {
      List<Found> found = found(IN_ORDER, look, destination, most, life);
      mark.reached(found.isEmpty() ? firstInOrder(look, destination) : first(found));
      return leases(found);
    } finally {
      mark.ended(look);
    }
  }

  /** Where looks at this destination begin. */
  Watermark mark(Destination destination) {
    return marks.computeIfAbsent(destination, absent -> new Watermark(nanos));
  }

  private List<Found> found(
      String sql, Look look, Destination destination, Allowance most, Duration life) {
    return jdbc.query(
        "lease intents",
        sql,
        binds ->
            look.bind(binds)
                .text(destination.name())
                .text(destination.name())
                .number(most.intents())
                .number(life.toMillis())
                .number(most.bytes()),
        row -> new Found(IntentRows.lease(row), IdentityRecords.instant(row, "first")));
  }

  private Instant firstInOrder(Look look, Destination destination) {
    return jdbc.query(
            "find the first intent",
            FIRST_IN_ORDER,
            binds -> look.bind(binds.text(destination.name())),
            row -> IdentityRecords.instant(row, "first"))
        .get(0);
  }

  private static Instant first(List<Found> found) {
    return found.stream().map(Found::first).min(Instant::compareTo).orElseThrow();
  }

  private static List<Lease> leases(List<Found> found) {
    return found.stream().map(Found::lease).toList();
  }

  /**
   * {@code SKIP LOCKED}, so that relays never wait for each other, nor for a branch in doubt. The
   * times are the statement's, not the clock's: only a stable value can use the index. How large a
   * body is is known without reading it.
   */
  private static String lease(String condition, String first) {
    return """
        WITH since AS (
          SELECT least(?::timestamptz, statement_timestamp()) - ? * interval '1 millisecond' AS earliest, ?::text AS destination
        ),
        due AS (
          SELECT key, state, due_at, first_leased_at, octet_length(body) AS size
          FROM semel_intent AS i
          WHERE destination = ? AND state IN ('pending', 'leased')
            AND due_at >= (SELECT earliest FROM since) AND due_at <= statement_timestamp()
        """
        + condition
        + """
          ORDER BY due_at
          LIMIT ?
          FOR UPDATE OF i SKIP LOCKED
        ),
        fitting AS (
          SELECT due.*, sum(size) OVER (ORDER BY due_at, key) - size AS before FROM due
        )
        UPDATE semel_intent AS i
        SET state = 'leased',
            lease = i.lease + 1,
            uncertain = i.uncertain OR due.state = 'leased',
            due_at = statement_timestamp() + ? * interval '1 millisecond',
            first_leased_at = coalesce(i.first_leased_at, statement_timestamp())
        FROM fitting AS due
        WHERE i.key = due.key AND due.before < ?
        RETURNING i.consumer, i.cause, i.destination, i.ordinal, i.name, i.headers, i.form, i.content_type, i.body, i.lease, i.failures,
          i.uncertain, (extract(epoch FROM statement_timestamp() - due.first_leased_at) * 1000)::bigint AS key_age,
        """
        + first
        + " AS first";
  }

  /**
   * What was leased.
   *
   * @param first when it was due; where order is kept, when the first of all was
   */
  private record Found(Lease lease, Instant first) {}
}
