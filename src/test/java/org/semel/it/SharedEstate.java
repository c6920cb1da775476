// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.semel.estate.ConfirmationProvider;
import org.semel.estate.ExampleTables;
import org.semel.estate.ExampleWar;
import org.semel.estate.Postgres;
import org.semel.estate.WildFly;

/**
 * Database, provider and WildFly with the example, started once for all tests that leave them
 * standing.
 */
final class SharedEstate {

  private static final SharedEstate SHARED = new SharedEstate();

  final Postgres postgres;
  final ConfirmationProvider provider = new ConfirmationProvider();
  final WildFly wildFly;

  private SharedEstate() {
    Path directory = directory("estate-");
    postgres = Postgres.start(directory);
    Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    ExampleTables.createIn(postgres);
    wildFly =
        new WildFly(directory, postgres, "-Dconfirmation.url=" + provider.url())
            .with(ExampleWar.build())
            .start();
  }

  static SharedEstate get() {
    return SHARED;
  }

  static Path directory(String prefix) {
    try {
      return Files.createTempDirectory(Path.of("target").toAbsolutePath(), prefix);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void close() {
    if (wildFly != null) {
      wildFly.close();
    }
    postgres.close();
    provider.close();
  }
}
