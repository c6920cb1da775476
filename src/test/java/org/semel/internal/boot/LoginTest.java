// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.TextMessage;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.activemq.artemis.core.security.CheckType;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.spi.core.security.ActiveMQSecurityManager;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.semel.internal.boot.config.ConfiguredNames;
import org.semel.internal.boot.config.Settings;
import org.semel.internal.engine.receive.identity.Identification;
import org.semel.internal.engine.receive.identity.IdentitySpec;
import org.semel.small.Broker;

/** Consumers of a broker that lets nobody in who has no name and no password. */
class LoginTest {

  private static final String USER = "acme";

  /** Read from another key, as from a vault. */
  private static final String PASSWORD = "o-p3n s3same";

  private final Guard guard = new Guard();
  private final Broker broker = Broker.guarded(guard);
  private final LogLines lines = new LogLines();
  private final SmallEstate estate = new SmallEstate().at(broker);

  @AfterEach
  void stop() {
    estate.close();
    broker.stop();
    assertThat(lines.with(PASSWORD)).as("lines that tell the password").isEmpty();
    lines.close();
  }

  @ParameterizedTest
  @CsvSource({
    "xa, managed, pooled",
    "xa, direct, jms/direct",
    "ack-after-commit, managed, jms/plain",
    "store-first, managed, jms/plain"
  })
  void aConsumerLogsInWithItsUserAndPassword(String protocol, String receive, String factory)
      throws JMSException {
    login();
    start(protocol, receive, factory);
    send("1");
    await().until(() -> estate.count("semel_intent", "true") == 1);
    await().until(estate::queueIsEmpty);
  }

  @ParameterizedTest
  @CsvSource({
    "xa, managed, pooled",
    "xa, direct, jms/direct",
    "ack-after-commit, managed, jms/plain",
    "store-first, managed, jms/plain"
  })
  void aRefusedLoginIsToldAsThatAndTriedUntilItIsGranted(
      String protocol, String receive, String factory) throws JMSException {
    guard.refusing = true;
    login();
    start(protocol, receive, factory);
    await().until(() -> !lines.with("SEMEL-0420", estate.name).isEmpty());
    assertThat(lines.with("SEMEL-0420", estate.name).get(0))
        .contains("Consumer " + estate.name)
        .contains(factory)
        .contains("semel.consumer." + estate.name + ".user");
    assertThat(lines.with("SEMEL-0304", estate.name)).as("told as an outage").isEmpty();
    assertThat(lines.with("SEMEL-0412", estate.name)).as("told as a server that starts").isEmpty();
    guard.refusing = false;
    send("1");
    await().until(() -> estate.count("semel_intent", "true") == 1);
    assertThat(lines.with("SEMEL-0306", estate.name)).hasSize(1);
  }

  @Test
  void whoHasNoUserIsToldToNameOne() throws JMSException {
    start("ack-after-commit", "managed", SmallEstate.PLAIN);
    await().until(() -> !lines.with("SEMEL-0420", estate.name, SmallEstate.PLAIN).isEmpty());
  }

  @ParameterizedTest
  @CsvSource({"user, acme, password", "password, " + PASSWORD + ", user"})
  void aUserAndAPasswordBelongTogether(String key, String value, String other) {
    assertThatThrownBy(() -> read(Map.of("semel.consumer.orders." + key, value)))
        .hasMessageContaining("semel.consumer.orders." + other)
        .hasMessageContaining("belong together")
        .message()
        .doesNotContain(PASSWORD);
  }

  @Test
  void aPasswordIsNeverQuoted() {
    assertThatThrownBy(
            () ->
                read(
                    Map.of(
                        "semel.consumer.orders.user",
                        USER,
                        "semel.consumer.orders.password",
                        PASSWORD + "${not.set}")))
        .hasMessageContaining("semel.consumer.orders.password")
        .hasMessageContaining("cannot be expanded")
        .message()
        .doesNotContain(PASSWORD);
    Settings settings =
        read(
            Map.of(
                "semel.consumer.orders.user", USER,
                "semel.consumer.orders.password", "${the.vault}",
                "the.vault", PASSWORD));
    assertThat(settings.consumer("orders").toString()).contains(USER).doesNotContain(PASSWORD);
  }

  private void login() {
    estate.with("the.vault", PASSWORD);
    estate.with("semel.consumer-defaults.user", USER);
    estate.with("semel.consumer-defaults.password", "${the.vault}");
  }

  private void start(String protocol, String receive, String factory) {
    Map.of(
            "identity", "property:key",
            "protocol", protocol,
            "receive", receive,
            "connection-factory", factory)
        .forEach((key, value) -> estate.with("semel.consumer." + estate.name + "." + key, value));
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).to("intent:to-" + estate.name);
          }
        });
  }

  private void send(String key) throws JMSException {
    try (var factory = broker.plainFactory();
        JMSContext context = factory.createContext(USER, PASSWORD)) {
      TextMessage message = context.createTextMessage("body");
      message.setStringProperty("key", key);
      context.createProducer().send(context.createQueue(estate.name), message);
    }
  }

  private static Settings read(Map<String, String> properties) {
    return Settings.read(
        WildFlyConfig.of(properties),
        new ConfiguredNames(Set.of("orders"), Set.of()),
        new IdentitySpec(text -> message -> Identification.of(Optional.of(text), "simple")));
  }

  /** Knows one user, unless it is told to know none. */
  private static final class Guard implements ActiveMQSecurityManager {
    private volatile boolean refusing;

    @Override
    public boolean validateUser(String user, String password) {
      return !refusing && USER.equals(user) && PASSWORD.equals(password);
    }

    @Override
    public boolean validateUserAndRole(
        String user, String password, Set<Role> roles, CheckType checkType) {
      return validateUser(user, password);
    }
  }
}
