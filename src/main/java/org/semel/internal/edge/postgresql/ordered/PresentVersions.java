// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.ordered;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.semel.internal.edge.postgresql.DatabaseText;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.message.Identity;
import org.semel.operations.GapActs.Loss;

/**
 * Versions behind that of an aggregate that have not taken effect, and are not missing either: they
 * are stored and have not ended, or they are parked and may be released, if only under another
 * policy. The notice of a gap is parked, too, but its message is held; a conflict is parked beside
 * a version, and of what is too large nothing is kept that could take effect.
 */
public final class PresentVersions {

  private static final String STORED =
      "i.aggregate = v.aggregate AND i.state IN ('RECEIVED', 'IN_PROGRESS', 'FAILED_RETRYABLE',"
          + " 'FAILED_TERMINAL')";

  private static final String PARKED =
      "p.consumer = v.consumer AND p.aggregate = v.aggregate AND p.state = 'parked'"
          + " AND p.reason NOT IN ('GAP', 'CONFLICT') AND p.whole";

  /**
   * Whether the next version of the row {@code v} is such a one. OFFSET 0 lets each row ask by the
   * index; without it both tables would be read and hashed, with all that has ended.
   */
  public static final String NEXT =
      """
      (EXISTS (SELECT FROM {schema}.semel_inbox AS i WHERE %s AND i.version = v.version + 1 OFFSET 0)
        OR EXISTS (SELECT FROM {schema}.semel_parked AS p WHERE %s AND p.version = v.version + 1 OFFSET 0))"""
          .formatted(STORED, PARKED);

  /** The first version behind that of the row {@code v} which is held, or is such a one. */
  static final String FIRST =
      """
      least(
        (SELECT min(h.version) FROM {schema}.semel_held AS h WHERE h.aggregate = v.aggregate),
        (SELECT min(i.version) FROM {schema}.semel_inbox AS i WHERE %s AND i.version > v.version),
        (SELECT min(p.version) FROM {schema}.semel_parked AS p WHERE %s AND p.version > v.version))"""
          .formatted(STORED, PARKED);

  private static final String FIRST_OF_A_GAP =
      """
      SELECT present.*
      FROM {schema}.semel_version AS v CROSS JOIN LATERAL (
        (SELECT i.version, i.consumer, i.key, NULL::bigint AS parked FROM {schema}.semel_inbox AS i
         WHERE %s AND i.version > v.version ORDER BY i.version LIMIT 1)
        UNION ALL
        (SELECT p.version, p.consumer, p.key, p.id FROM {schema}.semel_parked AS p
         WHERE %s AND p.version > v.version ORDER BY p.version, p.id LIMIT 1)
      ) AS present
      WHERE v.aggregate = ? AND v.state IN ('gap', 'told') AND present.version <= ?
      ORDER BY present.version, present.parked NULLS FIRST LIMIT 1
      """
          .formatted(STORED, PARKED);

  private final Jdbc jdbc;

  PresentVersions(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  /** Why an aggregate that waits cannot lose its versions up to this one; empty if it can. */
  Optional<Loss> upTo(Identity aggregate, long last) {
    return jdbc
        .query(
            "look for a version that is here",
            FIRST_OF_A_GAP,
            binds -> binds.uuid(aggregate.digest()).number(last),
            PresentVersions::read)
        .stream()
        .findFirst();
  }

  private static Loss read(ResultSet row) throws SQLException {
    long version = row.getLong("version");
    long parked = row.getLong("parked");
    return row.wasNull()
        ? new Loss.StillStored(version, DatabaseText.identity(row))
        : new Loss.StillParked(version, parked);
  }
}
