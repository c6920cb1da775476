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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What {@code remote-broker.cli} does to a server that is not running, beside the other scripts.
 */
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

  @Test
  void theScriptThatPreparesAServerLeavesItToTheBrokerOutside() throws IOException {
    home.offline(base, RemoteBroker.SCRIPT);
    String once = Files.readString(configuration);
    home.offline(base, embedded("configure.cli"));
    assertThat(configuration).content().isEqualTo(once);
  }

  @Test
  void theUndoTakesItBackWithAllElse() throws IOException {
    home.offline(base, embedded("undo.cli"));
    String undone = Files.readString(configuration);
    assertThat(undone).doesNotContain("semelXA");
    Folders.delete(base);
    home.base(directory);
    home.offline(base, RemoteBroker.SCRIPT);
    home.offline(base, embedded("undo.cli"));
    assertThat(configuration).content().isEqualTo(undone);
    home.offline(base, embedded("undo.cli"));
    assertThat(configuration).content().as("again").isEqualTo(undone);
  }

  /** As an undo leaves it that stopped, or a script of before with one part less. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/subsystem=datasources/xa-data-source=semel:remove",
        """
        /system-property=JTAEnvironmentBean.orphanSafetyInterval:remove
        /system-property=RecoveryEnvironmentBean.recoveryBackoffPeriod:remove
        /system-property=RecoveryEnvironmentBean.periodicRecoveryPeriod:remove
        """
      })
  void aPartThatIsMissingIsDoneAgain(String away) throws IOException {
    String before = Files.readString(configuration);
    home.offline(base, embedded("away.cli", away));
    assertThat(configuration).content().isNotEqualTo(before);
    home.offline(base, embedded("configure.cli"));
    assertThat(Files.readAllLines(configuration))
        .containsExactlyInAnyOrderElementsOf(before.lines().toList());
  }

  /** A script that is for a running server, for one that is not; modules belong to all tests. */
  private Path embedded(String script) throws IOException {
    return embedded(
        script,
        Files.readString(RemoteBroker.SCRIPT.resolveSibling(script))
            .replaceAll("(?m)^(reload|module remove .*)$", "echo"));
  }

  private Path embedded(String script, String lines) throws IOException {
    return Files.writeString(
        directory.resolve(script),
        "embed-server --server-config=standalone-full.xml --std-out=discard\n"
            + lines
            + "\nstop-embedded-server\n");
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
