// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql.operate;

import java.util.List;
import org.semel.internal.postgresql.Jdbc;
import org.semel.message.Identity;
import org.semel.operations.ParkedCase;

/** {@code semel_parked}: the cases of one identity. */
final class IdentityCases {

  private static final String CASES =
      ParkedRows.COLUMNS
          + """
          WHERE identity = ? AND consumer = ? AND key = ?
          ORDER BY id
          LIMIT 100
          """;

  /** The stamp ties a case to its claim. A window is read only for a withdrawn case. */
  private static final String WITHDRAWN =
      """
      SELECT EXISTS (
        SELECT FROM semel_parked AS p
        WHERE p.identity = ? AND p.consumer = ? AND p.key = ? AND p.state = 'withdrawn' AND p.holds_claim
          AND (
            EXISTS (
              SELECT FROM semel_claim AS c
              WHERE c.identity = p.identity AND c.consumer = p.consumer AND c.key = p.key AND c.claimed_at = p.claimed_at)
            OR EXISTS (
              SELECT FROM semel_window AS w
              WHERE w.consumer = p.consumer AND w.key = p.key AND w.claimed_at = p.claimed_at))) AS withdrawn
      """;

  private final Jdbc jdbc;

  IdentityCases(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  List<ParkedCase> all(Identity identity) {
    return jdbc.query(
        "look parked messages up",
        CASES,
        binds -> binds.number(0).identity(identity),
        ParkedRows::read);
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
