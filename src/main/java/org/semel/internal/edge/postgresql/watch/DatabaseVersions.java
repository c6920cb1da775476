// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.watch;

import java.util.Map;
import java.util.function.Supplier;
import org.semel.internal.edge.postgresql.Jdbc;

/** The versions of PostgreSQL and of the tables, read in the caller's transaction. */
public final class DatabaseVersions implements Supplier<Map<String, String>> {

  private static final String VERSIONS =
      """
      SELECT current_setting('server_version') AS server, version, readable_by FROM {schema}.semel_schema
      """;

  private final Jdbc jdbc;

  public DatabaseVersions(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public Map<String, String> get() {
    return jdbc.query(
            "read the versions of the database",
            VERSIONS,
            binds -> {},
            row ->
                Map.of(
                    "PostgreSQL",
                    row.getString("server"),
                    "Tables",
                    "version %s, for programs of version %s and later"
                        .formatted(row.getInt("version"), row.getInt("readable_by"))))
        .get(0);
  }
}
