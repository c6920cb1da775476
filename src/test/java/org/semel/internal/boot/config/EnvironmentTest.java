// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.EnvConfigSource;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.semel.internal.boot.WildFlyConfig;
import org.semel.internal.engine.keep.RetentionRule;
import org.semel.internal.engine.receive.identity.Identification;
import org.semel.internal.engine.receive.identity.IdentitySpec;

/** Keys as environment variables spell them: capitals and underlines, and nothing else. */
class EnvironmentTest {

  @Test
  void aVariableSetsTheKeyThatItSpells() {
    Settings settings =
        read(
            Map.of(
                "SEMEL_CONSUMER_ORDERS_RECEIVE_WAIT", "700ms",
                "SEMEL_CONSUMER_DEFAULTS_WORKERS", "3",
                "SEMEL_CONSUMER_DEFAULTS_OUTAGE_STOPS", "9",
                "SEMEL_DESTINATION_MAIL_KEY_LIFE", "2d",
                "SEMEL_LOCK_TIMEOUT", "3s",
                "SEMEL_SERVER_DB_PASSWORD", "not ours"));
    assertThat(settings.consumer("orders").policy().concurrency().waits().message())
        .isEqualTo(Duration.ofMillis(700));
    assertThat(settings.consumer("orders").policy().concurrency().workers()).isEqualTo(3);
    assertThat(settings.consumer("orders").policy().attemptLimits().outages().stops()).isEqualTo(9);
    assertThat(settings.destination("mail").contract().keyLife()).isEqualTo(Duration.ofDays(2));
    assertThat(settings.semel().lockTimeout()).isEqualTo(Duration.ofSeconds(3));
    assertThat(settings.retention()).extracting(RetentionRule::owner).doesNotContain("defaults");
  }

  @Test
  void aMisspeltVariableIsAFault() {
    assertThatThrownBy(() -> read(Map.of("SEMEL_CONSUMER_ORDERS_RECIEVE_WAIT", "700ms")))
        .hasMessageContaining("1 faults")
        .hasMessageContaining("there is no such key");
  }

  /** What the command line reads, and what Kubernetes gives each pod beside a service "semel". */
  @Test
  void aVariableOfAnotherReaderIsNoFault() {
    Settings settings =
        read(
            Map.of(
                "SEMEL_URL", "http://localhost:8080/example/semel/api/v1",
                "SEMEL_USER", "operator",
                "SEMEL_PASSWORD", "operator-1",
                "SEMEL_SERVICE_HOST", "10.0.0.11",
                "SEMEL_SERVICE_PORT_HTTP", "8080",
                "SEMEL_PORT", "tcp://10.0.0.11:8080",
                "SEMEL_PORT_8080_TCP_ADDR", "10.0.0.11",
                "SEMEL_CONSOLE_SERVICE_HOST", "10.0.0.12",
                "SEMEL_LOCK_TIMEOUT", "3s"));
    assertThat(settings.semel().lockTimeout()).isEqualTo(Duration.ofSeconds(3));
  }

  private static Settings read(Map<String, String> variables) {
    return Settings.read(
        WildFlyConfig.builder().withSources(new EnvConfigSource(variables, 300)).build(),
        new ConfiguredNames(Set.of("orders"), Set.of("mail")),
        new IdentitySpec(text -> message -> Identification.of(Optional.of(text), "simple")));
  }
}
