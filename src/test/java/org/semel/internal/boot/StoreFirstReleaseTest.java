// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.message.Identity;
import org.semel.message.ParkingReason;
import org.semel.operations.AuditEntry;
import org.semel.operations.AuditFilter;
import org.semel.operations.Identities.ForgetResult;
import org.semel.operations.Operations;
import org.semel.operations.OperatorContext;
import org.semel.operations.ParkedCase;
import org.semel.operations.Plan;
import org.semel.operations.PlanItem;
import org.semel.operations.ReleaseResult;
import org.semel.operations.Selection;

/** Releasing what was stored first and then parked, for each reason that it can be parked for. */
class StoreFirstReleaseTest {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final OperatorContext ANN = new OperatorContext("ann", "the fault is mended");

  private final SmallEstate estate = new SmallEstate();
  private final AtomicBoolean broken = new AtomicBoolean(true);
  private final AtomicInteger effects = new AtomicInteger();
  private final Operations operations = new StartedOperations(() -> estate.engine().operations());

  @BeforeEach
  void policy() {
    estate.under("store-first");
    estate.consumer("identity", "property:key");
    estate.consumer("poll", "50ms");
  }

  @AfterEach
  void stop() {
    estate.close();
  }

  @ParameterizedTest
  @CsvSource({
    "ATTEMPTS_EXHAUSTED, claim",
    "TERMINAL_FAILURE, claim",
    "DELIVERIES_EXHAUSTED, claim",
    "ATTEMPTS_EXHAUSTED, natural",
    "TERMINAL_FAILURE, natural",
    "DELIVERIES_EXHAUSTED, natural"
  })
  void whatIsReleasedTakesEffectWhateverItWasParkedFor(ParkingReason reason, String strategy) {
    estate.consumer("strategy", strategy);
    parkable(reason);
    start();
    estate.send("1", "a");
    if (reason.equals(ParkingReason.DELIVERIES_EXHAUSTED)) {
      awaitState("FAILED_RETRYABLE");
      itsWorkersDie();
    }
    awaitState("PARKED");
    ParkedCase waiting = waiting().get(0);
    assertThat(waiting.cause().reason()).isEqualTo(reason);
    broken.set(false);
    assertThat(operations.parked().release(waiting.id(), ANN))
        .isEqualTo(new ReleaseResult.Stored(new Identity(estate.name, "1")));
    awaitState("COMPLETED");
    assertThat(effects).hasValue(1);
    assertThat(waiting()).isEmpty();
  }

  /** Its row remembers it where no claim does. Only a release lets it go on. */
  @ParameterizedTest
  @ValueSource(strings = {"WITHDRAWN", "PARKED"})
  void aCopyOfWhatWasParkedTakesNoEffectBesideIt(String state) {
    estate.consumer("strategy", "natural");
    parkable(ParkingReason.ATTEMPTS_EXHAUSTED);
    start();
    estate.send("1", "a");
    awaitState("PARKED");
    ParkedCase one = waiting().get(0);
    if (state.equals("WITHDRAWN")) {
      operations.parked().withdraw(one.id(), ANN);
    }
    broken.set(false);
    estate.send("1", "a");
    await("the copy to be handled")
        .atMost(PATIENCE)
        .until(() -> estate.count("semel_duplicate", "true") == 1 || effects.get() > 0);
    assertThat(effects).hasValue(0);
    assertThat(estate.count("semel_inbox", "state = 'PARKED'")).isOne();
    assertThat(waiting()).hasSize(state.equals("PARKED") ? 1 : 0);
  }

  /** It takes effect where nobody knows any more who has handed it in. */
  @Test
  void whatIsReplayedTakesEffectThoughItsIntentIsStillRecordedAndThatIsNotSentAgain() {
    estate.consumer("keep-body", "true");
    List<String> sent = tookEffectWithAnIntent();
    await()
        .atMost(PATIENCE)
        .until(() -> estate.count("semel_body", "true") == 1 && sent.size() == 1);
    await("the intent is settled")
        .atMost(PATIENCE)
        .until(() -> forget() instanceof ForgetResult.Forgotten);
    long kept = operations.kept().kept(estate.name, 0, 1).get(0).id();
    assertThat(operations.kept().replay(kept, ANN))
        .isEqualTo(new ReleaseResult.Stored(new Identity(estate.name, "1")));
    await("it has come to an end")
        .atMost(PATIENCE)
        .until(() -> estate.count("semel_inbox", "state IN ('COMPLETED', 'PARKED')") == 1);
    assertThat(waiting()).isEmpty();
    assertThat(effects).hasValue(2);
    assertThat(sent).containsExactly("a");
  }

  /** As with the other protocols: what is released is a repeat, and its intents are there. */
  @Test
  void whatCameAfterItWasForgottenByTimeTakesEffectWhenItIsReleased() {
    List<String> sent = tookEffectWithAnIntent();
    await().atMost(PATIENCE).until(() -> estate.count("semel_intent", "state = 'delivered'") == 1);
    comesAgainOnceItIsForgottenByTime();
    release();
    assertThat(waiting()).isEmpty();
    assertThat(effects).as("the second was rolled back").hasValue(3);
    assertThat(sent).containsExactly("a");
  }

  /** That was of an earlier message; no one has said that this one may take effect again. */
  @Test
  void anOlderReleaseLetsNoLaterReturnTakeEffect() {
    List<String> sent = tookEffectWithAnIntent();
    await().atMost(PATIENCE).until(() -> estate.count("semel_intent", "state = 'delivered'") == 1);
    comesAgainOnceItIsForgottenByTime();
    release();
    comesAgainOnceItIsForgottenByTime();
    assertThat(waiting()).hasSize(1);
    assertThat(effects).as("the second and the fourth were rolled back").hasValue(4);
    assertThat(sent).containsExactly("a");
  }

  /** One message has taken effect, and has recorded an intent; what was sent. */
  private List<String> tookEffectWithAnIntent() {
    List<String> sent = new CopyOnWriteArrayList<>();
    estate.consumer("attempts", "1");
    broken.set(false);
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).to("intent:" + estate.name).process(exchange -> effect());
            from("intent:" + estate.name)
                .process(exchange -> sent.add(exchange.getMessage().getBody(String.class)));
          }
        });
    estate.send("1", "a");
    awaitState("COMPLETED");
    return sent;
  }

  private void comesAgainOnceItIsForgottenByTime() {
    for (String memory : List.of("semel_claim", "semel_inbox")) {
      estate
          .server
          .postgres()
          .execute("DELETE FROM " + memory + " WHERE consumer = '" + estate.name + "'");
    }
    estate.send("1", "a");
    awaitState("PARKED");
  }

  private void release() {
    assertThat(operations.parked().release(waiting().get(0).id(), ANN))
        .isEqualTo(new ReleaseResult.Stored(new Identity(estate.name, "1")));
    await("it has come to an end")
        .atMost(PATIENCE)
        .until(
            () -> estate.count("semel_inbox", "state = 'COMPLETED'") == 1 || !waiting().isEmpty());
  }

  /** Its brakes are for what fails, and that shows only when a worker has had it. */
  @Test
  void aPlanWaitsForTheEndOfEachAndStopsIfItFails() {
    parkable(ParkingReason.ATTEMPTS_EXHAUSTED);
    start();
    IntStream.range(0, 30).forEach(i -> estate.send("k" + i, "a"));
    await().atMost(PATIENCE).until(() -> estate.count("semel_inbox", "state = 'PARKED'") == 30);
    Replays replays = new Replays(operations, ANN);
    long plan = replays.frozen(Selection.parked(estate.name, 100), new Plan.Pace(100, 5));
    operations.plans().start(plan, ANN);
    await().atMost(PATIENCE).until(() -> replays.state(plan) != Plan.State.RUNNING);
    assertThat(replays.state(plan)).isEqualTo(Plan.State.STOPPED);
    assertThat(outcomes(plan)).isEqualTo(Map.of("FAILED", 1L, PlanItem.AS_CHOSEN, 29L));
    assertThat(released()).containsExactly("stored, and has not taken effect yet");
    broken.set(false);
    operations.plans().resume(plan, ANN);
    await().atMost(PATIENCE).until(() -> replays.state(plan) == Plan.State.DONE);
    assertThat(effects).hasValue(29);
    assertThat(outcomes(plan)).isEqualTo(Map.of("FAILED", 1L, "TOOK_EFFECT", 29L));
  }

  private Map<String, Long> outcomes(long plan) {
    return operations.plans().items(plan, Optional.empty(), -1, 100).stream()
        .collect(Collectors.groupingBy(PlanItem::outcome, Collectors.counting()));
  }

  /** What the audit says of each release of this consumer. */
  private List<String> released() {
    Set<UUID> sent =
        IntStream.range(0, 30)
            .mapToObj(i -> new Identity(estate.name, "k" + i).digest())
            .collect(Collectors.toSet());
    return operations.audit(AuditFilter.ALL, Long.MAX_VALUE, 100).stream()
        .filter(line -> line.act() == AuditEntry.Act.RELEASE)
        .filter(line -> line.identity().filter(sent::contains).isPresent())
        .map(AuditEntry.Noted::outcome)
        .toList();
  }

  private ForgetResult forget() {
    return operations.identities().forget(new Identity(estate.name, "1"), ANN);
  }

  private void parkable(ParkingReason reason) {
    if (reason.equals(ParkingReason.TERMINAL_FAILURE)) {
      estate.consumer("retry-terminal", "java.lang.IllegalStateException");
    }
    estate.consumer("attempts", reason.equals(ParkingReason.ATTEMPTS_EXHAUSTED) ? "1" : "3");
    estate.consumer("retry-backoff-first", "1h");
    estate.consumer("retry-backoff-most", "1h");
  }

  private void itsWorkersDie() {
    estate
        .server
        .postgres()
        .execute(
            "UPDATE semel_inbox SET lapses = 1000000, due_at = clock_timestamp() WHERE consumer = '%s'"
                .formatted(estate.name));
  }

  private void start() {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).process(exchange -> effect());
          }
        });
  }

  private void effect() {
    if (broken.get()) {
      throw new IllegalStateException("no");
    }
    effects.incrementAndGet();
  }

  private List<ParkedCase> waiting() {
    return operations.parked().waiting(estate.name, 0, 10);
  }

  private void awaitState(String state) {
    await()
        .atMost(PATIENCE)
        .until(() -> estate.count("semel_inbox", "state = '" + state + "'") == 1);
  }
}
