// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.intent;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.Times;
import org.semel.internal.edge.postgresql.Watermark;
import org.semel.internal.edge.postgresql.Watermark.Look;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Lease.SentFrom;
import org.semel.internal.engine.send.LeaseLimit;

/** {@code semel_intent}: leases due intents. Settled ones are skipped; see {@link Watermark}. */
final class DueIntents {

  /**
   * {@code SKIP LOCKED}, so that relays never wait for each other, nor for a branch in doubt. The
   * times are the statement's, not the clock's: only a stable value can use the index. A body's
   * size is known without reading it. The history that is told is that before this lease. One row
   * even where nothing was leased: the time of the look.
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
          OrderedIntents.FIRST_OF_ITS_KEY,
          """
          least(look.now, (
            SELECT w.due_at
            FROM {schema}.semel_intent AS w
            WHERE w.destination = (SELECT destination FROM since) AND w.state IN ('pending', 'leased')
              AND w.due_at >= (SELECT earliest FROM since)
            ORDER BY w.due_at
            LIMIT 1))
          """);

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

  List<Lease> lease(Destination destination, LeaseLimit most, Duration life, SentFrom sent) {
    return lease(FREE, destination, most, life, sent);
  }

  List<Lease> leaseInOrder(Destination destination, LeaseLimit most, Duration life, SentFrom sent) {
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

  /** Where looks at this destination begin. */
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
