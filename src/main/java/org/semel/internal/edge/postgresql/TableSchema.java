// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The schema that every statement names, so that none depends on where its session has been led: a
 * session outlives the transaction in the pool, and with it the {@code search_path} that a bean has
 * set.
 *
 * <p>Statements name it by {@code {schema}.}, as in {@code SELECT 1 FROM {schema}.semel_claim} and
 * {@code '{schema}.semel_claim'::regclass}. It is found once, at the first statement.
 *
 * <p>Safe for any thread.
 */
public final class TableSchema {

  private static final String SIGN = "{schema}.";

  /** The sign, and whether a literal begins with it. */
  private static final Pattern PLACE = Pattern.compile("('?)" + Pattern.quote(SIGN));

  /**
   * The schemas with tables of Semel: the schema of this name or, without a name, those on the path
   * of this session, and on that of a new one. The latter is a text, a list of names with or
   * without quotes; some pools set the former by a statement in each new session.
   */
  private static final String SEARCH =
      """
      WITH named AS (
        SELECT ?::text AS schema
      ),
      searched AS (
        SELECT 'named' AS path, schema, 1::bigint AS ordinal FROM named WHERE schema IS NOT NULL
        UNION ALL
        SELECT 'this', p.schema, p.ordinal
        FROM named, unnest(current_schemas(false)) WITH ORDINALITY AS p (schema, ordinal)
        WHERE named.schema IS NULL
        UNION ALL
        SELECT 'new', coalesce(nullif(replace(p.part[1], '""', '"'), '$user'), lower(p.part[2]), session_user), p.ordinal
        FROM named, pg_settings AS s,
          regexp_matches(s.reset_val, '"((?:[^"]|"")*)"|([^",[:space:]]+)', 'g') WITH ORDINALITY AS p (part, ordinal)
        WHERE named.schema IS NULL AND s.name = 'search_path'
      ),
      found AS (
        SELECT DISTINCT ON (s.path) n.nspname
        FROM searched AS s
        JOIN pg_namespace AS n ON n.nspname = s.schema AND has_schema_privilege(session_user, n.oid, 'USAGE')
        JOIN pg_class AS c ON c.relnamespace = n.oid AND c.relname = 'semel_schema'
        ORDER BY s.path, s.ordinal
      )
      SELECT DISTINCT nspname FROM found ORDER BY nspname
      """;

  /** As of PostgreSQL for a schema that is not there. */
  private static final String INVALID_SCHEMA = "3F000";

  private final Optional<String> named;
  private volatile @Nullable SchemaName found;

  private TableSchema(Optional<String> named) {
    this.named = named;
  }

  /** The one to which the {@code search_path} leads. */
  public static TableSchema onThePath() {
    return new TableSchema(Optional.empty());
  }

  /** The one of this name, as PostgreSQL lists it: without quotes, in capitals as they are. */
  public static TableSchema named(String name) {
    return new TableSchema(Optional.of(name));
  }

  /** The result of a search. */
  public sealed interface Search {}

  /** The one schema with the tables. */
  public static final class SchemaName implements Search {

    private final String identifier;
    private final String literal;

    private SchemaName(String schema) {
      this.identifier = "\"" + schema.replace("\"", "\"\"") + "\".";
      this.literal = "E'" + identifier.replace("\\", "\\\\").replace("'", "''");
    }

    private String in(String sql) {
      return PLACE
          .matcher(sql)
          .replaceAll(
              place -> Matcher.quoteReplacement(place.group(1).isEmpty() ? identifier : literal));
    }
  }

  /**
   * No schema has them.
   *
   * @param named where they should be; empty for the path
   */
  public record Nowhere(Optional<String> named) implements Search {}

  /**
   * The path of this session leads to other tables than that of a new one.
   *
   * @param schemas both
   */
  public record Several(List<String> schemas) implements Search {}

  /**
   * {@code sql} with the schema's name in it.
   *
   * @param connection to search by, unless it is known
   */
  String in(String sql, Connection connection) throws SQLException {
    if (!sql.contains(SIGN)) {
      return sql;
    }
    if (search(connection) instanceof SchemaName known) {
      return known.in(sql);
    }
    throw new SQLException("The schema with the tables of Semel is not known", INVALID_SCHEMA);
  }

  /** The schema that was found before, or else the result of a search now. */
  Search search(Connection connection) throws SQLException {
    SchemaName known = found;
    if (known != null) {
      return known;
    }
    Search search = search(schemas(connection));
    if (search instanceof SchemaName now) {
      found = now;
    }
    return search;
  }

  private Search search(List<String> schemas) {
    return switch (schemas.size()) {
      case 0 -> new Nowhere(named);
      case 1 -> new SchemaName(schemas.get(0));
      default -> new Several(schemas);
    };
  }

  private List<String> schemas(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(SEARCH)) {
      statement.setString(1, named.orElse(null));
      try (ResultSet rows = statement.executeQuery()) {
        List<String> schemas = new ArrayList<>();
        while (rows.next()) {
          schemas.add(rows.getString(1));
        }
        return schemas;
      }
    }
  }
}
