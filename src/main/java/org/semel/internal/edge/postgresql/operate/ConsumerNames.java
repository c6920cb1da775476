// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import java.util.List;
import java.util.Optional;
import org.semel.internal.edge.postgresql.Jdbc;
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

  /** A row that a sweep finds by day lies in a window, and is found by the time in its key. */
  private static final String BESIDE_CLAIMS =
      """
      SELECT 'strategy=' || strategy || CASE WHEN identity_time = 'none' THEN '' ELSE ', identity-time=' || identity_time END AS memory
      FROM {schema}.semel_consumer
      WHERE name = ? AND (strategy <> 'claim' OR identity_time <> 'none')
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

  List<ConsumerName.Known> all() {
    return jdbc.query(
        "list consumers",
        ALL,
        binds -> {},
        row -> known(row.getString("name"), Optional.ofNullable(row.getString("identity"))));
  }
}
