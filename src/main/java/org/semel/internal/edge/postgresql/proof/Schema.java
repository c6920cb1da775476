// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.proof;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.semel.Code;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.TableSchema;
import org.semel.internal.engine.receive.proof.Refusal;

/**
 * {@code semel_schema}: the version of the tables, and who can work with them.
 *
 * @param readableBy the oldest version of the program that works with them
 */
record Schema(int version, int readableBy) {

  private static final Schema NONE = new Schema(0, 0);

  /** The version that this program was written for. */
  private static final int NEEDED = 1;

  private static final String VERSION =
      """
      SELECT version, readable_by FROM {schema}.semel_schema
      """;

  /** The refusal of a database whose tables cannot be worked with; empty if they can. */
  static Optional<Refusal> refusalIn(Jdbc jdbc) {
    TableSchema.Search search = jdbc.schema();
    if (search instanceof TableSchema.Several several) {
      return Optional.of(ambiguous(several.schemas()));
    }
    if (search instanceof TableSchema.Nowhere nowhere) {
      return nowhere.named().map(Schema::absent).or(NONE::refusal);
    }
    return in(jdbc).refusal();
  }

  private static Refusal absent(String schema) {
    return new Refusal(
        Code.SCHEMA_ABSENT,
        "In the schema \""
            + schema
            + "\" there are no tables of Semel, or the role may not use it.",
        "Let semel.schema name the schema as PostgreSQL lists it in pg_namespace, without quotes; or apply the scripts of"
            + " org/semel/postgresql/migrations in it, and grant USAGE on it to the role.");
  }

  private static Refusal ambiguous(List<String> schemas) {
    return new Refusal(
        Code.SCHEMA_AMBIGUOUS,
        "The search_path of this session leads to other tables of Semel than that of a new session: to one of the schemas "
            + String.join(", ", schemas)
            + ".",
        "Name the schema of this application in semel.schema.");
  }

  private static Schema in(Jdbc jdbc) {
    return jdbc.query("read the schema's version", VERSION, binds -> {}, Schema::read).stream()
        .findFirst()
        .orElse(NONE);
  }

  private static Schema read(ResultSet row) throws SQLException {
    return new Schema(row.getInt("version"), row.getInt("readable_by"));
  }

  private Optional<Refusal> refusal() {
    if (version < NEEDED) {
      return Optional.of(
          new Refusal(
              Code.SCHEMA_VERSION_WRONG,
              version == 0
                  ? "There are no tables of Semel on the search_path of the data source."
                  : "The tables are of version " + version + ", needed is " + NEEDED + ".",
              "Apply the scripts of org/semel/postgresql/migrations after V"
                  + version
                  + ", with Flyway or by hand; if the tables lie in another schema, name it in semel.schema."));
    }
    return readableBy <= NEEDED
        ? Optional.empty()
        : Optional.of(
            new Refusal(
                Code.SCHEMA_VERSION_WRONG,
                "The tables are of version "
                    + version
                    + ", which this program, of version "
                    + NEEDED
                    + ", cannot work with.",
                "Deploy a version of the program that was written for them: "
                    + readableBy
                    + " or later."));
  }
}
