// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The example's own tables, as its script has them. */
public final class ExampleTables {

  private static final String SCRIPT = "/db/example.sql";

  private ExampleTables() {}

  /** Creates them, as the owner. They must not be there yet. */
  public static void createIn(Postgres postgres) {
    try (var script = ExampleTables.class.getResourceAsStream(SCRIPT)) {
      postgres.execute(new String(script.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
