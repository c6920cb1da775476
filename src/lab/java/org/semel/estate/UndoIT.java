// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What each of our scripts does to a server, its undo takes back to the last byte. */
class UndoIT {

  private static final String CONFIGURATION = "configuration/standalone-full.xml";

  /**
   * What this server was configured with before is undone, and what no shared server has is done
   * first.
   */
  private static final List<String> SCRIPTS =
      List.of("oidc.cli", "undo-oidc.cli", "undo-cookies.cli", "undo.cli");

  private static final String OIDC =
      "-Dsemel.server.oidc.provider=https://id.example -Dsemel.server.oidc.client=c -Dsemel.server.oidc.secret=s";

  @Test
  void theServerIsAsItWasBefore(@TempDir Path directory) throws IOException {
    Path configured = WildFlyHome.configured().path();
    Path home = directory.resolve("home");
    Folders.copy(configured, home);
    String before = Files.readString(home.resolve("standalone.pristine").resolve(CONFIGURATION));
    assertThat(home.resolve("standalone").resolve(CONFIGURATION)).content().isNotEqualTo(before);

    WildFlyProcess server =
        WildFlyProcess.start(home, home.resolve("standalone"), directory, List.of(OIDC.split(" ")));
    try {
      server.awaitStart();
      for (String script : SCRIPTS) {
        new WildFlyHome(home)
            .cli(
                server.managementPort(),
                directory,
                "--file=" + Path.of("server-config/wildfly", script).toAbsolutePath());
      }
    } finally {
      server.stop();
    }
    assertThat(home.resolve("standalone").resolve(CONFIGURATION)).content().isEqualTo(before);
    assertThat(home.resolve("modules/org/semel")).doesNotExist();
  }
}
