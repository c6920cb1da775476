// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.message.Identity;
import org.semel.message.ParkingReason;
import org.semel.operations.DeadLetterActs.DeadLetterImport;
import org.semel.operations.DryRunReport;
import org.semel.operations.Operations;
import org.semel.operations.OperatorContext;
import org.semel.operations.ParkedCase;
import org.semel.operations.Plan;
import org.semel.operations.ReleaseResult;
import org.semel.operations.Selection;
import org.semel.small.Jms;

/** What operators do, in real routes over real broker, database and transaction manager. */
class OperationsTest {

  private static final OperatorContext ANN = new OperatorContext("ann", "the fault is mended");

  private final SmallEstate estate = new SmallEstate();
  private final AtomicBoolean broken = new AtomicBoolean(true);
  private final AtomicInteger calls = new AtomicInteger();
  private final Operations operations = new StartedOperations(() -> estate.engine().operations());

  {
    estate.with("semel.consumer." + estate.name + ".identity", "property:key");
    estate.with("semel.consumer." + estate.name + ".attempts", "2");
  }

  @AfterEach
  void stop() {
    estate.close();
    estate.server.broker().empty("DLQ"); // others look whether anything is in there
  }

  @Test
  void aPoisonMessageIsReleasedOnceTheFaultIsMendedAndTakesEffectOnce() {
    start();
    estate.send("1", "a");
    await().until(() -> waiting().size() == 1);
    long id = waiting().get(0).id();
    assertThat(operations.parked().release(id, ANN)).isInstanceOf(ReleaseResult.Failed.class);
    assertThat(intents()).isZero();
    broken.set(false);
    assertThat(operations.parked().release(id, ANN)).isEqualTo(new ReleaseResult.TookEffect(0));
    assertThat(waiting()).isEmpty();
    assertThat(intents()).isEqualTo(1);
    estate.send("1", "a");
    await().until(() -> estate.count("semel_duplicate", "true") == 1);
    assertThat(intents()).isEqualTo(1);
  }

  @Test
  void aStoppedConsumerReleasesNothingUntilItIsStartedAgain() throws Exception {
    start();
    estate.send("1", "a");
    await().until(() -> waiting().size() == 1);
    estate.camel.getRouteController().stopRoute("under-test");
    int before = calls.get();
    assertThat(operations.parked().release(waiting().get(0).id(), ANN))
        .isInstanceOf(ReleaseResult.Planned.class);
    assertThat(calls).hasValue(before);
    broken.set(false);
    estate.camel.getRouteController().startRoute("under-test");
    await().until(() -> waiting().isEmpty());
    assertThat(calls).hasValue(before + 1);
  }

  @Test
  void aPlanReplaysWhatWasParkedWithoutAnybodyWatching() {
    start();
    for (int i = 0; i < 10; i++) {
      estate.send("k" + i, "a");
    }
    await().until(() -> waiting().size() == 10);
    broken.set(false);
    Replays replays = new Replays(operations, ANN);
    long plan = replays.frozen(Selection.parked(estate.name, 100), new Plan.Pace(100, 0));
    assertThat(operations.plans().rehearse(plan)).contains(new DryRunReport(10, 0, 0, 0, 0, 0, 0));
    replays.run(plan);
    await().until(() -> intents() == 10);
    assertThat(waiting()).isEmpty();
  }

  /**
   * While versions run side by side, the later one may have parked a message for a reason of its.
   */
  @Test
  void aReasonOfALaterVersionIsShownAndItsMessageReleased() {
    start();
    estate.send("1", "a");
    estate.send("2", "a");
    await().until(() -> waiting().size() == 2);
    change("1", "reason = 'SINGED'");
    assertThat(waiting())
        .extracting(found -> found.cause().reason().toString())
        .containsExactlyInAnyOrder("SINGED", "ATTEMPTS_EXHAUSTED");
    assertThat(operations.parked().groups(Optional.of(estate.name), 10))
        .extracting(group -> group.reason().toString())
        .containsExactlyInAnyOrder("SINGED", "ATTEMPTS_EXHAUSTED");
    assertThat(operations.identities().dossier(new Identity(estate.name, "1")).parked())
        .extracting(found -> found.cause().reason().toString())
        .containsExactly("SINGED");
    broken.set(false);
    Replays replays = new Replays(operations, ANN);
    long plan = replays.frozen(Selection.parked(estate.name, 100), new Plan.Pace(100, 0));
    assertThat(operations.plans().rehearse(plan)).contains(new DryRunReport(2, 0, 0, 0, 0, 0, 0));
    replays.run(plan);
    assertThat(intents()).isEqualTo(2);
  }

  /** The later version may also have kept no more than the beginning of the body. */
  @Test
  void whatWasParkedWithoutItsBodyIsNeverReleasedWhateverItsReason() {
    estate.consumer("max-body", "1KiB");
    start();
    broken.set(false);
    estate.send("1", "a".repeat(2_000));
    await().until(() -> waiting().size() == 1);
    estate
        .server
        .postgres()
        .execute(
            "UPDATE semel_parked SET reason = 'SINGED' WHERE consumer = '" + estate.name + "'");
    assertThat(operations.parked().release(waiting().get(0).id(), ANN))
        .isEqualTo(
            new ReleaseResult.Refused(
                ParkingReason.of("SINGED"), "what is kept is evidence, not the body that came"));
    assertThat(intents()).isZero();
  }

  @Test
  void aMessageThatCannotBeReadHasFailedAndHoldsUpNoPlan() {
    start();
    estate.send("1", "a");
    estate.send("2", "a");
    await().until(() -> waiting().size() == 2);
    change("1", "headers = '17'");
    broken.set(false);
    Replays replays = new Replays(operations, ANN);
    long plan = replays.frozen(Selection.parked(estate.name, 100), new Plan.Pace(100, 100));
    replays.run(plan);
    assertThat(intents()).isEqualTo(1);
    assertThat(operations.plans().items(plan, Optional.of("FAILED"), -1, 10)).hasSize(1);
    change("1", "headers = '{}'"); // others read what is parked, too
  }

  private void change(String key, String how) {
    estate
        .server
        .postgres()
        .execute(
            "UPDATE semel_parked SET %s WHERE consumer = '%s' AND key = '%s'"
                .formatted(how, estate.name, key));
  }

  @Test
  void whatTheConsumersPolicyKeepsCanBeReplayedAndConflictsAreExplained() {
    estate.with("semel.consumer." + estate.name + ".keep-body", "true");
    broken.set(false);
    start();
    estate.send("1", "{\"quantity\":1}");
    await().until(() -> operations.kept().kept(estate.name, 0, 10).size() == 1);
    estate.send("1", "{\"quantity\":2}");
    await().until(() -> waiting().size() == 1);
    assertThat(waiting().get(0).evidence().differing()).containsExactly("quantity");
    long id = operations.kept().kept(estate.name, 0, 10).get(0).id();
    assertThat(operations.kept().replay(id, ANN)).isEqualTo(new ReleaseResult.Absorbed());
    assertThat(calls).hasValue(1);
  }

  @Test
  void whatNobodyAskedToKeepIsNotKept() {
    broken.set(false);
    start();
    estate.send("1", "a");
    await().until(() -> calls.get() == 1 && estate.queueIsEmpty());
    assertThat(operations.kept().kept(estate.name, 0, 10)).isEmpty();
  }

  @Test
  void deadLetterReplayWithTheSameIdHasNoDuplicateEffect() throws Exception {
    broken.set(false);
    start();
    estate.send("1", "a");
    await().until(() -> intents() == 1 && estate.queueIsEmpty());
    estate.camel.getRouteController().suspendRoute("under-test");
    estate.send("1", "a");
    estate.send("2", "a");
    await().until(() -> estate.server.broker().messages(estate.name) == 2);
    estate.server.broker().giveUpOn(estate.name);
    assertThat(operations.deadLetters().takeIn(estate.name, "DLQ", 10, ANN))
        .isEqualTo(new DeadLetterImport.TakenIn(2));
    assertThat(operations.parked().waiting(estate.name, 0, 10))
        .extracting(found -> operations.parked().release(found.id(), ANN))
        .containsExactly(new ReleaseResult.Absorbed(), new ReleaseResult.TookEffect(0));
    assertThat(intents()).isEqualTo(2);
    assertThat(operations.deadLetters().takeIn(estate.name, "DLQ", 10, ANN))
        .isEqualTo(new DeadLetterImport.TakenIn(0));
  }

  @Test
  void aDeadLetterThatIsTooLargeIsWithTheBrokerUntilMaxBodyIsRaised() throws Exception {
    estate.consumer("max-body", "1KiB");
    broken.set(false);
    start();
    estate.camel.getRouteController().suspendRoute("under-test");
    estate.send("1", "a");
    estate.send("2", "a".repeat(2_000));
    estate.send("3", "a");
    await().until(() -> estate.server.broker().messages(estate.name) == 3);
    estate.server.broker().giveUpOn(estate.name);
    assertThat(operations.deadLetters().takeIn(estate.name, "DLQ", 10, ANN))
        .isInstanceOfSatisfying(
            DeadLetterImport.Partly.class,
            partly -> {
              assertThat(partly.messages()).isEqualTo(2);
              assertThat(partly.left()).hasSize(1);
            });
    assertThat(estate.server.broker().deadLetters(estate.name)).isEqualTo(1);
    estate.close();
    try (SmallEstate raised = new SmallEstate(estate.name).consumer("identity", "property:key")) {
      start(raised);
      assertThat(raised.operations().deadLetters().takeIn(estate.name, "DLQ", 10, ANN))
          .isEqualTo(new DeadLetterImport.TakenIn(1));
      assertThat(raised.operations().parked().waiting(estate.name, 0, 10))
          .extracting(found -> raised.operations().parked().release(found.id(), ANN))
          .containsOnly(new ReleaseResult.TookEffect(0))
          .hasSize(3);
    }
  }

  @Test
  void deadLettersOfOtherQueuesAreLeftAlone() {
    broken.set(false);
    start();
    String other = Jms.queue(estate.server.broker());
    Jms.send(estate.server.broker(), other, context -> context.createTextMessage("not ours"));
    estate.server.broker().giveUpOn(other);
    assertThat(operations.deadLetters().takeIn(estate.name, "DLQ", 10, ANN))
        .isEqualTo(new DeadLetterImport.TakenIn(0));
    assertThat(estate.server.broker().deadLetters(other)).isEqualTo(1);
  }

  private void start() {
    start(estate);
  }

  private void start(SmallEstate some) {
    some.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .routeId("under-test")
                .to("intent:" + estate.name)
                .process(
                    exchange -> {
                      calls.incrementAndGet();
                      if (broken.get()) {
                        throw new IllegalStateException("broken");
                      }
                    });
          }
        });
  }

  private List<ParkedCase> waiting() {
    return operations.parked().waiting(estate.name, 0, 10);
  }

  private long intents() {
    return estate.count("semel_intent", "true");
  }
}
