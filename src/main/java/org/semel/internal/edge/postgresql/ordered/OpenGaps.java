// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.ordered;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.Times;
import org.semel.message.Identity;
import org.semel.operations.GapActs.Gap;
import org.semel.operations.GapActs.GapPlace;

/** Gaps that are open: those of a consumer, page by page, or that of one aggregate. */
final class OpenGaps {

  private static final String GAPS =
      """
      SELECT v.consumer, v.key, v.version, v.since,
             %s AS first
      FROM (
        %%s
      ) AS v
      ORDER BY v.since, v.aggregate
      """
          .formatted(PresentVersions.FIRST);

  private static final String PAGE =
      """
      (SELECT * FROM {schema}.semel_version AS v
       WHERE consumer = ? AND state = '%%s' AND (since, aggregate) > (?::timestamptz, ?::uuid) AND NOT %s
       ORDER BY since, aggregate
       LIMIT ?)
      """
          .formatted(PresentVersions.NEXT);

  /** Each of the two states lies in the order of its index. */
  static final String OPEN =
      GAPS.formatted(
          PAGE.formatted("gap")
              + " UNION ALL "
              + PAGE.formatted("told")
              + " ORDER BY since, aggregate LIMIT ?");

  private static final String OF =
      GAPS.formatted(
          "SELECT * FROM {schema}.semel_version AS v WHERE aggregate = ? AND state IN ('gap', 'told') AND NOT "
              + PresentVersions.NEXT);

  private final Jdbc jdbc;

  OpenGaps(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  /** The oldest first, behind a place. */
  List<Gap> page(String consumer, GapPlace after, int most) {
    return jdbc.query("list gaps", OPEN, binder(consumer, after, most), OpenGaps::read);
  }

  static Jdbc.Binder binder(String consumer, GapPlace after, int most) {
    return binds -> {
      for (int state = 0; state < 2; state++) {
        binds.text(consumer).text(after.since().toString()).uuid(after.aggregate()).number(most);
      }
      binds.number(most);
    };
  }

  /** Empty if it has none. */
  Optional<Gap> of(Identity aggregate) {
    return jdbc
        .query("look for a gap", OF, binds -> binds.uuid(aggregate.digest()), OpenGaps::read)
        .stream()
        .findFirst();
  }

  /** The gap between the version before it and the first behind it. */
  static Gap read(ResultSet row) throws SQLException {
    return new Gap(
        new Identity(row.getString("consumer"), row.getString("key")),
        row.getLong("version") + 1,
        row.getLong("first") - 1,
        Times.at(row, "since"));
  }
}
