// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.estate.Artemis;
import org.semel.estate.ExampleWar;
import org.semel.estate.Liberty;
import org.semel.estate.Postgres;

/**
 * A real Open Liberty that lacks features: one line names all of them, as {@code server.xml} does.
 */
class MissingFeatureIT {

  private static final List<String> FEATURES =
      List.of("mpConfig-3.1", "jsonp-2.1", "concurrent-3.0");

  private final Path directory = SharedEstate.directory("missing-");
  private final Postgres postgres = Postgres.start(directory);
  private final Liberty liberty =
      new Liberty(directory, postgres, new Artemis(directory, List.of())); // which nobody asks

  @AfterEach
  void stop() {
    liberty.close();
    postgres.close();
  }

  @Test
  void featuresThatAreMissingAreToldInOneLine() throws IOException {
    leaveOut("semel/semel.xml", FEATURES);
    // these two bring configuration and JSON along
    leaveOut("server.xml", List.of("mpHealth-4.0"));
    leaveOut("semel/login.xml", List.of("appSecurity-5.0"));
    liberty.with(ExampleWar.build()).start();
    assertThat(liberty.output().lines().filter(line -> line.contains("SEMEL-0108")))
        .anySatisfy(
            line ->
                assertThat(line)
                    .contains("<featureManager> in server.xml")
                    .contains(FEATURES.stream().map("<feature>%s</feature>"::formatted).toList()));
  }

  private void leaveOut(String file, List<String> features) throws IOException {
    Path configuration = liberty.folder().resolve(file);
    String text = Files.readString(configuration);
    for (String feature : features) {
      text = text.replace("<feature>" + feature + "</feature>", "");
    }
    Files.writeString(configuration, text);
  }
}
