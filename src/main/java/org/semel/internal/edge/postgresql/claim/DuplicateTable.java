// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.claim;

import java.time.Instant;
import java.util.Optional;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.Times;
import org.semel.message.Identity;
import org.semel.operations.Dossier.Duplicates;

/**
 * {@code semel_duplicate}: counts the duplicates of one identity, and writes those that no claim
 * records by its own statement (see {@link ClaimTable}).
 */
public final class DuplicateTable {

  private static final String ABSORBED =
      """
      INSERT INTO {schema}.semel_duplicate (identity, consumer) VALUES (?, ?)
      """;

  /**
   * The table has no index by identity, as each duplicate would pay for it. The block range index
   * skips duplicates from before the claim, if the time of the claim is known.
   */
  private static final String COUNT =
      """
      SELECT count(*) AS count, max(absorbed_at) AS latest
      FROM {schema}.semel_duplicate
      WHERE identity = ? AND consumer = ? AND absorbed_at >= ?::timestamptz
      """;

  /**
   * Whether a consumer claims each identity under the identity alone, now and before: then one
   * without a claim is not remembered. If it claims by the time of a message, or claims nothing, an
   * identity alone does not show that.
   */
  private static final String CLAIMS_ALL =
      """
      SELECT true AS claims_all FROM {schema}.semel_consumer
      WHERE name = ? AND former_name IS NULL AND strategy IN ('claim', 'window') AND identity_time = 'none'
        AND coalesce(former_strategy, 'claim') IN ('claim', 'window') AND coalesce(former_time, 'none') = 'none'
      """;

  private final Jdbc jdbc;

  public DuplicateTable(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  public void absorbed(Identity identity) {
    jdbc.update(
        "count a duplicate",
        ABSORBED,
        binds -> binds.uuid(identity.digest()).text(identity.consumer()));
  }

  /**
   * Those of an identity since it was claimed.
   *
   * @param claimed empty if no claim of it is found
   */
  public Duplicates since(Identity identity, Optional<Instant> claimed) {
    if (claimed.isEmpty() && claimsAll(identity.consumer())) {
      return new Duplicates(0, Optional.empty());
    }
    String since = claimed.map(Instant::toString).orElse("-infinity");
    return jdbc.query(
            "count duplicates",
            COUNT,
            binds -> binds.uuid(identity.digest()).text(identity.consumer()).text(since),
            row -> new Duplicates(row.getLong("count"), Times.maybe(row, "latest")))
        .get(0);
  }

  private boolean claimsAll(String consumer) {
    return !jdbc.query(
            "ask how a consumer remembers",
            CLAIMS_ALL,
            binds -> binds.text(consumer),
            row -> row.getBoolean("claims_all"))
        .isEmpty();
  }
}
