// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.proof;

import java.util.List;
import java.util.Optional;
import org.semel.Code;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.proof.Grants.Grant;
import org.semel.internal.engine.receive.proof.Refusal;

/** The rights that the role of run time must have: all those that {@code rights.sql} grants. */
final class Rights {

  /**
   * The rights that the role lacks. A right on an object that does not exist counts as lacking,
   * too.
   */
  private static final String MISSING =
      """
      SELECT current_user AS role, g.words AS missing
      FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[]) AS g (kind, object, privilege, column_name, words)
      WHERE NOT coalesce(
        CASE
          WHEN g.kind = 'SEQUENCE' THEN has_sequence_privilege(to_regclass('{schema}.' || g.object)::oid, g.privilege)
          WHEN g.kind = 'FUNCTION' THEN has_function_privilege(to_regprocedure('{schema}.' || g.object)::oid, g.privilege)
          WHEN g.column_name = '' THEN has_table_privilege(to_regclass('{schema}.' || g.object)::oid, g.privilege)
          ELSE has_column_privilege(to_regclass('{schema}.' || g.object)::oid, g.column_name, g.privilege)
        END, false)
      """;

  private final Jdbc jdbc;

  Rights(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  /** Names all that are missing, if any is. */
  Optional<Refusal> refusal() {
    List<Grant> grants = Grants.all();
    List<Missing> missing =
        jdbc.query(
            "read the role's rights",
            MISSING,
            binds ->
                binds
                    .texts(grants, Grant::kind)
                    .texts(grants, Grant::object)
                    .texts(grants, Grant::right)
                    .texts(grants, grant -> grant.column().orElse(""))
                    .texts(grants, Grant::toString),
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
                    "Run the grants of org/semel/postgresql/rights.sql, which is in Semel's jar, again, as the owner of the tables."));
  }

  private record Missing(String role, String right) {}
}
