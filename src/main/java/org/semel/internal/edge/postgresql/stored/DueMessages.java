// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.stored;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.Times;
import org.semel.internal.edge.postgresql.Watermark;
import org.semel.internal.edge.postgresql.Watermark.Look;
import org.semel.internal.engine.receive.rows.StoredMessages.Found;
import org.semel.internal.engine.receive.rows.StoredMessages.Quota;

/**
 * {@code semel_inbox}: finds due messages. Skips the rows before the {@link Watermark}, which have
 * all ended.
 */
final class DueMessages {

  /**
   * Reads the locked rows themselves, as the statement's snapshot may be older than the locks.
   * {@code SKIP LOCKED} keeps workers from waiting for each other. The size of a body is known
   * without reading it. If nothing is due, one row tells the time of the look.
   */
  private static final String DUE =
      """
      WITH since AS (
        SELECT least(?::timestamptz, statement_timestamp()) - ? * interval '1 millisecond' AS fresh,
          least(?::timestamptz, statement_timestamp()) - ? * interval '1 millisecond' AS again
      ),
      fresh AS (
        SELECT %1$s, due_at FROM {schema}.semel_inbox
        WHERE consumer = ? AND state IN ('RECEIVED', 'IN_PROGRESS')
          AND due_at >= (SELECT fresh FROM since) AND due_at <= statement_timestamp()
        ORDER BY due_at
        LIMIT ?
        FOR UPDATE SKIP LOCKED
      ),
      again AS (
        SELECT %1$s, due_at FROM {schema}.semel_inbox
        WHERE consumer = ? AND state = 'FAILED_RETRYABLE'
          AND due_at >= (SELECT again FROM since) AND due_at <= statement_timestamp()
        ORDER BY due_at
        LIMIT ?
        FOR UPDATE SKIP LOCKED
      ),
      due AS (
        SELECT * FROM fresh UNION ALL SELECT * FROM again
      )
      SELECT fitting.*, look.now
      FROM (SELECT transaction_timestamp() AS now) AS look LEFT JOIN (
        SELECT due.*, sum(octet_length(body)) OVER (ORDER BY due_at, identity) - octet_length(body) AS before,
          min(due_at) FILTER (WHERE state <> 'FAILED_RETRYABLE') OVER () AS first_fresh,
          min(due_at) FILTER (WHERE state = 'FAILED_RETRYABLE') OVER () AS first_again
        FROM due
      ) AS fitting ON before < ?
      """
          .formatted(StoredRow.COLUMNS);

  private final Jdbc jdbc;
  private final LongSupplier nanos;
  private final Map<String, Marks> marks = new ConcurrentHashMap<>();

  /**
   * The due messages of one database.
   *
   * @param nanos a clock that never runs backwards
   */
  DueMessages(Jdbc jdbc, LongSupplier nanos) {
    this.jdbc = jdbc;
    this.nanos = nanos;
  }

  /** The messages that may be leased, locked for the caller's transaction. */
  List<Found> find(String consumer, Quota quota) {
    Marks mark = marks.computeIfAbsent(consumer, absent -> new Marks(nanos));
    Look fresh = mark.fresh.look();
    Look again = mark.again.look();
    try {
      List<Due> due =
          jdbc.query(
              "find messages that are due",
              DUE,
              binds ->
                  again
                      .bind(fresh.bind(binds))
                      .text(consumer)
                      .number(quota.fresh())
                      .text(consumer)
                      .number(quota.retries())
                      .number(quota.bytes()),
              Due::read);
      mark.reached(due.get(0).firsts(), quota);
      return due.stream().flatMap(one -> one.found().stream()).toList();
    } finally {
      mark.ended(fresh, again, quota);
    }
  }

  /** The marks at which the search among one consumer's messages begins. */
  private static final class Marks {
    private final Watermark fresh;
    private final Watermark again;

    Marks(LongSupplier nanos) {
      this.fresh = new Watermark(nanos);
      this.again = new Watermark(nanos);
    }

    /** A kind with no quota was not searched. */
    void ended(Look freshly, Look anew, Quota quota) {
      if (quota.fresh() > 0) {
        fresh.ended(freshly);
      }
      if (quota.retries() > 0) {
        again.ended(anew);
      }
    }

    /** A kind with no quota stays unknown. */
    void reached(Firsts firsts, Quota quota) {
      if (quota.fresh() > 0) {
        fresh.reached(firsts.fresh().orElse(firsts.now()));
      }
      if (quota.retries() > 0) {
        again.reached(firsts.again().orElse(firsts.now()));
      }
    }
  }

  /**
   * A row of the result.
   *
   * @param found empty if nothing is due
   */
  private record Due(Optional<Found> found, Firsts firsts) {

    static Due read(ResultSet row) throws SQLException {
      boolean nothing = row.getString("consumer") == null;
      return new Due(
          nothing ? Optional.empty() : Optional.of(StoredRow.read(row)), Firsts.read(row));
    }
  }

  /**
   * The times at which the earliest messages that were found were due, including those that did not
   * fit.
   *
   * @param fresh of messages that have not failed
   * @param again of messages that have failed
   * @param now the time of the search or a little before
   */
  private record Firsts(Optional<Instant> fresh, Optional<Instant> again, Instant now) {

    static Firsts read(ResultSet row) throws SQLException {
      return new Firsts(
          Times.maybe(row, "first_fresh"), Times.maybe(row, "first_again"), Times.at(row, "now"));
    }
  }
}
