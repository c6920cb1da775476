// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.ordered;

import java.util.Optional;
import java.util.stream.Stream;
import org.semel.internal.edge.postgresql.DatabaseText;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.message.Identity;
import org.semel.operations.GapActs.Loss;

/**
 * Versions behind that of an aggregate that have not taken effect, and are not missing either: they
 * are stored and have not ended, or they are parked and can be released. The notice of a gap is
 * parked, too, but its message is held; a conflict is parked beside a version, and of what is too
 * large nothing is kept that could take effect.
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

  private static final String FIRST_STORED =
      """
      SELECT i.version, i.consumer, i.key
      FROM {schema}.semel_version AS v JOIN {schema}.semel_inbox AS i ON %s AND i.version > v.version
      WHERE v.aggregate = ? AND v.state IN ('gap', 'told') AND i.version <= ?
      ORDER BY i.version LIMIT 1
      """
          .formatted(STORED);

  private static final String FIRST_PARKED =
      """
      SELECT p.version, p.id
      FROM {schema}.semel_version AS v JOIN {schema}.semel_parked AS p ON %s AND p.version > v.version
      WHERE v.aggregate = ? AND v.state IN ('gap', 'told') AND p.version <= ?
      ORDER BY p.version, p.id LIMIT 1
      """
          .formatted(PARKED);

  private final Jdbc jdbc;

  PresentVersions(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  /** Why an aggregate that waits cannot lose its versions up to this one; empty if it can. */
  Optional<Loss> upTo(Identity aggregate, long last) {
    Stream<Loss> stored =
        jdbc
            .query(
                "look for a stored version",
                FIRST_STORED,
                binds -> binds.uuid(aggregate.digest()).number(last),
                row -> new Loss.StillStored(row.getLong("version"), DatabaseText.identity(row)))
            .stream()
            .map(Loss.class::cast);
    Stream<Loss> parked =
        jdbc
            .query(
                "look for a parked version",
                FIRST_PARKED,
                binds -> binds.uuid(aggregate.digest()).number(last),
                row -> new Loss.StillParked(row.getLong("version"), row.getLong("id")))
            .stream()
            .map(Loss.class::cast);
    return Stream.concat(stored, parked).findFirst();
  }
}
