// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

import java.util.List;
import java.util.Optional;
import org.semel.Code;
import org.semel.receive.proof.Refusal;

/**
 * The rights that every consumer's transactions need, whatever its policy: those that {@code
 * server-config/postgresql/rights.sql} grants.
 */
final class Rights {

  private static final String MISSING =
      """
      SELECT current_user AS role, r.privilege || ' on ' || r.relation AS missing
      FROM (VALUES
        ('semel_consumer', 'SELECT'), ('semel_consumer', 'INSERT'), ('semel_consumer', 'UPDATE'),
        ('semel_claim', 'SELECT'), ('semel_claim', 'INSERT'),
        ('semel_window', 'SELECT'), ('semel_window', 'INSERT'),
        ('semel_duplicate', 'INSERT'),
        ('semel_effect', 'INSERT'),
        ('semel_attempt', 'SELECT'), ('semel_attempt', 'INSERT'), ('semel_attempt', 'UPDATE'), ('semel_attempt', 'DELETE'),
        ('semel_parked', 'SELECT'), ('semel_parked', 'INSERT'), ('semel_parked', 'UPDATE'),
        ('semel_intent', 'SELECT'), ('semel_intent', 'INSERT'), ('semel_intent', 'UPDATE'),
        ('semel_body', 'SELECT'), ('semel_body', 'INSERT'),
        ('semel_inbox', 'SELECT'), ('semel_held', 'SELECT'),
        ('semel_retention', 'SELECT'),
        ('semel_probe', 'SELECT'), ('semel_probe', 'INSERT'), ('semel_probe', 'DELETE')
      ) AS r (relation, privilege)
      WHERE NOT has_table_privilege(r.relation, r.privilege)
      ORDER BY r.relation, r.privilege
      """;

  private final Jdbc jdbc;

  Rights(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  /** Names all that are missing, if any is. */
  Optional<Refusal> refusal() {
    List<Missing> missing =
        jdbc.query(
            "read the role's rights",
            MISSING,
            binds -> {},
            row -> new Missing(row.getString("role"), row.getString("missing")));
    return missing.stream()
        .findFirst()
        .map(
            first ->
                new Refusal(
                    Code.RIGHTS_MISSING,
                    "The role "
                        + first.role
                        + " lacks "
                        + String.join(", ", missing.stream().map(Missing::right).toList())
                        + ".",
                    "Run the grants of server-config/postgresql/rights.sql again, as the owner of the tables."));
  }

  private record Missing(String role, String right) {}
}
