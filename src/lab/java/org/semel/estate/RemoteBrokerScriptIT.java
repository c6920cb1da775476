// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code remote-broker.cli} does to a server that is not running. */
class RemoteBrokerScriptIT {

  @TempDir private Path directory;
  private WildFlyHome home;
  private Path base;
  private Path configuration;

  @BeforeEach
  void aConfiguredServerThatIsNotRunning() {
    home = WildFlyHome.configured();
    base = home.base(directory);
    configuration = base.resolve("configuration/standalone-full.xml");
  }

  @Test
  void theServersFactoriesLeadToTheBrokerOutsideUnderTheirOldNames() throws IOException {
    home.offline(base, RemoteBroker.SCRIPT);
    assertThat(Files.readString(configuration))
        .containsOnlyOnce("java:/jms/semelXA")
        .containsOnlyOnce("java:/jms/semelDirect")
        .containsOnlyOnce("java:/jms/semelLocal")
        .containsOnlyOnce("java:/jms/queue/semelProbe")
        .contains("user=\"${semel.server.broker.user:semel}\"")
        .contains("password=\"${semel.server.broker.password}\"");
  }

  @Test
  void applicationsMayStayDeployed() throws IOException {
    ExampleWar.build()
        .as(ZipExporter.class)
        .exportTo(base.resolve("deployments/" + ExampleWar.NAME).toFile(), true);
    home.offline(base, RemoteBroker.SCRIPT);
    assertThat(Files.readString(configuration)).contains("semel-broker");
    assertThat(base.resolve("deployments/" + ExampleWar.NAME)).exists();
  }

  @Test
  void itCanBeRunAgainAndChangesNothing() throws IOException {
    home.offline(base, RemoteBroker.SCRIPT);
    String once = Files.readString(configuration);
    home.offline(base, RemoteBroker.SCRIPT);
    assertThat(configuration).content().isEqualTo(once);
  }

  /** A line that fails, as without configure.cli before it, leaves nothing half done. */
  @Test
  void itChangesAllOrNothing() throws IOException {
    Files.copy(
        home.path().resolve("standalone.pristine/configuration/standalone-full.xml"),
        configuration,
        StandardCopyOption.REPLACE_EXISTING);
    String before = Files.readString(configuration);
    assertThatThrownBy(() -> home.offline(base, RemoteBroker.SCRIPT))
        .hasMessageContaining("WFLYCTL0216");
    assertThat(configuration).content().isEqualTo(before);
  }
}
