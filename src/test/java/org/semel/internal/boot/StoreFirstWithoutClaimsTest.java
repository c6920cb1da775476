// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.message.Identity;
import org.semel.operations.DeadLetterActs.DeadLetterImport;
import org.semel.operations.Identities;
import org.semel.operations.Operations;
import org.semel.operations.OperatorContext;
import org.semel.operations.ReleaseResult;
import org.semel.small.Jms;

/** Storing first where no claim speaks: what is stored is what a message is compared with. */
class StoreFirstWithoutClaimsTest {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final OperatorContext ANN =
      new OperatorContext("ann", "the customer asked for it");

  private final SmallEstate estate = new SmallEstate();
  private final Operations operations = new StartedOperations(() -> estate.engine().operations());
  private final List<String> effects = new CopyOnWriteArrayList<>();
  private final AtomicBoolean broken = new AtomicBoolean();

  @AfterEach
  void stop() {
    estate.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"natural", "entity", "version"})
  void anotherBodyIsParkedAsAConflictAndTheSameIsADuplicate(String strategy) {
    start(strategy);
    send("a");
    await().atMost(PATIENCE).until(() -> estate.count("semel_inbox", "state = 'COMPLETED'") == 1);
    send("b");
    awaitConflict();
    send("a");
    awaitDuplicate();
    assertThat(effects).containsExactly("a");
    assertThat(
            estate.count(
                "semel_parked",
                "fingerprint <> recorded_fingerprint AND recorded_at IS NOT NULL AND"
                    + " convert_from(body, 'UTF8') = 'b'"))
        .isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"natural", "entity", "version"})
  void soItIsInOneBatch(String strategy) {
    send("a");
    send("b");
    send("a");
    start(strategy);
    awaitConflict();
    awaitDuplicate();
    await().atMost(PATIENCE).until(() -> estate.count("semel_inbox", "state = 'COMPLETED'") == 1);
    assertThat(effects).containsExactly("a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"natural", "entity", "version"})
  void aConflictTakesEffectOnceTheBodyBeforeItIsForgotten(String strategy) {
    start(strategy);
    send("a");
    await().atMost(PATIENCE).until(() -> estate.count("semel_inbox", "state = 'COMPLETED'") == 1);
    send("b");
    awaitConflict();
    long conflict = operations.parked().waiting(estate.name, 0, 1).get(0).id();
    assertThat(operations.parked().release(conflict, ANN))
        .isInstanceOf(ReleaseResult.Refused.class);
    assertThat(operations.identities().forget(new Identity(estate.name, "1"), ANN))
        .isEqualTo(new Identities.ForgetResult.Forgotten());
    if (strategy.equals("version")) {
      operations.gaps().setBack(new Identity(estate.name, "a"), 0, ANN);
    }
    assertThat(operations.parked().release(conflict, ANN))
        .isEqualTo(new ReleaseResult.Stored(new Identity(estate.name, "1")));
    await().atMost(PATIENCE).until(() -> estate.count("semel_inbox", "state = 'COMPLETED'") == 1);
    assertThat(effects).containsExactly("a", "b");
  }

  /** Its aggregate knows which body took effect, though what was stored of it is forgotten. */
  @Test
  void aCopyOfWhatTookEffectIsAbsorbedThoughAnotherBodyIsStoredMeanwhile() {
    start("version");
    send("a");
    await().atMost(PATIENCE).until(() -> estate.count("semel_inbox", "state = 'COMPLETED'") == 1);
    operations.identities().forget(new Identity(estate.name, "1"), ANN);
    send("b");
    awaitConflict();
    send("a");
    await("it is ignored, or a conflict")
        .atMost(PATIENCE)
        .until(
            () ->
                estate.count("semel_version", "ignored = 1") + estate.count("semel_parked", "true")
                    == 2);
    assertThat(estate.count("semel_parked", "true")).as("parked").isEqualTo(1);
    send("c");
    await("a third body is a conflict, too")
        .atMost(PATIENCE)
        .until(() -> estate.count("semel_parked", "reason = 'CONFLICT'") == 2);
    assertThat(effects).containsExactly("a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"natural", "entity", "version"})
  void aCopyOfWhatWasErasedIsADuplicateAndNothingOfItIsKept(String strategy) {
    start(strategy);
    send("a");
    await().atMost(PATIENCE).until(() -> estate.count("semel_inbox", "state = 'COMPLETED'") == 1);
    assertThat(operations.identities().erase(new Identity(estate.name, "1"), ANN))
        .isInstanceOf(Identities.Erasure.Erased.class);
    send("a");
    await("it is a duplicate, or a conflict")
        .atMost(PATIENCE)
        .until(
            () ->
                estate.count("semel_duplicate", "true") + estate.count("semel_parked", "true")
                    == 1);
    assertThat(estate.count("semel_parked", "true")).as("parked").isZero();
    assertThat(estate.count("semel_inbox", "body = ''")).isEqualTo(1);
    assertThat(effects).containsExactly("a");
  }

  /** The limit that the guarantees describe. */
  @Test
  void anotherBodyThanTheOneThatWasErasedIsTakenForACopy() {
    start("version");
    send("a");
    await().atMost(PATIENCE).until(() -> estate.count("semel_inbox", "state = 'COMPLETED'") == 1);
    operations.identities().erase(new Identity(estate.name, "1"), ANN);
    send("b");
    awaitDuplicate();
    assertThat(estate.count("semel_parked", "true")).as("parked").isZero();
    assertThat(effects).containsExactly("a");
  }

  /** No route is handed what is empty, and none is kept from the first effect of what came. */
  @Test
  void whatWasWithdrawnAndErasedTakesEffectForTheFirstTimeOnceItIsForgotten() throws Exception {
    Identity identity = new Identity(estate.name, "1");
    broken.set(true);
    estate.consumer("attempts", "1");
    estate.consumer("replay", "forbidden");
    start("natural");
    send("a");
    await().atMost(PATIENCE).until(() -> estate.count("semel_parked", "state = 'parked'") == 1);
    operations.parked().withdraw(onlyParked(), ANN);
    assertThat(operations.identities().erase(identity, ANN))
        .isInstanceOf(Identities.Erasure.Erased.class);
    broken.set(false);
    takeInACopy();
    assertThat(operations.parked().release(onlyParked(), ANN))
        .isEqualTo(new ReleaseResult.Absorbed());
    assertThat(operations.identities().forget(identity, ANN))
        .isEqualTo(new Identities.ForgetResult.Forgotten());
    takeInACopy();
    assertThat(operations.parked().release(onlyParked(), ANN))
        .isEqualTo(new ReleaseResult.Stored(identity));
    await().atMost(PATIENCE).until(() -> estate.count("semel_inbox", "state = 'COMPLETED'") == 1);
    assertThat(effects).containsExactly("a");
  }

  private long onlyParked() {
    return operations.parked().waiting(estate.name, 0, 1).get(0).id();
  }

  /** Which the broker had given up on. */
  private void takeInACopy() throws Exception {
    estate.camel.getRouteController().suspendRoute("under-test");
    send("a");
    await().atMost(PATIENCE).until(() -> estate.server.broker().messages(estate.name) == 1);
    estate.server.broker().giveUpOn(estate.name);
    estate.camel.getRouteController().resumeRoute("under-test");
    assertThat(operations.deadLetters().takeIn(estate.name, "DLQ", 1, ANN))
        .isEqualTo(new DeadLetterImport.TakenIn(1));
  }

  private void awaitConflict() {
    await().atMost(PATIENCE).until(() -> estate.count("semel_parked", "reason = 'CONFLICT'") == 1);
  }

  private void awaitDuplicate() {
    await().atMost(PATIENCE).until(() -> estate.count("semel_duplicate", "true") == 1);
  }

  private void start(String strategy) {
    estate.under("store-first");
    estate.consumer("identity", "property:key");
    estate.consumer("strategy", strategy);
    estate.consumer("batch", "10");
    estate.consumer("poll", "50ms");
    if (strategy.equals("version")) {
      estate.consumer("aggregate", "property:aggregate");
      estate.consumer("version", "property:version");
    }
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .routeId("under-test")
                .process(exchange -> effect(exchange.getMessage().getBody(String.class)));
          }
        });
  }

  private void effect(String body) {
    if (broken.get()) {
      throw new IllegalStateException("broken");
    }
    effects.add(body);
  }

  private void send(String body) {
    Jms.send(
        estate.server.broker(),
        estate.name,
        context -> {
          var message = context.createTextMessage(body);
          message.setStringProperty("key", "1");
          message.setStringProperty("aggregate", "a");
          message.setStringProperty("version", "1");
          return message;
        });
  }
}
