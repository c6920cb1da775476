// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What our files do to a Liberty ends with their includes and their folder. */
class LibertyUndoIT {

  private static final Pattern ERROR = Pattern.compile("\\b[A-Z]{4,5}\\d{4}E\\b");

  /** What the server of our tests has besides: health brings most of it along. */
  private static final String WITHOUT_OURS =
      "cdi-3.0, enterpriseBeansLite-4.0, jndi-1.0, json-1.0, jsonp-2.0, mpConfig-3.0, mpHealth-4.0, servlet-5.0";

  @TempDir private Path directory;

  @Test
  void withoutTheIncludesTheServerStartsAsOneThatNeverHadThem() throws IOException {
    LibertyHome home = LibertyHome.assembled(directory);
    Properties ports = new Properties();
    ports.setProperty("http.port", String.valueOf(Ports.free()));
    home.configure(ports, List.of());
    assertThat(outputOfOneRun(home)).contains("jdbc-4.3", "mpConfig-3.1");

    Path configuration = home.server().resolve("server.xml");
    Files.writeString(
        configuration,
        Files.readString(configuration).replaceAll("<include location=\"semel/\\w+\\.xml\"/>", ""));
    Folders.delete(home.server().resolve("semel"));
    assertThat(outputOfOneRun(home))
        .contains("installed the following features: [" + WITHOUT_OURS + "]")
        .doesNotContain("semel/semel.xml", "semel/login.xml")
        .doesNotContainPattern(ERROR);
  }

  private String outputOfOneRun(LibertyHome home) {
    LibertyProcess server = LibertyProcess.start(home.product(), home.user(), directory);
    try {
      server.awaitOutput("Liberty is up", output -> output.contains("CWWKF0011I"));
      return server.output();
    } finally {
      server.stop();
    }
  }
}
