// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.PropertiesConfigSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.config.Config;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.boot.config.file.PolicyFile;
import org.semel.internal.boot.config.key.PlacedSource;
import org.semel.internal.boot.routes.RouteFiles.War;

/** Which files of a WAR are policies, and of which consumer. */
class PolicyFilesTest {

  @Test
  void aFileHasTheNameOfItsConsumer() {
    assertThat(found("orders.yaml", "eu.returns.yml"))
        .flatExtracting(PolicyFile::getPropertyNames)
        .containsExactlyInAnyOrder(
            "semel.consumer.orders.strategy", "semel.consumer.eu.returns.strategy");
  }

  @Test
  void aFileThatIsNotReadIsAFault() {
    assertThat(found("orders.properties", "orders.yaml~", "my orders.yaml", ".yaml", "deeper/"))
        .flatExtracting(PolicyFile::faults)
        .hasSize(5)
        .allSatisfy(
            fault ->
                assertThat(fault)
                    .startsWith("META-INF/semel/")
                    .contains("no policy is read of it; its name must be that of a consumer"));
  }

  @Test
  void twoPoliciesOfOneConsumerAreAFaultThatNamesBoth() {
    assertThat(found("orders.yaml", "orders.yml"))
        .flatExtracting(PolicyFile::faults)
        .containsExactly(
            "META-INF/semel/orders.yml: a second policy of the consumer orders beside"
                + " META-INF/semel/orders.yaml; keep one");
  }

  @Test
  void aWarWithoutPoliciesKeepsItsConfigurationAsItIs() {
    Config config = WildFlyConfig.of(Map.of("a", "b"));
    assertThat(PolicyFiles.over(config, war())).isSameAs(config);
  }

  @Test
  void whatTheServersConfigurationHasStays() {
    Config config = WildFlyConfig.of(Map.of("a", "${b}", "b", "c"));
    Config with = PolicyFiles.over(config, war("orders.yaml"));
    assertThat(with.getValue("a", String.class)).isEqualTo("c");
    assertThat(with.getValue("semel.consumer.orders.strategy", String.class)).isEqualTo("claim");
    assertThat(with.getConfigSources()).containsAll(config.getConfigSources());
  }

  @Test
  void aFileOutsideOverrulesTheWarsLineByLineAndIsOverruledByTheMachine(@TempDir Path folder)
      throws IOException {
    Files.writeString(folder.resolve("orders.yaml"), "strategy: window\nwork:\n  batch: 7");
    Map<String, String> said =
        Map.of("semel.policies", folder.toString(), "semel.consumer.orders.batch", "9");
    Config machine =
        WildFlyConfig.builder()
            .withSources(new PropertiesConfigSource(said, "the machine", 300))
            .build();
    Config with =
        PolicyFiles.over(machine, saying("strategy: claim\nretry:\n  attempts: 3", "orders.yaml"));
    assertThat(with.getValue("semel.consumer.orders.strategy", String.class)).isEqualTo("window");
    assertThat(with.getValue("semel.consumer.orders.attempts", String.class)).isEqualTo("3");
    assertThat(with.getValue("semel.consumer.orders.batch", String.class)).isEqualTo("9");
    assertThat(PlacedSource.faults(with)).isEmpty();
  }

  @Test
  void whatCannotBeReadOutsideIsAFaultThatNamesItsPath(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("orders.yaml"), "strategy: claim");
    Files.writeString(folder.resolve("orders.yml"), "strategy: claim");
    Files.writeString(folder.resolve("returns.yaml"), "strategy: claim\nno: key\n");
    Files.createDirectory(folder.resolve("deeper"));
    assertThat(PolicyFiles.outside(folder))
        .flatExtracting(PolicyFile::faults)
        .hasSize(3)
        .allSatisfy(fault -> assertThat(fault).startsWith(folder + "/"))
        .anySatisfy(fault -> assertThat(fault).contains("orders.yml", "a second policy"))
        .anySatisfy(fault -> assertThat(fault).contains("returns.yaml, line 2", "no"))
        .anySatisfy(fault -> assertThat(fault).contains("deeper/", "no policy is read of it"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/no/such/folder", "policies"})
  void aFolderThatIsNotThereIsAFault(String folder) {
    Config config = WildFlyConfig.of(Map.of("semel.policies", folder));
    assertThat(PlacedSource.faults(PolicyFiles.over(config, war())))
        .anySatisfy(
            fault ->
                assertThat(fault)
                    .startsWith(folder + "/: ")
                    .contains("is no folder that can be read; semel.policies names it"));
  }

  /** Kubernetes mounts a ConfigMap by such entries. */
  @Test
  void anEntryOutsideThatBeginsWithADotIsNoPolicy(@TempDir Path folder) throws IOException {
    Path data = Files.createDirectory(folder.resolve("..2026_01_31"));
    Files.writeString(data.resolve("orders.yaml"), "strategy: claim");
    Files.createSymbolicLink(folder.resolve("..data"), data.getFileName());
    Files.createSymbolicLink(folder.resolve("orders.yaml"), Path.of("..data/orders.yaml"));
    List<PolicyFile> found = PolicyFiles.outside(folder);
    assertThat(found).flatExtracting(PolicyFile::faults).isEmpty();
    assertThat(found)
        .flatExtracting(PolicyFile::getPropertyNames)
        .containsExactly("semel.consumer.orders.strategy");
  }

  private static List<PolicyFile> found(String... names) {
    return PolicyFiles.of(war(names));
  }

  private static War war(String... names) {
    return saying("strategy: claim", names);
  }

  private static War saying(String policy, String... names) {
    String folder = "/WEB-INF/classes/META-INF/semel/";
    Set<String> entries = Set.copyOf(List.of(names).stream().map(folder::concat).toList());
    return new War() {
      @Override
      public @Nullable Set<String> entries(String path) {
        return path.equals(folder) && !entries.isEmpty() ? entries : null;
      }

      @Override
      public @Nullable InputStream open(String file) {
        return entries.contains(file) ? new ByteArrayInputStream(policy.getBytes(UTF_8)) : null;
      }
    };
  }
}
