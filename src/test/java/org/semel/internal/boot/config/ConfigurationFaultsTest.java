// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.SemelException;
import org.semel.internal.boot.WildFlyConfig;
import org.semel.internal.edge.jms.Login;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.identity.Identification;
import org.semel.internal.engine.receive.identity.IdentitySpec;

/** What is written is what holds; what cannot be read is a fault, never the default. */
class ConfigurationFaultsTest {

  private static final String ORDER = "simple:${header.order}";

  @ParameterizedTest
  @ValueSource(strings = {ORDER, "simple:\\${header.order}"})
  void aRuleInCamelsLanguageIsTakenAsItIsWritten(String written) {
    ConsumerSettings orders = orders(Map.of("semel.consumer.orders.identity", written));
    assertThat(orders.policy().reading().identity()).isEqualTo(ORDER);
    assertThat(orders.policy().reading().fingerprint()).isEqualTo(FingerprintProfile.EXACT);
  }

  @Test
  void aPartOfARuleInCamelsLanguageIsTakenAsItIsWrittenToo() {
    String rule = "composite:property:tenant,simple:${header.order}";
    ConsumerSettings orders =
        orders(Map.of("semel.consumer.orders.identity", rule, "header.order", "7"));
    assertThat(orders.policy().reading().identity()).isEqualTo(rule);
  }

  @ParameterizedTest
  @CsvSource({
    "semel.consumer.orders.remember, ${NOT_SET}",
    "semel.consumer.orders.queue, ${not.set}",
    "semel.consumer.orders.queue, prefix.${not.set}.suffix",
    "semel.consumer.orders.identity, ${not.set}",
    "semel.consumer.orders.identity, property:${not.set}",
    "semel.consumer.orders.headers, ${not.set}",
    "semel.consumer.orders.dead-letter-address, ${not.set}",
    "semel.consumer-defaults.workers, ${not.set}",
    "semel.destination.mail.keys, ${not.set}",
    "semel.destination-defaults.batch, ${not.set}",
    "semel.consumer.orders.accept-change, ${not.set}",
    "semel.application, ${not.set}",
    "semel.routes, ${not.set}",
    "semel.lock-timeout, ${loop}",
    "semel.application, x${y",
    "semel.application, ${not.set:${y}",
    "semel.lock-timeout, ${no-such-handler::secret}"
  })
  void whatCannotBeExpandedIsAFaultThatNamesKeyTextAndRemedy(String key, String raw) {
    assertThatThrownBy(() -> read(Map.of(key, raw, "loop", "${loop}")))
        .isInstanceOf(PolicyInvalid.class)
        .hasMessageContaining("SEMEL-0101")
        .hasMessageContaining("1 faults")
        .hasMessageContaining(key + " = " + raw + ": ")
        .hasMessageContaining("cannot be expanded")
        .hasMessageContaining("give it a value or a default");
  }

  /** A provider may have rules of its own for dollars: SmallRye makes one of two. */
  @ParameterizedTest
  @ValueSource(strings = {"pa$$word", "x${y", "a$b", "${", "}${"})
  void aPasswordWithoutAnExpressionIsTakenAsItIsWritten(String password) {
    ConsumerSettings orders =
        orders(
            Map.of(
                "semel.consumer.orders.user", "ann", "semel.consumer.orders.password", password));
    assertThat(orders.joining().login()).contains(new Login("ann", password));
  }

  @Test
  void noKeyIsReadForTheFirstTimeWhenItsTimeHasCome() {
    Map<String, String> unreadable = new HashMap<>();
    SemelSettings.TABLE.all().forEach(key -> unreadable.put("semel." + key.name(), "${not.set}"));
    ConsumerKeys.TABLE
        .all()
        .forEach(key -> unreadable.put("semel.consumer.orders." + key.name(), "${not.set}"));
    DestinationKeys.TABLE
        .all()
        .forEach(key -> unreadable.put("semel.destination.mail." + key.name(), "${not.set}"));
    assertThat(catchThrowable(() -> read(unreadable)))
        .isInstanceOf(PolicyInvalid.class)
        .message()
        .contains(unreadable.keySet().stream().map(key -> key + " = ").toList());
  }

  @Test
  void whatCanBeExpandedIs() {
    ConsumerSettings orders =
        orders(
            Map.of(
                "semel.consumer.orders.workers", "${my.workers}",
                "semel.consumer.orders.remember", "${my.memory:40d}",
                "semel.consumer.orders.dead-letter-address", "${my.letters:}",
                "my.workers", "7"));
    assertThat(orders.policy().concurrency().workers()).isEqualTo(7);
    assertThat(orders.claims().remember()).isEqualTo(Duration.ofDays(40));
    assertThat(orders.keys().deadLetterAddress()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"${my.letters}", "${my.own}", "${my.letters}${my.own}"})
  void anExpressionThatExpandsToNothingSaysNothing(String expression) {
    ConsumerSettings orders =
        orders(
            Map.of(
                "semel.consumer-defaults.dead-letter-address", "DLQ",
                "semel.consumer.orders.dead-letter-address", expression,
                "my.own", "${my.letters}",
                "my.letters", ""));
    assertThat(orders.keys().deadLetterAddress()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"${my.letters}${not.set}", "${my.own}"})
  void anExpressionOfWhichAPartCannotBeExpandedIsAFaultThoughTheRestIsNothing(String expression) {
    assertThatThrownBy(
            () ->
                orders(
                    Map.of(
                        "semel.consumer.orders.dead-letter-address", expression,
                        "my.own", "${not.set}",
                        "my.letters", "")))
        .hasMessageContaining("1 faults")
        .hasMessageContaining("cannot be expanded");
  }

  @ParameterizedTest
  @CsvSource({
    "semel.consumer.orders.workers, ''",
    "semel.consumer.orders.identity, '  '",
    "semel.consumer-defaults.connection-factory, ''",
    "semel.destination.mail.keys, ''",
    "semel.destination.mail.keys, ${nothing:}",
    "semel.destination.mail.keys, ${my.nothing}",
    "semel.probe-queue, ''"
  })
  void aKeyThatSaysNothingIsAFault(String key, String nothing) {
    assertThatThrownBy(() -> read(Map.of(key, nothing, "my.nothing", "")))
        .hasMessageContaining("1 faults")
        .hasMessageContaining(key + " = ")
        .hasMessageContaining("says nothing; leave it out for the default");
  }

  /** Each is one error of typing away from a name that is meant. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "semel.consumer.orders..remember",
        "semel.consumer..orders.remember",
        "semel.consumer..remember",
        "semel.consumer.a..b.remember",
        "semel.consumer.my orders.remember",
        "semel.consumer. .remember",
        "semel.consumer.orders .remember",
        "semel.destination.mail..evidence",
        "semel.destination..mail.evidence",
        "semel.destination..evidence",
        "semel.role.ops..grants"
      })
  void aNameOfWhichAPartIsMissingIsAFault(String key) {
    assertThatThrownBy(() -> read(Map.of(key, "90d")))
        .hasMessageContaining("1 faults")
        .hasMessageContaining(key + ": there is no such key");
  }

  @Test
  void aListThatSaysNothingIsEmpty() {
    ConsumerSettings orders =
        orders(
            Map.of(
                "semel.consumer.orders.headers", "",
                "semel.consumer.orders.outages", "",
                "semel.consumer-defaults.retry-terminal", ""));
    assertThat(orders.policy().reading().headers().admits("traceparent")).isFalse();
    assertThat(orders.policy().attemptLimits().outages().kinds()).isEmpty();
  }

  @Test
  void aConsumersOwnWordForNothingGoesBeforeThatForAll() {
    ConsumerSettings orders =
        orders(
            Map.of(
                "semel.consumer-defaults.dead-letter-address", "DLQ",
                "semel.consumer.orders.dead-letter-address", ""));
    assertThat(orders.keys().deadLetterAddress()).isEmpty();
  }

  @Test
  void aFaultIsToldOnceHoweverManyReadItsKey() {
    assertThatThrownBy(
            () ->
                Settings.read(
                    WildFlyConfig.of(
                        Map.of(
                            "semel.consumer-defaults.protocol", "by-magic",
                            "semel.destination-defaults.keys", "")),
                    new ConfiguredNames(Set.of("orders", "returns"), Set.of("mail", "letters")),
                    rules()))
        .hasMessageContaining("2 faults");
  }

  @Test
  void aFaultInWhatHoldsForAllIsToldThoughNobodyUsesItYet() {
    assertThatThrownBy(
            () ->
                Settings.read(
                    WildFlyConfig.of(
                        Map.of(
                            "semel.consumer-defaults.workers", "${not.set}",
                            "semel.destination-defaults.poll", "soon")),
                    new ConfiguredNames(Set.of(), Set.of()),
                    rules()))
        .hasMessageContaining("2 faults");
  }

  @Test
  void aConsumerThatComesLateDoesNotStartOnADefaultInsteadOfWhatIsWritten() {
    Settings settings = read(Map.of("semel.consumer-defaults.strategy", "version"), Set.of());
    assertThatThrownBy(() -> settings.consumer("late"))
        .isInstanceOf(PolicyInvalid.class)
        .hasMessageContaining("strategy");
  }

  /** A misspelt role or name would lock a team out, or let it in where nobody meant to. */
  @Test
  void aRoleThatGivesOrCoversNothingIsAFault() {
    assertThatThrownBy(() -> read(Map.of("semel.role.team.grants", "semel-operator")))
        .hasMessageContaining("1 fault")
        .hasMessageContaining("the role covers nothing");
    assertThatThrownBy(() -> read(Map.of("semel.role.team.consumers", "orders")))
        .hasMessageContaining("1 fault")
        .hasMessageContaining("must be some of semel-viewer");
    for (String grants :
        List.of("operator", "semel-operator, semel-root", "semel-viewer semel-admin")) {
      assertThatThrownBy(
              () ->
                  read(
                      Map.of(
                          "semel.role.team.grants", grants, "semel.role.team.consumers", "orders")))
          .hasMessageContaining("must be some of semel-viewer");
    }
    for (String name : List.of("or*ders", "*rs", "orders**", "orders team", "orders;*")) {
      assertThatThrownBy(
              () ->
                  read(
                      Map.of(
                          "semel.role.team.grants",
                          "semel-viewer",
                          "semel.role.team.consumers",
                          name)))
          .as(name)
          .hasMessageContaining("semel.role.team.consumers");
    }
    assertThatThrownBy(
            () ->
                read(
                    Map.of(
                        "semel.role.semel-viewer.grants", "semel-viewer",
                        "semel.role.semel-viewer.consumers", "orders")))
        .hasMessageContaining("the role semel-viewer is Semel's own");
  }

  @Test
  void aMisspeltKeyIsAFault() {
    assertThatThrownBy(
            () ->
                read(
                    Map.of(
                        "semel.consumer.orders.atempts", "3",
                        "semel.consumers.orders.attempts", "3",
                        "semel.look-timeout", "2s")))
        .hasMessageContaining("3 faults")
        .hasMessageContaining("semel.consumer.orders.atempts: there is no such key");
  }

  @Test
  void aRouteIsNotGivenWhatCannotBeExpanded() {
    ConfigProperties properties =
        new ConfigProperties(
            WildFlyConfig.of(
                Map.of(
                    "my.url", "http://${my.host}/x",
                    "my.greeting", "Hello \\${header.name}",
                    "my.nothing", "")));
    assertThat(properties.getProperty("my.other")).isNull();
    assertThat(properties.getProperty("my.nothing")).isEmpty();
    assertThat(properties.getProperty("my.greeting")).isEqualTo("Hello ${header.name}");
    assertThatThrownBy(() -> properties.getProperty("my.url"))
        .isInstanceOf(SemelException.class)
        .hasMessageContaining("SEMEL-0101")
        .hasMessageContaining("my.url")
        .hasMessageContaining("cannot be expanded");
  }

  @Test
  void whatOthersAreToReadIsNotOurs() {
    assertThatCode(() -> read(Map.of("my.url", "http://${my.host}/x", "semel.server.x", "")))
        .doesNotThrowAnyException();
  }

  private static ConsumerSettings orders(Map<String, String> properties) {
    return read(properties).consumer("orders");
  }

  private static Settings read(Map<String, String> properties) {
    return read(properties, Set.of("orders"));
  }

  private static Settings read(Map<String, String> properties, Set<String> consumers) {
    return Settings.read(
        WildFlyConfig.of(properties), new ConfiguredNames(consumers, Set.of("mail")), rules());
  }

  private static IdentitySpec rules() {
    return new IdentitySpec(
        text -> message -> Identification.of(Optional.of(text), "simple expression"));
  }
}
