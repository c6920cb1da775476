// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql.proof;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.semel.Code;
import org.semel.internal.postgresql.Jdbc;
import org.semel.internal.proof.Refusal;

/**
 * {@code semel_schema}: the version of the tables, and who can work with them.
 *
 * @param readableBy the oldest version of the program that works with them
 */
record Schema(int version, int readableBy) {

  static final Schema NONE = new Schema(0, 0);

  /** The version that this program was written for. */
  private static final int NEEDED = 1;

  private static final String VERSION =
      """
      SELECT version, readable_by FROM semel_schema
      """;

  /** The one that is there. */
  static Schema in(Jdbc jdbc) {
    return jdbc.query("read the schema's version", VERSION, binds -> {}, Schema::read).stream()
        .findFirst()
        .orElse(NONE);
  }

  private static Schema read(ResultSet row) throws SQLException {
    return new Schema(row.getInt("version"), row.getInt("readable_by"));
  }

  Optional<Refusal> refusal() {
    if (version < NEEDED) {
      return Optional.of(
          new Refusal(
              Code.SCHEMA_VERSION_WRONG,
              version == 0
                  ? "There are no tables of Semel in this database."
                  : "The tables are of version " + version + ", needed is " + NEEDED + ".",
              "Apply the scripts of org/semel/postgresql/migrations after V"
                  + version
                  + ", with Flyway or by hand."));
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
