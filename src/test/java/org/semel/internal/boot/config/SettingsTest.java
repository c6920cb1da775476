// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.boot.WildFlyConfig;
import org.semel.internal.boot.config.key.ConfigKey;
import org.semel.internal.boot.config.key.ValueType;
import org.semel.internal.desk.web.GrantedRole;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.internal.desk.web.rest.call.Scope;
import org.semel.internal.engine.keep.RetainedKind;
import org.semel.internal.engine.keep.RetentionRule;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.identity.Identification;
import org.semel.internal.engine.receive.identity.IdentitySpec;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.send.relay.DestinationPolicy;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract.Keys;

class SettingsTest {

  @Test
  void withoutAWordEverythingHasItsDefault() {
    Settings settings = read(Map.of());
    ConsumerPolicy policy = settings.consumer("orders").policy();
    assertThat(policy.feed().destination()).isEqualTo("orders");
    assertThat(policy.reading().identity()).isEqualTo("cloudevent");
    assertThat(policy.reading().fingerprint()).isEqualTo(FingerprintProfile.CLOUDEVENT);
    assertThat(policy.reading().limits().bodyBytes()).isEqualTo(32 << 20);
    assertThat(policy.concurrency().transactionTimeout()).isEqualTo(Duration.ofSeconds(60));
    assertThat(policy.attemptLimits().attempts()).isEqualTo(5);
    DestinationPolicy mail = settings.destination("mail");
    assertThat(mail.contract().keys()).isEqualTo(Keys.IGNORED);
    assertThat(mail.retry().backoff().most()).isEqualTo(Duration.ofMinutes(10));
    assertThat(settings.semel().dataSource()).isEqualTo("jdbc/semel");
  }

  @Test
  void aConsumersOwnWordGoesBeforeThatForAll() {
    Settings settings =
        read(
            Map.of(
                "semel.consumer-defaults.workers", "7",
                "semel.consumer-defaults.attempts", "9",
                "semel.consumer.orders.workers", "3"));
    assertThat(settings.consumer("orders").policy().concurrency().workers()).isEqualTo(3);
    assertThat(settings.consumer("orders").policy().attemptLimits().attempts()).isEqualTo(9);
    assertThat(settings.consumer("other").policy().concurrency().workers()).isEqualTo(7);
  }

  @Test
  void aFingerprintFollowsTheIdentityUnlessItIsNamed() {
    assertThat(profile(Map.of("semel.consumer.orders.identity", "property:id")))
        .isEqualTo(FingerprintProfile.EXACT);
    assertThat(profile(Map.of("semel.consumer.orders.fingerprint", "json")))
        .isEqualTo(FingerprintProfile.JSON);
  }

  @Test
  void whatIsStoredFirstIsNotReplayedWithoutItsIntents() {
    assertThatThrownBy(
            () ->
                read(
                    Map.of(
                        "semel.consumer.orders.protocol", "store-first",
                        "semel.consumer.orders.replay", "without-intents")))
        .hasMessageContaining("semel.consumer.orders.replay")
        .hasMessageContaining("store-first");
  }

  @Test
  void allFaultsAreToldAtOnceWithKeyValueRangeAndDefault() {
    assertThatThrownBy(
            () ->
                read(
                    Map.of(
                        "semel.consumer.orders.workers", "0",
                        "semel.consumer.orders.identity", "header:orderId",
                        "semel.consumer.orders.transaction-timeout", "soon",
                        "semel.consumer-defaults.max-body", "3",
                        "semel.destination.mail.keys", "maybe",
                        "semel.consumer.orders.worker", "3",
                        "semel.lock-timeout", "1h")))
        .isInstanceOf(PolicyInvalid.class)
        .hasMessageContaining("SEMEL-0101")
        .hasMessageContaining("7 faults")
        .hasMessageContaining("semel.consumer.orders.workers = 0: must be 1 to 64 (default: 4)")
        .hasMessageContaining("semel.consumer.orders.identity = header:orderId")
        .hasMessageContaining(
            "semel.consumer.orders.transaction-timeout = soon: must be 2s to 1h (default: 60s)")
        .hasMessageContaining(
            "semel.consumer-defaults.max-body = 3: must be 1KiB to 512MiB (default: 32MiB)")
        .hasMessageContaining(
            "semel.destination.mail.keys = maybe: must be one of honoured, ignored (default:"
                + " ignored)")
        .hasMessageContaining("semel.consumer.orders.worker: there is no such key")
        .hasMessageContaining("semel.lock-timeout = 1h: must be 10ms to 10m (default: 2s)");
  }

  @ParameterizedTest
  @CsvSource({
    "semel.consumer.orders.receive-wait, 31s, semel.consumer.orders.receive-wait",
    "semel.consumer.orders.deliveries, 5, more than attempts",
    "semel.consumer.orders.outage-backoff-first, 20s, at least outage-backoff-first",
    "semel.destination.mail.backoff-first, 30m, at least backoff-first",
    "semel.destination.mail.order-by, orderId, 'must be none, or header: and a name'",
    "semel.destination.mail.rate, 0/s, 'must be none, or 1 to 100000 per s, m or h'",
    "semel.consumer.orders.identity, simple:, names no identity rule",
    "semel.consumer.orders.remember, 6d, forget identities while their messages can come back",
    "semel.consumer.orders.identity-time, sometimes, must be one of none",
    "semel.consumer.orders.replay-horizon, 30d, forget identities while their messages can come"
        + " back"
  })
  void whatLiesBetweenKeysIsCheckedToo(String key, String value, String told) {
    assertThatThrownBy(() -> read(Map.of(key, value))).hasMessageContaining(told);
  }

  @Test
  void aKeyThatIsForgottenWhileItsIntentMayBeSentAgainIsRefused() {
    Map<String, String> honoured = Map.of("semel.destination.mail.keys", "honoured");
    assertThat(read(honoured).destination("mail").retryHorizon())
        .isEqualTo(Duration.ofSeconds(511 + 10 * 5 * 60));
    assertThatThrownBy(
            () ->
                read(
                    Map.of(
                        "semel.destination.mail.keys", "honoured",
                        "semel.destination.mail.key-life", "1h",
                        "semel.destination.mail.replay-horizon", "50m",
                        "semel.consumer.orders.workers", "0")))
        .hasMessageContaining("2 faults")
        .hasMessageContaining("semel.destination.mail.key-life = 1h: SEMEL-0511")
        .hasMessageContaining("the retry plan can take 3511 s, and replay-horizon is 3000 s");
    assertThat(read(Map.of("semel.destination.mail.key-life", "1s")))
        .as("a provider that ignores keys forgets nothing")
        .isNotNull();
  }

  @ParameterizedTest
  @CsvSource({"50/s, 50, 1000", "30/m, 30, 60000", "1 / h, 1, 3600000"})
  void aRateHasAUnit(String text, int most, long millis) {
    assertThat(ValueType.rate().parser().apply(text))
        .contains(new DestinationPolicy.Rate(most, Duration.ofMillis(millis)));
  }

  @ParameterizedTest
  @CsvSource({"500ms, 500", "2s, 2000", "3m, 180000", "1h, 3600000", "1 s, 1000"})
  void durationsHaveUnits(String text, long millis) {
    assertThat(ValueType.duration("1ms", "1d").parser().apply(text).toMillis()).isEqualTo(millis);
  }

  @ParameterizedTest
  @CsvSource({"1024, 1024", "1KiB, 1024", "2mib, 2097152", "7B, 7"})
  void sizesHaveUnits(String text, int bytes) {
    assertThat(ValueType.bytes("1B", "1GiB").parser().apply(text)).isEqualTo(bytes);
  }

  @Test
  void theDefaultOfEveryKeyIsItselfValid() {
    for (var keys :
        java.util.List.of(
            ConsumerKeys.TABLE.all(), DestinationKeys.TABLE.all(), SemelSettings.TABLE.all())) {
      for (ConfigKey<?> key : keys) {
        assertThat(key.values().parser().apply(key.fallback())).as(key.name()).isNotNull();
      }
    }
  }

  @Test
  void aPolicyThatForgetsEarlierThanMessagesComeBackNamesAllThatItWeighed() {
    assertThatThrownBy(
            () ->
                read(
                    Map.of(
                        "semel.consumer.orders.remember", "2d",
                        "semel.consumer.orders.replay-horizon", "47h",
                        "semel.consumer.orders.deliveries", "90")))
        .hasMessageContaining("SEMEL-0101")
        .hasMessageContaining(
            "semel.consumer.orders.remember = 2d: would forget identities while their messages can"
                + " come back: replay-horizon (47h) and redeliveries (deliveries times"
                + " transaction-timeout: 90m) are longer (default: 30d)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"natural", "entity"})
  void whereOnlyIntentsRememberTheyDoForAsLongAsMessagesCanComeBack(String strategy) {
    RetentionRule relied = RetentionRule.relyingOnIntents("orders", Duration.ofHours(7 * 24 + 5));
    assertThat(read(Map.of("semel.consumer.orders.strategy", strategy)).retention())
        .contains(relied);
    assertThat(read(Map.of()).retention())
        .as("an identity that is remembered absorbs what comes again")
        .doesNotContain(relied);
  }

  @Test
  void anAggregateIsRememberedForAsLongAsItsMessagesCanComeBack() {
    assertThatThrownBy(() -> read(ordered("aggregate-retention", "7d")))
        .hasMessageContaining(
            "semel.consumer.orders.aggregate-retention = 7d: would forget aggregates while their"
                + " messages can come back: replay-horizon (7d) and redeliveries (deliveries times"
                + " transaction-timeout: 5h) are longer");
    Map<String, String> kept = ordered("aggregate-retention", "8d");
    kept.put("semel.consumer.orders.keep-body", "true");
    assertThatThrownBy(() -> read(kept)).hasMessageContaining("must be at least remember (30d)");
    assertThatThrownBy(() -> read(Map.of("semel.consumer.orders.aggregate-retention", "8d")))
        .hasMessageContaining("aggregate-retention = 8d: needs aggregate");
  }

  @Test
  void anAggregateIsKeptForGoodUnlessThePolicySaysOtherwise() {
    assertThat(read(ordered("aggregate-retention", "never")).retention())
        .contains(new RetentionRule(RetainedKind.AGGREGATE, "orders", RetentionRule.FOR_GOOD));
    assertThat(read(ordered("aggregate-retention", "90d")).retention())
        .contains(new RetentionRule(RetainedKind.AGGREGATE, "orders", Duration.ofDays(90)));
  }

  private static Map<String, String> ordered(String key, String value) {
    return new HashMap<>(
        Map.of(
            "semel.consumer.orders.strategy",
            "version",
            "semel.consumer.orders.aggregate",
            "json:/order",
            "semel.consumer.orders.version",
            "json:/version",
            "semel.consumer.orders." + key,
            value));
  }

  @Test
  void whatPartitionsOfADayCannotHoldIsTold() {
    assertThatThrownBy(
            () ->
                read(
                    Map.of(
                        "semel.consumer.orders.strategy", "window",
                        "semel.consumer.orders.identity-time", "ulid",
                        "semel.consumer.orders.remember", "32d")))
        .hasMessageContaining("1 fault")
        .hasMessageContaining("semel.consumer.orders.remember = 32d: must be no more than 31d");
  }

  @Test
  void aWindowOfMessagesWithoutATimeIsRefusedAndTheRemedyNamed() {
    assertThatThrownBy(() -> read(Map.of("semel.consumer.orders.strategy", "window")))
        .hasMessageContaining("1 fault")
        .hasMessageContaining("semel.consumer.orders.strategy = window: needs identity-time")
        .hasMessageContaining("use claim with a short remember");
  }

  @Test
  void whereClaimsLieInPartitionsTheirDaysAreKeptAsLong() {
    assertThat(read(Map.of("semel.consumer.orders.identity-time", "ulid")).retention())
        .contains(new RetentionRule(RetainedKind.WINDOW, "orders", Duration.ofDays(30)));
  }

  @Test
  void rowsAreKeptAsLongAsTheirOwnerSays() {
    Settings settings =
        read(
            Map.of(
                "semel.consumer.orders.remember", "90d",
                "semel.destination-defaults.evidence", "400d",
                "semel.audit-retention", "500d"));
    assertThat(settings.retention())
        .containsExactlyInAnyOrder(
            new RetentionRule(RetainedKind.CLAIM, "orders", Duration.ofDays(90)),
            new RetentionRule(RetainedKind.DUPLICATE, "orders", Duration.ofDays(90)),
            new RetentionRule(RetainedKind.EFFECT, "orders", Duration.ofDays(90)),
            new RetentionRule(RetainedKind.ATTEMPT, "orders", Duration.ofDays(90)),
            new RetentionRule(RetainedKind.BODY, "orders", Duration.ofDays(90)),
            new RetentionRule(RetainedKind.PARKED, "orders", Duration.ofDays(90)),
            new RetentionRule(RetainedKind.STORED, "orders", Duration.ofDays(90)),
            new RetentionRule(RetainedKind.INTENT, "mail", Duration.ofDays(400)),
            new RetentionRule(RetainedKind.PLAN_ITEM, "orders", Duration.ofDays(500)),
            new RetentionRule(RetainedKind.PLAN, "orders", Duration.ofDays(500)),
            new RetentionRule(RetainedKind.PLAN_ITEM, "intent:mail", Duration.ofDays(500)),
            new RetentionRule(RetainedKind.PLAN, "intent:mail", Duration.ofDays(500)),
            new RetentionRule(RetainedKind.AUDIT, "semel", Duration.ofDays(500)),
            new RetentionRule(RetainedKind.REQUEST, "semel", Duration.ofDays(1)));
  }

  @Test
  void bodiesAndNotesCanBeKeptForAShorterTimeThanIdentities() {
    assertThat(
            read(Map.of(
                    "semel.consumer-defaults.body-retention", "2d",
                    "semel.consumer.orders.parked-retention", "7d",
                    "semel.consumer.orders.stored-retention", "1d",
                    "semel.consumer.orders.trace-retention", "12h"))
                .retention())
        .contains(
            new RetentionRule(RetainedKind.CLAIM, "orders", Duration.ofDays(30)),
            new RetentionRule(RetainedKind.ATTEMPT, "orders", Duration.ofDays(30)),
            new RetentionRule(RetainedKind.BODY, "orders", Duration.ofDays(2)),
            new RetentionRule(RetainedKind.PARKED, "orders", Duration.ofDays(7)),
            new RetentionRule(RetainedKind.STORED, "orders", Duration.ofDays(1)),
            new RetentionRule(RetainedKind.DUPLICATE, "orders", Duration.ofHours(12)),
            new RetentionRule(RetainedKind.EFFECT, "orders", Duration.ofHours(12)));
  }

  @Test
  void aMessageIsKeptForReplayNoLongerThanItsIdentityIsKnown() {
    assertThatThrownBy(() -> read(Map.of("semel.consumer.orders.body-retention", "31d")))
        .hasMessageContaining(
            "semel.consumer.orders.body-retention = 31d: must be no more than remember (30d)");
  }

  @Test
  void whatAloneTellsThatAMessageWasStoredIsKeptForAsLongAsItCanComeBack() {
    assertThatThrownBy(
            () ->
                read(
                    Map.of(
                        "semel.consumer.orders.strategy", "natural",
                        "semel.consumer.orders.stored-retention", "1d")))
        .hasMessageContaining(
            "semel.consumer.orders.stored-retention = 1d: would forget identities while their");
  }

  @ParameterizedTest
  @CsvSource({
    "xa, retry-terminal, java.lang.IllegalStateException",
    "xa, retry-again, java.lang.IllegalStateException",
    "ack-after-commit, retry-budget, 20",
    "ack-after-commit, retry-budget-least, 5",
    "xa, retry-backoff-first, 2s",
    "xa, retry-backoff-most, 20m"
  })
  void whatAProtocolDoesNotObeyIsRefusedWithIt(String protocol, String key, String value) {
    Map<String, String> policy =
        Map.of("semel.consumer.orders.protocol", protocol, "semel.consumer.orders." + key, value);
    assertThatThrownBy(() -> read(policy))
        .hasMessageContaining("semel.consumer.orders." + key + " = " + value)
        .hasMessageContaining("protocol=store-first");
    assertThat(read(Map.of("semel.consumer-defaults." + key, value)))
        .as("for all: those that store first obey it")
        .isNotNull();
  }

  @Test
  void whatTheConfigurationOnlySpeaksOfIsAnotherApplicationsAndHasItsRules() {
    Settings settings =
        read(
            Map.of(
                "semel.consumer.phantom.workers", "64", "semel.destination.other.evidence", "1h"));
    assertThat(settings.retention())
        .extracting(RetentionRule::owner)
        .doesNotContain("phantom", "other");
    assertThat(settings.workers()).isEqualTo(read(Map.of()).workers());
  }

  @Test
  void whoOnlyLooksANameUpHasNoWordOnItsRows() {
    Settings settings = read(Map.of("semel.consumer-defaults.workers", "64"));
    int workers = settings.workers();
    settings.consumer("looked-up");
    settings.destination("looked-up-too");
    assertThat(settings.retention())
        .extracting(RetentionRule::owner)
        .doesNotContain("looked-up", "looked-up-too");
    assertThat(settings.workers()).isEqualTo(workers);
  }

  @Test
  void aConsumerAndADestinationOfOneNameAreNotTheSame() {
    Settings settings =
        read(
            Map.of(
                "semel.destination.orders.evidence", "1h", "semel.consumer.mail.remember", "40d"));
    assertThat(settings.retention())
        .extracting(rule -> rule.kept() + " " + rule.owner())
        .contains("CLAIM orders", "INTENT mail")
        .doesNotContain("INTENT orders", "CLAIM mail");
  }

  @Test
  void whatAnotherApplicationTransfersTakesNoPreparedTransactionHere() {
    assertThat(read(Map.of("semel.destination.other.transfer", "xa")).workers())
        .isEqualTo(read(Map.of()).workers());
  }

  @Test
  void whatOperatorsDidIsKeptForAYearAndMoreOrForGood() {
    assertThat(read(Map.of()).retention())
        .contains(new RetentionRule(RetainedKind.AUDIT, "semel", Duration.ofDays(400)));
    assertThat(read(Map.of("semel.audit-retention", "never")).retention())
        .contains(
            new RetentionRule(RetainedKind.AUDIT, "semel", RetentionRule.FOR_GOOD),
            new RetentionRule(RetainedKind.PLAN, "orders", RetentionRule.FOR_GOOD));
    assertThatThrownBy(() -> read(Map.of("semel.audit-retention", "29d")))
        .hasMessageContaining("audit-retention");
  }

  @Test
  void aRoleOfTheApplicationIsGivenRolesForAPartOfTheEstate() {
    assertThat(read(Map.of()).roles()).isEmpty();
    assertThat(
            read(Map.of(
                    "semel.role.orders-team.grants", "semel-operator, semel-payload",
                    "semel.role.orders-team.consumers", "orders*,returns",
                    "semel.role.mail.team.grants", "semel-viewer",
                    "semel.role.mail.team.destinations", "*"))
                .roles())
        .containsExactlyInAnyOrder(
            new GrantedRole(
                "orders-team",
                Set.of(Role.OPERATOR, Role.PAYLOAD),
                new Scope.Named(Set.of("orders*", "returns"), Set.of())),
            new GrantedRole(
                "mail.team", Set.of(Role.VIEWER), new Scope.Named(Set.of(), Set.of("*"))));
  }

  private static FingerprintProfile profile(Map<String, String> properties) {
    return read(properties).consumer("orders").policy().reading().fingerprint();
  }

  /** Of an application that has registered what it uses. */
  private static Settings read(Map<String, String> properties) {
    Settings settings =
        Settings.read(
            WildFlyConfig.of(properties),
            new ConfiguredNames(Set.of("orders"), Set.of("mail")),
            new IdentitySpec(
                text -> message -> Identification.of(Optional.of(text), "simple expression")));
    settings.ownsConsumer("orders");
    settings.ownsDestination("mail");
    return settings;
  }
}
