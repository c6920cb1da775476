// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.config.Config;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.semel.internal.boot.config.file.PolicyFile;
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

  private static List<PolicyFile> found(String... names) {
    return PolicyFiles.of(war(names));
  }

  private static War war(String... names) {
    String folder = "/WEB-INF/classes/META-INF/semel/";
    Set<String> entries = Set.copyOf(List.of(names).stream().map(folder::concat).toList());
    return new War() {
      @Override
      public @Nullable Set<String> entries(String path) {
        return path.equals(folder) && !entries.isEmpty() ? entries : null;
      }

      @Override
      public @Nullable InputStream open(String file) {
        return entries.contains(file)
            ? new ByteArrayInputStream("strategy: claim".getBytes(UTF_8))
            : null;
      }
    };
  }
}
