// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.ordered;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.message.Identity;

/**
 * The parked messages in {@code semel_parked} that report a gap. They are settled when the gap
 * closes.
 */
public final class GapNotices {

  /**
   * A notice that an operator is working on is skipped: a route may take long. Its aggregate keeps
   * the reference, so that the notice is settled when the aggregate next advances.
   */
  private static final String SETTLE =
      """
      WITH asked AS (
        SELECT * FROM unnest(?::uuid[], ?::uuid[]) AS a (aggregate, identity)
      ),
      waiting AS (
        SELECT p.id, p.identity
        FROM {schema}.semel_parked AS p JOIN asked AS a ON a.identity = p.identity
        WHERE p.reason = 'GAP' AND p.state = 'parked'
      ),
      free AS (
        SELECT p.id FROM {schema}.semel_parked AS p WHERE p.id IN (SELECT id FROM waiting) AND p.state = 'parked' FOR UPDATE SKIP LOCKED
      ),
      settled AS (
        UPDATE {schema}.semel_parked
        SET state = 'released', settled_at = clock_timestamp(), detail = detail || ?
        WHERE id IN (SELECT id FROM free)
      )
      UPDATE {schema}.semel_version AS v
      SET told = NULL
      FROM asked AS a
      WHERE v.aggregate = a.aggregate
        AND NOT EXISTS (
          SELECT FROM waiting AS w WHERE w.identity = a.identity AND w.id NOT IN (SELECT id FROM free))
      """;

  /** An aggregate knows its notice by its key. */
  private static final String TELLS =
      """
      SELECT v.aggregate
      FROM {schema}.semel_parked AS p JOIN {schema}.semel_version AS v ON v.aggregate = p.aggregate
      WHERE p.id = ? AND p.reason = 'GAP' AND v.state = 'told' AND v.told = p.key
      """;

  private final Jdbc jdbc;

  public GapNotices(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * A parked message that reports a gap.
   *
   * @param aggregate whose gap it is
   * @param parked identity of the message
   */
  record Notice(Identity aggregate, Identity parked) {}

  /** The end of a gap. */
  enum GapEnd {
    /** The versions took effect. */
    CAME("; closed by itself: they came"),
    /** An operator declared them lost. */
    LOST("; closed: they were declared lost");

    private final String words;

    GapEnd(String words) {
      this.words = words;
    }
  }

  /** The notice that a row of {@code semel_version} names as {@code told}. */
  static Optional<Notice> read(ResultSet row) throws SQLException {
    @Nullable String told = row.getString("told");
    String consumer = row.getString("consumer");
    return told == null
        ? Optional.empty()
        : Optional.of(
            new Notice(new Identity(consumer, row.getString("key")), new Identity(consumer, told)));
  }

  /** Whether this parked message reports an open gap. */
  public boolean tells(long parked) {
    return !jdbc.query(
            "ask whether a gap is open",
            TELLS,
            binds -> binds.number(parked),
            row -> row.getObject("aggregate", UUID.class))
        .isEmpty();
  }

  /** Settles these, of locked aggregates; without any it does nothing. */
  void settle(List<Notice> notices, GapEnd closed) {
    if (notices.isEmpty()) {
      return;
    }
    jdbc.update(
        "settle the notice of a gap",
        SETTLE,
        binds ->
            binds
                .uuids(notices, notice -> notice.aggregate().digest())
                .uuids(notices, notice -> notice.parked().digest())
                .text(closed.words));
  }
}
