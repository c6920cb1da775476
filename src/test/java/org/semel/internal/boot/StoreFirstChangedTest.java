// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.message.Identity;
import org.semel.operations.Operations;
import org.semel.operations.OperatorContext;
import org.semel.operations.ReleaseResult;
import org.semel.small.Jms;

/**
 * A policy that stores first is changed, while messages that were stored have not had their end.
 */
class StoreFirstChangedTest {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final OperatorContext ANN = new OperatorContext("ann", "it is mended");
  private static final Pattern WORD = Pattern.compile("accept-change=([0-9a-f]{8})");
  private static final Map<String, String> ORDERED =
      Map.of("aggregate", "property:aggregate", "version", "property:version");
  private static final Map<String, String> OTHERWISE =
      Map.of("identity", "composite:property:key,property:version");

  private final List<String> effects = new CopyOnWriteArrayList<>();
  private final List<String> sent = new CopyOnWriteArrayList<>();
  private final String name = "c-" + UUID.randomUUID();
  private final Operations operations =
      new StartedOperations(() -> this.estate.engine().operations());
  private volatile String failing = "none";
  private volatile boolean steps;
  private SmallEstate estate = new SmallEstate();
  private final String queue = estate.name;

  @AfterEach
  void stop() {
    estate.close();
  }

  /** Its stored row says that it was handed on, and knows nothing of its end elsewhere. */
  @ParameterizedTest
  @ValueSource(strings = {"xa", "ack-after-commit"})
  void whatWasHeldAndIsParkedUnderAnotherProtocolTakesEffectWhenItIsReleasedUnderThisOne(
      String other) {
    start("store-first", ORDERED);
    send("a2", "2");
    awaitThat("it is held", "semel_held", "true");
    awaitThat("it is handed on", "semel_inbox", "state = 'COMPLETED'");
    failing = "a2";
    again(other, with(ORDERED, "attempts", "1"));
    send("a1", "1");
    awaitThat("it is parked", "semel_parked", "state = 'parked'");
    failing = "none";
    again("store-first", ORDERED);
    long parked = operations.parked().waiting(name, 0, 1).get(0).id();
    assertThat(operations.parked().release(parked, ANN))
        .isEqualTo(new ReleaseResult.Stored(new Identity(name, "a2")));
    await("it takes effect").atMost(PATIENCE).until(() -> effects.size() == 2);
    assertThat(effects).containsExactly("a1", "a2");
  }

  /**
   * The memory before a change is looked up for as long as is remembered from then on; what waited
   * would take effect later, and be forgotten too early.
   */
  @Test
  void whatIsStoredIsNotLeftToTakeEffectUnderAnIdentityThatIsForgottenBeforeItsTime() {
    failing = "a1";
    Map<String, String> patient =
        Map.of("attempts", "100", "retry-backoff-first", "100ms", "retry-backoff-most", "1s");
    start("store-first", patient);
    send("a1", "1");
    awaitThat("it waits", "semel_inbox", "failures > 0");
    Map<String, String> changed = new TreeMap<>(patient);
    changed.putAll(OTHERWISE);
    assertThat(catchThrowable(() -> again("store-first", changed)))
        .hasMessageContaining("SEMEL-0431")
        .hasMessageContaining("1 stored messages of consumer " + name)
        .hasMessageContaining("identity=property:key");
    failing = "none";
    again("store-first", patient);
    await("it takes effect").atMost(PATIENCE).until(() -> effects.size() == 1);
    awaitThat("it has ended", "semel_inbox", "state = 'COMPLETED'");
    accept("store-first", changed);
    send("a1", "1");
    awaitThat("its copy is absorbed", "semel_duplicate", "true");
    assertThat(effects).containsExactly("a1");
  }

  /** Its row alone knows how far it has come; under another row it would begin anew. */
  @ParameterizedTest
  @CsvSource({"xa, property:key", "store-first, 'composite:property:key,property:version'"})
  void whatIsParkedBehindAStepIsNotLeftToBeginAnew(String protocol, String identity) {
    failing = "a1";
    steps = true;
    start("store-first", Map.of("attempts", "1"));
    send("a1", "1");
    awaitThat("it is parked", "semel_parked", "state = 'parked'");
    assertThat(effects).as("its first part has committed").containsExactly("a1");
    steps = protocol.equals("store-first");
    Map<String, String> changed = Map.of("identity", identity, "accept-change", "none");
    assertThat(catchThrowable(() -> again(protocol, changed))).hasMessageContaining("SEMEL-0431");
    failing = "none";
    steps = true;
    again("store-first", Map.of());
    long parked = operations.parked().waiting(name, 0, 1).get(0).id();
    operations.parked().release(parked, ANN);
    awaitThat("it has ended", "semel_inbox", "state = 'COMPLETED'");
    assertThat(effects).containsExactly("a1");
    steps = false;
    again("xa", Map.of());
  }

  /** Its intents would have other keys, and a worker cannot tell that they went out before. */
  @Test
  void whatIsForgottenAndHasAnotherIdentityByNowIsNotReplayedWithItsIntents() {
    start("store-first", Map.of("keep-body", "true"));
    send("a1", "1");
    await("its intent is sent").atMost(PATIENCE).until(() -> sent.size() == 1);
    awaitThat("that is settled", "semel_intent", "state = 'delivered'");
    accept("store-first", with(with(OTHERWISE, "keep-body", "true"), "headers", "key, version"));
    operations.identities().forget(new Identity(name, "a1"), ANN);
    long kept = operations.kept().kept(name, 0, 1).get(0).id();
    assertThat(operations.kept().replay(kept, ANN)).isEqualTo(new ReleaseResult.Forbidden(name));
    send("a2", "2");
    await("what comes later takes effect").atMost(PATIENCE).until(() -> effects.contains("a2"));
    assertThat(effects).containsExactly("a1", "a2");
    assertThat(count("semel_inbox", "key LIKE 'a1%'")).as("a1 is not stored anew").isZero();
  }

  private static Map<String, String> with(Map<String, String> policy, String key, String value) {
    Map<String, String> more = new TreeMap<>(policy);
    more.put(key, value);
    return more;
  }

  private void accept(String protocol, Map<String, String> changed) {
    Throwable refused = catchThrowable(() -> again(protocol, changed));
    Matcher matcher = WORD.matcher(String.valueOf(refused));
    assertThat(matcher.find()).as("a word for the change in: " + refused).isTrue();
    again(protocol, with(changed, "accept-change", matcher.group(1)));
  }

  /** Another start over the same queue. */
  private void again(String protocol, Map<String, String> policy) {
    estate.close();
    estate = new SmallEstate();
    start(protocol, policy);
  }

  private void start(String protocol, Map<String, String> policy) {
    Map<String, String> all = new TreeMap<>(Map.of("queue", queue, "identity", "property:key"));
    all.put("protocol", protocol);
    if (!protocol.equals("xa")) {
      all.put("connection-factory", SmallEstate.PLAIN);
    }
    if (protocol.equals("store-first")) {
      all.put("poll", "50ms");
    }
    all.putAll(policy);
    all.forEach((key, value) -> estate.with("semel.consumer." + name + "." + key, value));
    estate.with("semel.destination." + name + ".keys", "honoured");
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            var route = from("inbox:" + name);
            if (steps) {
              route
                  .process(exchange -> effects.add(exchange.getMessage().getBody(String.class)))
                  .to("inbox:step?name=one")
                  .process(exchange -> refuse(exchange));
            } else {
              route.process(exchange -> effect(exchange));
            }
            route.to("intent:" + name);
            from("intent:" + name)
                .process(exchange -> sent.add(exchange.getMessage().getBody(String.class)));
          }
        });
  }

  private void effect(Exchange exchange) {
    refuse(exchange);
    effects.add(exchange.getMessage().getBody(String.class));
  }

  private void refuse(Exchange exchange) {
    if (exchange.getMessage().getBody(String.class).equals(failing)) {
      throw new IllegalStateException("it cannot be handled");
    }
  }

  private void awaitThat(String what, String table, String where) {
    await(what).atMost(PATIENCE).until(() -> count(table, where) == 1);
  }

  private long count(String table, String where) {
    return estate
        .server
        .postgres()
        .number("SELECT count(*) FROM " + table + " WHERE consumer = ? AND " + where, name);
  }

  private void send(String key, String version) {
    Jms.send(
        estate.server.broker(),
        queue,
        context -> {
          var message = context.createTextMessage(key);
          message.setStringProperty("key", key);
          message.setStringProperty("aggregate", "a");
          message.setStringProperty("version", version);
          return message;
        });
  }
}
