// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each of our scripts does to a server what it does once, however often it runs, and its undo takes
 * that back to the last byte.
 */
class UndoIT {

  private static final String CONFIGURATION = "configuration/standalone-full.xml";

  private static final List<String> UNDONE =
      List.of("undo-oidc.cli", "undo-cookies.cli", "undo.cli");

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
      run("oidc.cli", home, server); // which no shared server has
      String done = Files.readString(home.resolve("standalone").resolve(CONFIGURATION));
      for (String script : List.of("configure.cli", "cookies.cli", "oidc.cli")) {
        run(script, home, server);
        assertThat(home.resolve("standalone").resolve(CONFIGURATION))
            .as(script)
            .content()
            .isEqualTo(done);
      }
      for (String script : UNDONE) {
        run(script, home, server);
        run(script, home, server);
      }
    } finally {
      server.stop();
    }
    assertThat(home.resolve("standalone").resolve(CONFIGURATION)).content().isEqualTo(before);
    assertThat(home.resolve("modules/org/semel")).doesNotExist();
  }

  private static void run(String script, Path home, WildFlyProcess server) {
    new WildFlyHome(home)
        .cli(
            server.managementPort(),
            home,
            "--file=" + Path.of("server-config/wildfly", script).toAbsolutePath());
  }
}
