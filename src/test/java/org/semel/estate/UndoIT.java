// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code configure.cli} does to a server, {@code undo.cli} takes back to the last byte. */
class UndoIT {

  private static final String CONFIGURATION = "configuration/standalone-full.xml";

  @Test
  void theServerIsAsItWasBefore(@TempDir Path directory) throws IOException {
    Path configured = WildFlyHome.configured().path();
    Path home = directory.resolve("home");
    Folders.copy(configured, home);
    String before = Files.readString(home.resolve("standalone.pristine").resolve(CONFIGURATION));
    assertThat(home.resolve("standalone").resolve(CONFIGURATION)).content().isNotEqualTo(before);

    WildFlyProcess server =
        WildFlyProcess.start(home, home.resolve("standalone"), directory, List.of());
    try {
      server.awaitStart();
      new WildFlyHome(home)
          .cli(
              server.managementPort(),
              directory,
              "--file=" + Path.of("server-config/wildfly/undo.cli").toAbsolutePath());
    } finally {
      server.stop();
    }
    assertThat(home.resolve("standalone").resolve(CONFIGURATION)).content().isEqualTo(before);
    assertThat(home.resolve("modules/org/semel")).doesNotExist();
  }
}
