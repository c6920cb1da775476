// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.semel.estate.ExampleWar;
import org.semel.estate.ServerKind;
import org.semel.estate.WildFly;

/** A WildFly to which {@code health.cli} has added a health check of its own, and without it. */
class WildFlyHealthIT {

  private static final Path SCRIPTS = Path.of("server-config/wildfly");
  private static final String WAR = "health.war";

  private final SharedEstate estate = SharedEstate.of(ServerKind.WILDFLY);
  private final WildFly server = estate.wildFly();

  @Test
  void itHearsTheSameAsOurPathsUntilTheScriptIsTakenBack(@TempDir Path directory)
      throws IOException {
    Path half =
        Files.writeString(
            directory.resolve("half.cli"),
            "/extension=org.wildfly.extension.microprofile.health-smallrye:add");
    estate.broker().addQueue("health");
    server.cli(half); // and no more, as a script leaves it that stopped
    server.cli(SCRIPTS.resolve("health.cli"));
    server.cli(SCRIPTS.resolve("health.cli")); // again it changes nothing
    server.deploy(war());
    try {
      await().until(() -> health("/ready").statusCode() == 200);
      assertThat(health("").statusCode()).isEqualTo(200);
      assertThat(health("").body()).contains("semel-live", "semel-ready", "semel-started");
    } finally {
      server.undeploy(WAR);
      server.cli(SCRIPTS.resolve("undo-health.cli"));
      server.cli(SCRIPTS.resolve("undo-health.cli")); // again it changes nothing
    }
    assertThat(health("").body()).doesNotContain("semel-");
  }

  private static WebArchive war() {
    return ExampleWar.bare(WAR)
        .addAsWebInfResource(named(TelemetryIT.ROUTES), "camel/health.yaml")
        .addAsResource(named(TelemetryIT.POLICY), "META-INF/microprofile-config.properties");
  }

  /** With a queue of its own, as that one's is there already. */
  private static StringAsset named(String text) {
    return new StringAsset(text.replace("telemetry", "health"));
  }

  private HttpResponse<String> health(String kind) {
    return TelemetryIT.get(server.managementPort(), "/health" + kind, "*/*");
  }
}
