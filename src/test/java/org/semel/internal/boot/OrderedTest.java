// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.message.Identity;
import org.semel.message.ParkingReason;
import org.semel.operations.DeadLetterActs.DeadLetterImport;
import org.semel.operations.DryRunReport;
import org.semel.operations.GapActs.Gap;
import org.semel.operations.GapActs.Loss;
import org.semel.operations.Operations;
import org.semel.operations.OperatorContext;
import org.semel.operations.ParkedActs.WithdrawalResult;
import org.semel.operations.ParkedCase;
import org.semel.operations.ParkedCase.ParkedState;
import org.semel.operations.Plan;
import org.semel.operations.ReleaseResult;
import org.semel.operations.Selection;
import org.semel.small.Jms;
import org.semel.small.SmallServer;

/** Versions in order, over real broker, database, transaction manager and Camel. */
class OrderedTest {

  private static final int AGGREGATES = 6;
  private static final int VERSIONS = 40;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** With both fingerprints, which differ, and both times. */
  private static final String CONFLICT =
      "reason = 'CONFLICT' AND fingerprint <> recorded_fingerprint AND recorded_at < parked_at";

  /** One that has not closed by itself: before the first version has run, the second waits. */
  private static final String GAP = "reason = 'GAP' AND state = 'parked'";

  private static final OperatorContext ANN = new OperatorContext("ann", "the producer says so");

  private final SmallEstate estate = new SmallEstate();
  private final Operations operations = new StartedOperations(() -> estate.engine().operations());
  private final AtomicLong failing = new AtomicLong();

  @BeforeAll
  static void anEffectIsARowThatNoConstraintProtects() {
    SmallServer.shared()
        .postgres()
        .execute(
            "CREATE TABLE IF NOT EXISTS ordered_effect (consumer text, aggregate text, version"
                + " bigint, seq bigint GENERATED ALWAYS AS IDENTITY); GRANT ALL ON ordered_effect"
                + " TO semel");
  }

  @AfterEach
  void stop() {
    estate.close();
    estate.server.broker().empty("DLQ"); // others look whether anything is in there
  }

  /** Many workers, few aggregates, every order, every version twice and once as another event. */
  @ParameterizedTest
  @ValueSource(strings = {"xa", "ack-after-commit", "store-first"})
  void effectsAreExactAndInOrderHoweverTheyRace(String protocol) {
    start(protocol);
    long deadlocks = deadlocks();
    List<Runnable> sends = new ArrayList<>();
    for (int a = 0; a < AGGREGATES; a++) {
      for (int v = 1; v <= VERSIONS; v++) {
        String aggregate = "a" + a;
        long version = v;
        sends.add(() -> send(aggregate, version));
        sends.add(() -> send(aggregate, version));
        sends.add(() -> send("another event/" + version + aggregate, aggregate, version, "x"));
      }
    }
    Collections.shuffle(sends, new Random(20261121));
    sends.forEach(Runnable::run);
    await()
        .atMost(PATIENCE)
        .until(() -> estate.count("ordered_effect", "true") == AGGREGATES * VERSIONS);
    await().atMost(PATIENCE).until(estate::queueIsEmpty);
    List<Long> all = LongStream.rangeClosed(1, VERSIONS).boxed().toList();
    IntStream.range(0, AGGREGATES).forEach(a -> assertThat(effects("a" + a)).isEqualTo(all));
    await().atMost(PATIENCE).until(() -> estate.count("semel_held", "true") == 0);
    assertThat(estate.count("semel_parked", "true")).isZero();
    assertThat(deadlocks()).as("deadlocks").isEqualTo(deadlocks);
  }

  @Test
  void aGapIsHeldToldOfAndDeclaredLost() {
    estate.with("semel.consumer." + estate.name + ".gap-deadline", "1s");
    start("xa");
    send("a", 1);
    await().atMost(PATIENCE).until(() -> effects("a").equals(List.of(1L)));
    send("a", 4);
    await().atMost(PATIENCE).until(() -> estate.count("semel_held", "true") == 1);
    send("a", 5);
    await().atMost(PATIENCE).until(() -> estate.count("semel_held", "true") == 2);
    await().atMost(PATIENCE).until(() -> estate.count("semel_parked", "reason = 'GAP'") == 1);
    assertThat(effects("a")).containsExactly(1L);
    Gap gap = operations.gaps().open(estate.name, 10).get(0);
    assertThat(operations.gaps().declareLost(gap, ANN)).isInstanceOf(Loss.Lost.class);
    await().atMost(PATIENCE).until(() -> effects("a").equals(List.of(1L, 4L, 5L)));
    send("a", 2);
    await().atMost(PATIENCE).until(() -> estate.count("semel_version", "ignored = 1") == 1);
    assertThat(effects("a")).containsExactly(1L, 4L, 5L);
    assertThat(operations.parked().waiting(estate.name, 0, 10)).isEmpty();
    assertThat(operations.identities().dossier(new Identity(estate.name, "a/4")).parked())
        .extracting(told -> told.standing().state(), told -> told.cause().reason())
        .containsExactly(tuple(ParkedState.RELEASED, ParkingReason.GAP));
  }

  /** It is to be tried again in an hour, and is not missing meanwhile. */
  @Test
  void aVersionThatIsStoredAndWaitsForItsRetryIsNeitherMissingNorDeclaredLost() {
    estate.consumer("gap-deadline", "1s");
    estate.consumer("retry-backoff-first", "1h");
    estate.consumer("retry-backoff-most", "2h");
    failing.set(2);
    start("store-first");
    send("a", 1);
    await().atMost(PATIENCE).until(() -> effects("a").equals(List.of(1L)));
    send("a", 2);
    await()
        .atMost(PATIENCE)
        .until(() -> estate.count("semel_inbox", "state = 'FAILED_RETRYABLE'") == 1);
    send("a", 3);
    await().atMost(PATIENCE).until(() -> estate.count("semel_held", "true") == 1);
    whatIsThereIsNotMissing();
    failing.set(0);
    estate
        .server
        .postgres()
        .execute(
            "UPDATE semel_inbox SET due_at = clock_timestamp() WHERE consumer = '%s'"
                .formatted(estate.name));
    await().atMost(PATIENCE).until(() -> effects("a").equals(List.of(1L, 2L, 3L)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"xa", "store-first"})
  void aVersionThatIsParkedIsNeitherMissingNorDeclaredLost(String protocol) {
    estate.consumer("gap-deadline", "1s");
    estate.consumer("attempts", "1");
    failing.set(2);
    start(protocol);
    List.of(1L, 2L, 3L).forEach(version -> send("a", version));
    await()
        .atMost(PATIENCE)
        .until(() -> estate.count("semel_parked", "reason = 'ATTEMPTS_EXHAUSTED'") == 1);
    await().atMost(PATIENCE).until(() -> estate.count("semel_held", "true") == 1);
    whatIsThereIsNotMissing();
    failing.set(0);
    operations.parked().waiting(estate.name, 0, 10).stream() // beside a notice that came before it
        .filter(one -> one.cause().reason().equals(ParkingReason.ATTEMPTS_EXHAUSTED))
        .forEach(one -> operations.parked().release(one.id(), ANN));
    await().atMost(PATIENCE).until(() -> effects("a").equals(List.of(1L, 2L, 3L)));
  }

  /** Version 2 of the aggregate is there, and version 3 waits for it. */
  private void whatIsThereIsNotMissing() {
    Gap seen = new Gap(new Identity(estate.name, "a"), 2, 2, Instant.EPOCH);
    assertThat(operations.gaps().declareLost(seen, ANN)).isNotInstanceOf(Loss.Lost.class);
    assertThat(operations.gaps().open(estate.name, 10)).isEmpty();
    assertThat(operations.gaps().of(seen.aggregate())).isEmpty();
  }

  @Test
  void aGapThatClosesByItselfTakesItsParkedNoticeWithIt() {
    estate.with("semel.consumer." + estate.name + ".gap-deadline", "1s");
    start("xa");
    send("a", 2);
    await().atMost(PATIENCE).until(() -> estate.count("semel_parked", "state = 'parked'") == 1);
    send("a", 1);
    await().atMost(PATIENCE).until(() -> effects("a").equals(List.of(1L, 2L)));
    assertThat(
            estate.count(
                "semel_parked",
                "state = 'released' AND detail LIKE '%; closed by itself: they came'"))
        .isEqualTo(1);
    assertThat(estate.count("semel_parked", "state = 'parked'")).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"claim", "version"})
  void theNoticeOfAGapIsNotReleasedAndTheGapGoesOnBeingTold(String strategy) {
    long id = noticeOfAGap(strategy);
    assertThat(operations.parked().release(id, ANN))
        .isInstanceOfSatisfying(
            ReleaseResult.Refused.class,
            refused -> assertThat(refused.reason()).isEqualTo(ParkingReason.GAP));
    theGapIsToldStill();
  }

  /** Nobody would tell of it again, and its message may take effect all the same. */
  @ParameterizedTest
  @ValueSource(strings = {"claim", "version"})
  void theNoticeOfAGapIsNotWithdrawnAndTheGapGoesOnBeingTold(String strategy) {
    long id = noticeOfAGap(strategy);
    assertThat(operations.parked().withdraw(id, ANN)).isEqualTo(new WithdrawalResult.TellsOfAGap());
    theGapIsToldStill();
  }

  @ParameterizedTest
  @ValueSource(strings = {"claim", "version"})
  void aPlanOverAllThatIsParkedSilencesNoGap(String strategy) {
    aGapWasTold(strategy);
    Selection all = Selection.parked(estate.name, 100);
    Replays replays = new Replays(operations, ANN);
    long plan = replays.frozen(all, new Plan.Pace(100, 100));
    assertThat(operations.plans().rehearse(plan)).contains(new DryRunReport(0, 0, 0, 1, 0, 0, 0));
    replays.run(plan);
    theGapIsToldStill();
  }

  private long noticeOfAGap(String strategy) {
    aGapWasTold(strategy);
    return operations.parked().waiting(estate.name, 0, 10).get(0).id();
  }

  private void aGapWasTold(String strategy) {
    estate.consumer("strategy", strategy);
    estate.consumer("gap-deadline", "1s");
    start("xa");
    send("a", 2);
    await().atMost(PATIENCE).until(() -> estate.count("semel_parked", GAP) == 1);
  }

  private void theGapIsToldStill() {
    assertThat(operations.gaps().open(estate.name, 10)).hasSize(1);
    assertThat(estate.count("semel_parked", GAP)).isEqualTo(1);
    assertThat(estate.count("semel_held", "true")).isEqualTo(1);
    send("a", 1);
    await().atMost(PATIENCE).until(() -> effects("a").equals(List.of(1L, 2L)));
    assertThat(estate.count("semel_parked", "state = 'parked'")).isZero();
  }

  /** The behaviour that the guarantees describe. */
  @Test
  void aForgottenAggregateBeginsAnewAndWhatContinuesItWaitsForAPerson() {
    estate.server.postgres().execute("UPDATE semel_round SET due_at = '-infinity'");
    estate.with("semel.retention-every", "1s");
    estate.consumer("strategy", "version");
    estate.consumer("aggregate-retention", "8d");
    estate.consumer("gap-deadline", "1s");
    start("xa");
    List.of("a", "b").forEach(aggregate -> List.of(1L, 2L).forEach(v -> send(aggregate, v)));
    await()
        .atMost(PATIENCE)
        .until(() -> estate.count("semel_version", "version = 2 AND state = 'rest'") == 2);
    age("9 days");
    await().atMost(PATIENCE).until(() -> estate.count("semel_version", "true") == 0);
    send("a", 1);
    send("b", 3);
    await().atMost(PATIENCE).until(() -> effects("a").equals(List.of(1L, 2L, 1L)));
    await().atMost(PATIENCE).until(() -> estate.count("semel_parked", GAP) == 1);
    assertThat(effects("b")).containsExactly(1L, 2L);
    operations.gaps().declareLost(operations.gaps().open(estate.name, 10).get(0), ANN);
    await().atMost(PATIENCE).until(() -> effects("b").equals(List.of(1L, 2L, 3L)));
  }

  /** No row for each message, with the protocols that need none. */
  @ParameterizedTest
  @ValueSource(strings = {"xa", "ack-after-commit"})
  void withStrategyVersionNothingButTheHighestVersionIsKept(String protocol) {
    estate.consumer("strategy", "version");
    start(protocol);
    send("a", 1);
    await().atMost(PATIENCE).until(() -> effects("a").size() == 1);
    send("a", 2);
    await().atMost(PATIENCE).until(() -> effects("a").size() == 2);
    List.of(2L, 1L, 4L, 4L).forEach(version -> send("a", version));
    await()
        .atMost(PATIENCE)
        .until(() -> estate.count("semel_version", "version = 2 AND ignored = 2") == 1);
    await().atMost(PATIENCE).until(() -> estate.count("semel_held", "true") == 1);
    await().atMost(PATIENCE).until(estate::queueIsEmpty);
    send("a", 3);
    await().atMost(PATIENCE).until(() -> effects("a").equals(List.of(1L, 2L, 3L, 4L)));
    await().atMost(PATIENCE).until(estate::queueIsEmpty);
    assertThat(estate.count("semel_claim", "true")).isZero();
    assertThat(estate.count("semel_held", "true")).isZero();
    assertThat(estate.count("semel_parked", "true")).isZero();
  }

  /** The claim sees it first, where there is one. */
  @ParameterizedTest
  @ValueSource(strings = {"claim", "version"})
  void aConflictWithAMessageThatWaitsHasBothTimesAndTheFieldsThatDiffer(String strategy) {
    estate.consumer("strategy", strategy);
    start("xa");
    send("a", 2, "{\"line\": 1, \"pieces\": 2}");
    await().atMost(PATIENCE).until(() -> estate.count("semel_held", "true") == 1);
    send("a", 2, "{\"line\": 1, \"pieces\": 3, \"note\": 1}");
    await().atMost(PATIENCE).until(() -> estate.count("semel_parked", CONFLICT) == 1);
    assertThat(
            estate.count(
                "semel_parked",
                "differing = '{note,pieces}' AND detail = 'another body waits at its version'"))
        .isEqualTo(1);
    send("a", 1);
    await().atMost(PATIENCE).until(() -> effects("a").equals(List.of(1L, 2L)));
  }

  /** Of an old version only the claim knows the body, and of the highest one the aggregate too. */
  @ParameterizedTest
  @ValueSource(strings = {"claim", "version"})
  void anotherBodyUnderAVersionThatTookEffectIsParkedWhereItsBodyIsKnown(String strategy) {
    estate.consumer("strategy", strategy);
    start("xa");
    List.of(1L, 2L).forEach(version -> send("a", version));
    await().atMost(PATIENCE).until(() -> effects("a").equals(List.of(1L, 2L)));
    send("a", 2, "y");
    await().atMost(PATIENCE).until(() -> estate.count("semel_parked", CONFLICT) == 1);
    send("a", 1, "y");
    boolean claimed = strategy.equals("claim");
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                claimed
                    ? estate.count("semel_parked", CONFLICT) == 2
                    : estate.count("semel_version", "ignored = 1") == 1);
    assertThat(effects("a")).containsExactly(1L, 2L);
    assertThat(estate.count("semel_parked", "true")).isEqualTo(claimed ? 2 : 1);
  }

  /** Without claims the stored message knows the body, whatever its version. */
  @Test
  void anotherBodyUnderAnOldVersionIsParkedWhereTheMessageThatTookEffectIsStored() {
    estate.consumer("strategy", "version");
    start("store-first");
    List.of(1L, 2L).forEach(version -> send("a", version));
    await().atMost(PATIENCE).until(() -> effects("a").equals(List.of(1L, 2L)));
    send("a", 1, "y");
    await().atMost(PATIENCE).until(() -> estate.count("semel_parked", CONFLICT) == 1);
    assertThat(effects("a")).containsExactly(1L, 2L);
  }

  @Test
  void aVersionThatFailsHoldsItsAggregateUntilAPersonReleasesIt() {
    estate.consumer("attempts", "1");
    start("xa");
    failing.set(2);
    List.of(1L, 2L, 3L).forEach(version -> send("a", version));
    await()
        .atMost(PATIENCE)
        .until(() -> estate.count("semel_parked", "reason = 'ATTEMPTS_EXHAUSTED'") == 1);
    await().atMost(PATIENCE).until(() -> estate.count("semel_held", "true") == 1);
    assertThat(
            estate.count(
                "semel_parked", "aggregate = (SELECT aggregate FROM semel_held WHERE key = 'a/3')"))
        .as("parked with its aggregate")
        .isEqualTo(1);
    failing.set(0);
    long id = operations.parked().waiting(estate.name, 0, 10).get(0).id();
    assertThat(operations.parked().release(id, ANN)).isEqualTo(new ReleaseResult.TookEffect(0));
    await().atMost(PATIENCE).until(() -> effects("a").equals(List.of(1L, 2L, 3L)));
  }

  @Test
  void anEarlyVersionIsNotReleasedBeforeThoseBeforeIt() throws Exception {
    start("xa");
    send("a", 1);
    await().atMost(PATIENCE).until(() -> effects("a").size() == 1 && estate.queueIsEmpty());
    estate.camel.getRouteController().suspendRoute("ordered");
    send("a", 2);
    send("a", 3);
    await().atMost(PATIENCE).until(() -> estate.server.broker().messages(estate.name) == 2);
    estate.server.broker().giveUpOn(estate.name);
    assertThat(operations.deadLetters().takeIn(estate.name, "DLQ", 10, ANN))
        .isEqualTo(new DeadLetterImport.TakenIn(2));
    List<Long> ids =
        operations.parked().waiting(estate.name, 0, 10).stream().map(ParkedCase::id).toList();
    assertThat(operations.parked().release(ids.get(1), ANN))
        .isEqualTo(
            new ReleaseResult.Refused(
                ParkingReason.GAP, "versions before it have not taken effect yet"));
    assertThat(ids)
        .extracting(id -> operations.parked().release(id, ANN))
        .containsOnly(new ReleaseResult.TookEffect(0));
    assertThat(effects("a")).containsExactly(1L, 2L, 3L);
  }

  @Test
  void aMessageWithoutAPlaceIsParked() {
    start("xa");
    Jms.send(
        estate.server.broker(),
        estate.name,
        context -> {
          var message = context.createTextMessage("x");
          message.setStringProperty("key", "1");
          message.setStringProperty("aggregate", "a");
          message.setStringProperty("version", "one");
          return message;
        });
    await()
        .atMost(PATIENCE)
        .until(() -> estate.count("semel_parked", "reason = 'IDENTITY_INVALID'") == 1);
  }

  @Test
  void strategyVersionNeedsToKnowWhereAMessageNamesIt() {
    estate.consumer("strategy", "version");
    assertThatThrownBy(() -> estate.start())
        .hasMessageContaining(estate.name + ".strategy = version: needs aggregate and version");
  }

  @Test
  void anAggregateWithoutAVersionIsAFaultOfTheConfiguration() {
    estate.with("semel.consumer." + estate.name + ".aggregate", "property:aggregate");
    assertThatThrownBy(
            () ->
                estate.start(
                    new RouteBuilder() {
                      @Override
                      public void configure() {
                        from("inbox:" + estate.name).log("x");
                      }
                    }))
        .hasMessageContaining(estate.name + ".version")
        .hasMessageContaining("belong together");
  }

  /** Its claim is older than its effect. */
  @ParameterizedTest
  @ValueSource(strings = {"xa", "store-first"})
  void whatWaitedForItsVersionIsRememberedFromItsEffectOn(String protocol) {
    start(protocol);
    waitFor40Days();
    send("a", 1);
    send("a", 3);
    await().atMost(PATIENCE).until(() -> effects("a").equals(List.of(1L, 2L, 3L)));
    sweep();
    send("a/2", "a", 2, "another body");
    await().atMost(PATIENCE).until(() -> estate.count("semel_parked", CONFLICT) == 1);
    send("a", 2);
    await().atMost(PATIENCE).until(() -> estate.count("semel_duplicate", "true") == 1);
    assertThat(effects("a")).containsExactly(1L, 2L, 3L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"xa", "store-first"})
  void aCopyOfWhatWaitedLongAndWasWithdrawnTakesNoEffect(String protocol) {
    estate.consumer("attempts", "1");
    start(protocol);
    waitFor40Days();
    failing.set(2);
    send("a", 1);
    await().atMost(PATIENCE).until(() -> estate.count("semel_parked", "state = 'parked'") == 1);
    failing.set(0);
    operations.parked().withdraw(operations.parked().waiting(estate.name, 0, 1).get(0).id(), ANN);
    sweep();
    send("a", 2);
    await().atMost(PATIENCE).until(() -> estate.count("semel_duplicate", "true") == 1);
    assertThat(effects("a")).containsExactly(1L);
  }

  /** The second version waits for the first, and longer than anything is remembered. */
  private void waitFor40Days() {
    send("a", 2);
    await().atMost(PATIENCE).until(() -> estate.count("semel_held", "true") == 1);
    estate
        .server
        .postgres()
        .execute(
            """
            UPDATE semel_claim SET claimed_at = claimed_at - interval '40 days' WHERE consumer = '%1$s';
            UPDATE semel_inbox SET received_at = received_at - interval '40 days', ended_at = ended_at - interval '40 days'
            WHERE consumer = '%1$s';
            UPDATE semel_held SET held_at = held_at - interval '40 days' WHERE consumer = '%1$s'
            """
                .formatted(estate.name));
    sweep();
  }

  /** What is stored is forgotten first, and the claim that it keeps next. */
  private void sweep() {
    for (String forget :
        List.of("semel_forget_stored", "semel_forget_settled", "semel_forget_claims")) {
      estate.server.postgres().execute("SELECT %s('(0,0)', '(4294967294,0)')".formatted(forget));
    }
  }

  private void start(String protocol) {
    estate.under(protocol);
    estate.consumer("identity", "property:key");
    estate.consumer("aggregate", "property:aggregate");
    estate.consumer("version", "property:version");
    estate.consumer("headers", "aggregate, version");
    estate.consumer("workers", "6");
    estate.consumer("batch", "5");
    estate.consumer("poll", "50ms");
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).routeId("ordered").process(exchange -> effect(exchange));
          }
        });
  }

  private void send(String aggregate, long version) {
    send(aggregate, version, "x");
  }

  private void send(String aggregate, long version, String body) {
    send(aggregate + "/" + version, aggregate, version, body);
  }

  private void send(String key, String aggregate, long version, String body) {
    Jms.send(
        estate.server.broker(),
        estate.name,
        context -> {
          var message = context.createTextMessage(body);
          message.setStringProperty("key", key);
          message.setStringProperty("aggregate", aggregate);
          message.setStringProperty("version", Long.toString(version));
          return message;
        });
  }

  private void age(String by) {
    estate
        .server
        .postgres()
        .execute(
            "UPDATE semel_version SET moved_at = moved_at - interval '%s' WHERE consumer = '%s'"
                .formatted(by, estate.name));
  }

  private List<Long> effects(String aggregate) {
    return estate
        .server
        .postgres()
        .texts(
            "SELECT version FROM ordered_effect WHERE consumer = ? AND aggregate = ? ORDER BY seq",
            estate.name,
            aggregate)
        .stream()
        .map(Long::valueOf)
        .toList();
  }

  private long deadlocks() {
    return estate
        .server
        .postgres()
        .number("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()");
  }

  private void effect(Exchange exchange) throws SQLException {
    long version = Long.parseLong(exchange.getMessage().getHeader("version", String.class));
    if (version == failing.get()) {
      throw new IllegalStateException("no");
    }
    try (Connection connection = estate.server.dataSource().getConnection();
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO ordered_effect (consumer, aggregate, version) VALUES (?, ?, ?)")) {
      insert.setString(1, estate.name);
      insert.setString(2, exchange.getMessage().getHeader("aggregate", String.class));
      insert.setLong(3, version);
      insert.executeUpdate();
    }
  }
}
