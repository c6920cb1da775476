// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.PropertiesConfigSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.semel.internal.boot.WildFlyConfig;
import org.semel.internal.boot.config.ClaimStrategy.Strategy;
import org.semel.internal.boot.config.SessionJoining.Receive;
import org.semel.internal.engine.receive.identity.Identification;
import org.semel.internal.engine.receive.identity.IdentitySpec;
import org.semel.internal.engine.receive.policy.Protocol;
import org.semel.internal.engine.send.relay.DestinationPolicy;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract.Keys;

/** The policies of the example's applications, read as WildFly reads them, say what they mean. */
class ExamplePolicyTest {

  private static final Path POLICIES = Path.of("src/example/resources/META-INF");

  @Test
  void reservations() throws IOException {
    Settings settings =
        read("microprofile-config.properties", Set.of("reservations"), Set.of("confirmation"));
    ConsumerSettings reservations = settings.consumer("reservations");
    assertThat(reservations.policy().feed().destination()).isEqualTo("reservations");
    assertThat(reservations.policy().feed().connectionFactory()).isEqualTo("jms/semelDirect");
    assertThat(reservations.protocol()).isEqualTo(Protocol.XA);
    assertThat(reservations.joining())
        .isEqualTo(new SessionJoining(Receive.DIRECT, "jms/semelXA", Optional.empty()));
    assertThat(reservations.policy().reading().identity()).isEqualTo("cloudevent");
    assertThat(reservations.policy().concurrency().workers()).isEqualTo(8);
    assertThat(reservations.policy().concurrency().waits().message())
        .isEqualTo(Duration.ofMillis(500));
    DestinationPolicy confirmation = settings.destination("confirmation");
    assertThat(confirmation.contract().keys()).isEqualTo(Keys.HONOURED);
    assertThat(confirmation.contract().keyLife()).isEqualTo(Duration.ofDays(1));
    assertThat(confirmation.throughput().lease()).isEqualTo(Duration.ofSeconds(15));
    assertThat(confirmation.throughput().poll()).isEqualTo(Duration.ofMillis(500));
    assertThat(settings.connectionFactory()).isEqualTo("jms/semelXA");
  }

  @Test
  void orders() throws IOException {
    Settings settings = read("orders.properties", Set.of("invoices", "picking"), Set.of());
    ConsumerSettings invoices = settings.consumer("invoices");
    assertThat(invoices.claims().strategy()).isEqualTo(Strategy.VERSION);
    assertThat(invoices.order()).isPresent();
    assertThat(invoices.order().orElseThrow().patience().gap()).isEqualTo(Duration.ofMinutes(10));
    assertThat(invoices.policy().feed().connectionFactory()).isEqualTo("jms/semelXA");
    ConsumerSettings picking = settings.consumer("picking");
    assertThat(picking.protocol()).isEqualTo(Protocol.STORE_FIRST);
    assertThat(picking.policy().stored().orElseThrow().lease()).isEqualTo(Duration.ofSeconds(30));
    assertThat(picking.policy().feed().connectionFactory()).isEqualTo("jms/semelLocal");
  }

  private static Settings read(String file, Set<String> consumers, Set<String> destinations)
      throws IOException {
    return Settings.read(
        WildFlyConfig.builder()
            .withSources(new PropertiesConfigSource(POLICIES.resolve(file).toUri().toURL()))
            .build(),
        new ConfiguredNames(consumers, destinations),
        new IdentitySpec(
            text -> message -> Identification.of(Optional.of(text), "simple expression")));
  }
}
