// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.operations.node.ConsumerStatus;
import org.semel.operations.node.ConsumerStatus.ConsumerState.AwaitingProof;
import org.semel.small.Jms;

/** A consumer gets another name: what took effect under the old one is not forgotten by mistake. */
class RenamedConsumerTest {

  private static final Map<String, String> VERSIONS =
      Map.of("strategy", "version", "aggregate", "property:key", "version", "property:version");

  private final String minted = Instant.now().toString();
  private final AtomicInteger effects = new AtomicInteger();
  private final String old = "old-" + UUID.randomUUID();
  private final String renamed = "new-" + UUID.randomUUID();
  private SmallEstate estate = new SmallEstate();
  private String queue = estate.name;

  @AfterEach
  void stop() {
    estate.close();
    if (estate.server.postgres().gids().contains(old)) {
      estate.server.postgres().execute("ROLLBACK PREPARED '" + old + "'");
    }
  }

  @Test
  void aNewNameOnAQueueThatAnotherNameRemembersIsRefused() {
    takeEffectOnce(old, Map.of());
    assertThat(catchThrowable(() -> again(renamed, Map.of())))
        .hasMessageContaining("SEMEL-0434")
        .hasMessageContaining("semel.consumer." + renamed + ".formerly=" + old)
        .hasMessageContaining("formerly=none");
    assertThat(known(renamed)).as("nothing is registered by a refusal").isZero();
  }

  @Test
  void aQueueOfThatNameAtAnotherBrokerIsAnotherQueue() {
    takeEffectOnce(old, Map.of("broker", "warehouse"));
    again(renamed, Map.of("broker", "shop"));
    assertThat(known(renamed)).isOne();
  }

  @Test
  void aBrokerWithoutANameMayBeAnyBroker() {
    takeEffectOnce(old, Map.of("broker", "warehouse"));
    assertThat(catchThrowable(() -> again(renamed, Map.of())))
        .hasMessageContaining("SEMEL-0434")
        .hasMessageContaining("formerly=" + old);
  }

  @ParameterizedTest
  @CsvSource({
    "xa, strategy, claim",
    "ack-after-commit, strategy, claim",
    "store-first, strategy, claim",
    "xa, identity-time, cloudevent",
    "store-first, identity-time, cloudevent",
    "xa, identity, json:/key",
    "xa, strategy, version",
    "ack-after-commit, strategy, version"
  })
  void whatTookEffectUnderTheFormerNameTakesNoSecondEffect(
      String protocol, String key, String value) {
    Map<String, String> policy =
        value.equals("version")
            ? Map.of(key, value, "aggregate", "property:key", "version", "property:version")
            : Map.of(key, value);
    under(protocol, old);
    takeEffectOnce(old, policy);
    renew();
    under(protocol, renamed);
    estate.with(consumer(renamed, "formerly"), old);
    start(renamed, policy);
    send("1");
    send("2");
    await("the second message takes effect").until(() -> effects.get() == 2);
    await("the queue is empty").until(this::queueIsEmpty);
    renew(); // the answer stays, whether the policy still says it or not
    under(protocol, renamed);
    start(renamed, policy);
    send("1");
    send("2");
    send("3");
    await("the third message takes effect").until(() -> effects.get() == 3);
    await("the queue is empty").until(this::queueIsEmpty);
    assertThat(effects).hasValue(3);
  }

  @Test
  void namesThatShareAQueueSayThatTheyRememberEachForItself() {
    takeEffectOnce(old, Map.of());
    again(renamed, Map.of("formerly", "none"));
    send("1");
    await("it takes effect under this name, too").until(() -> effects.get() == 2);
    await("the queue is empty").until(this::queueIsEmpty);
    again(renamed, Map.of());
    again(old, Map.of());
  }

  @Test
  void theFormerNameDoesNotStartAgainUnlessItTakesTheMemoryBack() {
    takeEffectOnce(old, Map.of());
    again(renamed, Map.of("formerly", old));
    send("2");
    await("the second message takes effect").until(() -> effects.get() == 2);
    await("the queue is empty").until(this::queueIsEmpty);
    assertThat(catchThrowable(() -> again(old, Map.of())))
        .hasMessageContaining("SEMEL-0435")
        .hasMessageContaining(renamed)
        .hasMessageContaining("semel.consumer." + old + ".formerly=" + renamed);
    again(old, Map.of("formerly", renamed));
    send("1");
    send("2");
    send("3");
    await("the third message takes effect").until(() -> effects.get() == 3);
    await("the queue is empty").until(this::queueIsEmpty);
    assertThat(effects).hasValue(3);
    assertThat(catchThrowable(() -> again(renamed, Map.of()))).hasMessageContaining("SEMEL-0435");
  }

  @Test
  void anAggregateThatMovedUnderTheOtherNameIsTakenBackWhereItIs() {
    takeEffectOnce(old, VERSIONS);
    again(renamed, with(VERSIONS, "formerly", old));
    send("1", "2");
    await("the second version takes effect").until(() -> effects.get() == 2);
    await("the queue is empty").until(this::queueIsEmpty);
    again(old, with(VERSIONS, "formerly", renamed));
    send("1", "2");
    send("1", "3");
    await("the third version takes effect").until(() -> effects.get() == 3);
    await("the queue is empty").until(this::queueIsEmpty);
    assertThat(effects).hasValue(3);
  }

  /** As a server leaves it that dies between the two phases of its commit. */
  @Test
  void aVersionThatIsInDoubtUnderTheFormerNameTakesNoSecondEffect() {
    takeEffectOnce(old, VERSIONS);
    leaveInDoubt("UPDATE semel_version SET version = 2 WHERE consumer = '%s'");
    again(renamed, with(VERSIONS, "formerly", old));
    send("1", "2");
    await("its copy is handled, or the consumer waits").until(() -> queueIsEmpty() || waits());
    estate.server.postgres().execute("COMMIT PREPARED '" + old + "'");
    await("the queue is empty").until(this::queueIsEmpty);
    assertThat(effects).as("this node made the first one's only").hasValue(1);
  }

  /** What comes to wait under the former name is left behind there, and no one says so. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        INSERT INTO semel_held
          (aggregate, version, consumer, aggregate_key, key, fingerprint, headers, form, body, destination, message_id, deliveries)
        VALUES (gen_random_uuid(), 3, '%s', 'a', 'a|3', '', '{}', 'NONE', '', '', '', 1)
        """,
        """
        INSERT INTO semel_inbox (identity, consumer, key, headers, form, body, destination, message_id, deliveries, state)
        VALUES (gen_random_uuid(), '%s', '1', '{}', 'NONE', '', '', '', 1, 'RECEIVED')
        """
      })
  void aNameIsNotTakenOverBeforeItIsKnownWhetherMoreWaitsUnderIt(String row) {
    takeEffectOnce(old, VERSIONS);
    leaveInDoubt(row);
    again(renamed, with(VERSIONS, "formerly", old));
    send("2");
    await("the message is handled, or the consumer waits").until(() -> queueIsEmpty() || waits());
    assertThat(known(renamed)).as("the name is not taken over").isZero();
    estate.server.postgres().execute("ROLLBACK PREPARED '" + old + "'");
    await("the queue is empty").until(this::queueIsEmpty);
    assertThat(effects).hasValue(2);
  }

  private void leaveInDoubt(String change) {
    estate
        .server
        .postgres()
        .execute(
            "BEGIN; %s; PREPARE TRANSACTION '%s'".formatted(change.formatted(old).strip(), old));
  }

  private boolean waits() {
    return estate.engine().telemetry().consumers().statuses().stream()
        .map(ConsumerStatus::state)
        .anyMatch(state -> state instanceof AwaitingProof proof && proof.cause().isPresent());
  }

  private static Map<String, String> with(Map<String, String> policy, String key, String value) {
    Map<String, String> more = new HashMap<>(policy);
    more.put(key, value);
    return more;
  }

  @ParameterizedTest
  @CsvSource({
    "strategy, entity, identities in its own entities",
    "aggregate, json:/key, aggregate=json:/key instead of property:key"
  })
  void aMemoryThatCannotBeLookedUpUnderTheFormerNameIsNotGivenUp(
      String key, String value, String why) {
    Map<String, String> ordered =
        Map.of("aggregate", "property:key", "version", "property:version");
    takeEffectOnce(old, key.equals("strategy") ? Map.of(key, value) : ordered);
    Map<String, String> policy =
        key.equals("strategy")
            ? Map.of(key, value, "formerly", old)
            : Map.of(key, value, "version", "property:version", "formerly", old);
    assertThat(catchThrowable(() -> again(renamed, policy)))
        .hasMessageContaining("SEMEL-0434")
        .hasMessageContaining(why);
  }

  /** What it has sent on is known by keys of intents, which are made of its name. */
  @Test
  void aNameThatRemembersByItsIntentsAloneIsNotGivenUp() {
    Map<String, String> natural = Map.of("strategy", "natural");
    takeEffectOnce(old, natural);
    assertThat(catchThrowable(() -> again(renamed, natural)))
        .hasMessageContaining("SEMEL-0434")
        .hasMessageContaining("formerly=none");
    assertThat(catchThrowable(() -> again(renamed, with(natural, "formerly", old))))
        .hasMessageContaining("SEMEL-0434")
        .hasMessageContaining("keys of its intents");
    again(renamed, with(natural, "formerly", "none"));
  }

  @Test
  void aFormerNameThatNobodyRegisteredIsRefused() {
    assertThat(catchThrowable(() -> again(renamed, Map.of("formerly", "ordres"))))
        .hasMessageContaining("SEMEL-0434")
        .hasMessageContaining("ordres");
  }

  @Test
  void aFormerNameIsRefusedWhileItsOwnFormerMemoryIsLookedUp() {
    takeEffectOnce(old, Map.of());
    again(renamed, Map.of("formerly", old));
    String third = "third-" + UUID.randomUUID();
    assertThat(catchThrowable(() -> again(third, Map.of("formerly", renamed))))
        .hasMessageContaining("SEMEL-0434")
        .hasMessageContaining("is looked up until");
  }

  @Test
  void whatWaitsUnderTheFormerNameIsNotLeftBehind() {
    takeEffectOnce(old, Map.of());
    estate
        .server
        .postgres()
        .execute(
            """
            INSERT INTO semel_inbox (identity, consumer, key, headers, form, body, destination, message_id, deliveries, state)
            VALUES (gen_random_uuid(), '%s', '1', '{}', 'NONE', '', '', '', 1, 'FAILED_RETRYABLE')
            """
                .formatted(old));
    assertThat(catchThrowable(() -> again(renamed, Map.of("formerly", old))))
        .hasMessageContaining("SEMEL-0431")
        .hasMessageContaining("1 stored messages of consumer " + old);
  }

  @Test
  void whatTheFormerNameKnowsIsKeptForAsLongAsTheNewOneNeedsIt() {
    takeEffectOnce(old, Map.of());
    again(renamed, Map.of("formerly", old, "remember", "90d"));
    assertThat(
            estate
                .server
                .postgres()
                .number(
                    "SELECT count(*) FROM semel_retention WHERE owner = ? AND kept = 'CLAIM' AND age = interval '90 days'",
                    old))
        .isEqualTo(1);
  }

  private void takeEffectOnce(String name, Map<String, String> policy) {
    start(name, policy);
    send("1");
    await("the first message takes effect").until(() -> effects.get() == 1);
    await("the queue is empty").until(this::queueIsEmpty);
  }

  /** Another start over the same queue. */
  private void again(String name, Map<String, String> policy) {
    renew();
    start(name, policy);
  }

  private void under(String protocol, String name) {
    estate.with(consumer(name, "protocol"), protocol);
    if (!protocol.equals("xa")) {
      estate.with(consumer(name, "connection-factory"), SmallEstate.PLAIN);
    }
  }

  private void renew() {
    estate.close();
    estate = new SmallEstate();
  }

  private void start(String name, Map<String, String> policy) {
    estate.with(consumer(name, "queue"), queue);
    estate.with(consumer(name, "identity"), "property:key");
    policy.forEach((key, value) -> estate.with(consumer(name, key), value));
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + name).process(exchange -> effects.incrementAndGet());
          }
        });
  }

  private void send(String key) {
    send(key, "1");
  }

  private void send(String key, String version) {
    Jms.send(
        estate.server.broker(),
        queue,
        context -> {
          var message = context.createTextMessage("{\"key\":\"" + key + "\"}");
          message.setStringProperty("key", key);
          message.setStringProperty("version", version);
          message.setStringProperty("ce_id", key);
          message.setStringProperty("ce_time", minted);
          return message;
        });
  }

  private boolean queueIsEmpty() {
    return estate.server.broker().messages(queue) == 0;
  }

  private long known(String name) {
    return estate
        .server
        .postgres()
        .number("SELECT count(*) FROM semel_consumer WHERE name = ?", name);
  }

  private static String consumer(String name, String key) {
    return "semel.consumer." + name + "." + key;
  }
}
