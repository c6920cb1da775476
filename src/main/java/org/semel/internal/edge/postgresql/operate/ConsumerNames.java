// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.Times;
import org.semel.internal.engine.receive.identity.KeyForm;
import org.semel.operations.ConsumerName;

/**
 * {@code semel_consumer}, as operators read it, together with the idempotent consumers of which
 * only the retention is known.
 */
final class ConsumerNames {

  private static final String ALL =
      """
      SELECT name, identity FROM {schema}.semel_consumer
      UNION ALL
      SELECT owner, NULL FROM {schema}.semel_retention AS r
      WHERE kept = 'CLAIM' AND NOT EXISTS (SELECT FROM {schema}.semel_consumer AS c WHERE c.name = r.owner)
      ORDER BY name
      """;

  /**
   * The memory of a consumer that does not claim in {@code semel_claim}, or not only there. An
   * identity with a time is claimed in a window, and found by that time.
   */
  private static final String BESIDE_CLAIMS =
      """
      SELECT CASE
          WHEN succeeded_by IS NOT NULL THEN 'it goes on as ' || succeeded_by
          WHEN identity_time = 'none' THEN 'strategy=' || strategy
          ELSE 'strategy=' || strategy || ', identity-time=' || identity_time
        END AS memory
      FROM {schema}.semel_consumer
      WHERE name = ? AND (strategy <> 'claim' OR identity_time <> 'none' OR succeeded_by IS NOT NULL)
      """;

  /** As the view {@code semel_rule} has it, which is its owner's alone. */
  private static final String SINCE =
      """
      SELECT clock_timestamp() - greatest(age, CASE WHEN held_until > clock_timestamp() THEN held_age END) AS since
      FROM {schema}.semel_retention
      WHERE kept = 'CLAIM' AND owner = ?
      """;

  private final Jdbc jdbc;

  ConsumerNames(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  private static ConsumerName.Known known(String name, Optional<String> rule) {
    return new ConsumerName.Known(name, rule, rule.map(KeyForm::of));
  }

  Optional<String> memoryBesideClaims(String consumer) {
    return jdbc
        .query(
            "read a consumer's memory",
            BESIDE_CLAIMS,
            binds -> binds.text(consumer),
            row -> row.getString("memory"))
        .stream()
        .findFirst();
  }

  Optional<Instant> rememberedSince(String consumer) {
    return jdbc
        .query(
            "read for how long a consumer remembers",
            SINCE,
            binds -> binds.text(consumer),
            row -> Times.at(row, "since"))
        .stream()
        .findFirst();
  }

  List<ConsumerName.Known> all() {
    return jdbc.query(
        "list consumers",
        ALL,
        binds -> {},
        row -> known(row.getString("name"), Optional.ofNullable(row.getString("identity"))));
  }
}
