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

  private final Jdbc jdbc;

  ConsumerNames(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  private static ConsumerName.Known known(String name, Optional<String> rule) {
    return new ConsumerName.Known(name, rule, rule.map(KeyForm::of));
  }

  List<ConsumerName.Known> all() {
    return jdbc.query(
        "list consumers",
        ALL,
        binds -> {},
        row -> known(row.getString("name"), Optional.ofNullable(row.getString("identity"))));
  }
}
