// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.message.Identity;
import org.semel.operations.ParkedCase;

/** {@code semel_parked}: the cases of one identity. */
final class IdentityCases {

  private static final String LATEST =
      ParkedRows.COLUMNS
          + """
          WHERE identity = ? AND consumer = ? AND key = ?
          ORDER BY id DESC
          LIMIT ?
          """;

  private static final String WAITING =
      """
      SELECT id FROM {schema}.semel_parked
      WHERE identity = ? AND consumer = ? AND key = ? AND state = 'parked'
      ORDER BY id
      LIMIT 1
      """;

  /** A conflict without a stamp holds none: it was in conflict with what was stored alone. */
  private static final String HOLDER =
      """
      SELECT id FROM {schema}.semel_parked
      WHERE identity = ? AND consumer = ? AND key = ? AND state = 'parked'
        AND holds_claim AND (claimed_at IS NOT NULL OR reason <> 'CONFLICT')
      ORDER BY id
      LIMIT 1
      """;

  /**
   * The stamp ties a case to its claim. A window is read only for a withdrawn case. A stored
   * message that is parked, and waits for no one, was withdrawn.
   */
  private static final String WITHDRAWN =
      """
      SELECT EXISTS (
        SELECT FROM {schema}.semel_parked AS p
        WHERE p.identity = ? AND p.consumer = ? AND p.key = ? AND p.state = 'withdrawn' AND p.holds_claim
          AND (
            EXISTS (
              SELECT FROM {schema}.semel_claim AS c
              WHERE c.identity = p.identity AND c.consumer = p.consumer AND c.key = p.key AND c.claimed_at = p.claimed_at)
            OR EXISTS (
              SELECT FROM {schema}.semel_window AS w
              WHERE w.consumer = p.consumer AND w.key = p.key AND w.claimed_at = p.claimed_at)
            OR EXISTS (SELECT FROM {schema}.semel_inbox AS i WHERE i.identity = p.identity AND i.state = 'PARKED'))) AS withdrawn
      """;

  private final Jdbc jdbc;

  IdentityCases(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  /** The latest, the oldest of these first. */
  List<ParkedCase> latest(Identity identity, int most) {
    List<ParkedCase> latest =
        new ArrayList<>(
            jdbc.query(
                "look parked messages up",
                LATEST,
                binds -> binds.number(0).identity(identity).number(most),
                ParkedRows::read));
    Collections.reverse(latest);
    return latest;
  }

  Optional<Long> waiting(Identity identity) {
    return number("look for a message that waits", WAITING, identity);
  }

  Optional<Long> holder(Identity identity) {
    return number("look for a message that holds a claim", HOLDER, identity);
  }

  private Optional<Long> number(String what, String sql, Identity identity) {
    return jdbc
        .query(what, sql, binds -> binds.identity(identity), row -> row.getLong("id"))
        .stream()
        .findFirst();
  }

  /** Whether the present claim belongs to a message that was withdrawn. */
  boolean withdrawn(Identity identity) {
    return jdbc.query(
            "ask whether a claim was withdrawn",
            WITHDRAWN,
            binds -> binds.identity(identity),
            row -> row.getBoolean("withdrawn"))
        .get(0);
  }
}
