// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.semel.internal.desk.operate.AuditedOperations;
import org.semel.internal.desk.operate.replay.ReplayRule;
import org.semel.internal.engine.receive.Replayer;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Lease.Trace;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.send.Settlement.IntentParkingReason;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.operations.IntentActs.IntentContent;

/** What an operator sees of parked intents, and does to many of them by a plan. */
public abstract class ParkedIntentsContract {

  private static final OperatorContext ANN =
      new OperatorContext("ann", "the provider's token is renewed");
  private static final Headers HEADERS = Headers.of(Map.of("Content-Language", "la"));
  private static final Body BODY = Body.bytes("for Ann".getBytes(UTF_8), "text/plain");
  private static final Duration LIFE = Duration.ofMinutes(5);
  private static final int ROUNDS = 500;

  protected final OpsWorld world;
  private final String consumer = "c-" + UUID.randomUUID();
  protected final Destination mail = new Destination("d-" + UUID.randomUUID());
  private final Destination bank = new Destination("d-" + UUID.randomUUID());
  protected final AuditedOperations operations;

  public ParkedIntentsContract(OpsWorld world) {
    this.world = world;
    this.operations = operations(List.of(mail, bank));
  }

  private AuditedOperations operations(List<Destination> known) {
    return world.operations(
        new Replayer(), name -> ReplayRule.ALLOWED, () -> known, OpsWorld.NO_DEAD_LETTERS);
  }

  @Test
  void whoReadsWhatAnIntentSendsStandsInTheAuditWithTheReason() {
    UUID key = parkedNow(mail, "1", IntentParkingReason.OUTCOME_UNKNOWN, "read timed out").key();
    IntentContent content = operations.intents().view(key, 100, ANN).orElseThrow();
    assertThat(content).isEqualTo(new IntentContent(found(key), HEADERS, BODY));
    assertThat(operations.intents().view(key, 1, ANN).orElseThrow().body().isRead()).isFalse();
    assertThat(operations.intents().view(UUID.randomUUID(), 100, ANN)).isEmpty();
    assertThat(world.look(() -> world.audit().of(new Identity(consumer, "1"), 10)))
        .extracting(line -> line.entry().by() + " " + line.entry().act())
        .containsExactly(ANN + " VIEW", ANN + " VIEW");
  }

  @Test
  void whatAPersonHasSettledIsNotParkedForAnyReason() {
    UUID delivered = parkedNow(mail, "1", IntentParkingReason.REFUSED, "422").key();
    UUID withdrawn = parkedNow(mail, "2", IntentParkingReason.REFUSED, "422").key();
    operations.intents().delivered(delivered, "the provider's number", ANN);
    operations.intents().withdraw(withdrawn, ANN);
    assertThat(List.of(found(delivered).answers(), found(withdrawn).answers()))
        .allSatisfy(
            answers -> {
              assertThat(answers.reason()).isEmpty();
              assertThat(answers.last()).contains("422");
            });
  }

  @Test
  void whatHasChangedSinceItWasLookedAtIsLeftAsItIs() {
    UUID key = parkedNow(mail, "1", IntentParkingReason.OUTCOME_UNKNOWN, "timed out").key();
    IntentRecord shown = parked(mail, ParkedFilter.ALL).get(0);
    RowVersion seen = new RowVersion(shown.version());
    assertThat(found(key).version()).as("to look changes nothing").isEqualTo(shown.version());
    operations.intents().retry(key, ANN);
    IntentActs.Intervention changed = new IntentActs.Intervention.Changed(IntentState.PENDING);
    assertThat(operations.intents().retry(key, seen, ANN)).isEqualTo(changed);
    assertThat(operations.intents().withdraw(key, seen, ANN)).isEqualTo(changed);
    assertThat(operations.intents().delivered(key, "no. 7", seen, ANN)).isEqualTo(changed);
    RowVersion now = new RowVersion(found(key).version());
    assertThat(operations.intents().withdraw(key, now, ANN))
        .isInstanceOf(IntentActs.Intervention.Done.class);
    assertThat(operations.intents().retry(key, now, ANN))
        .isEqualTo(new IntentActs.Intervention.AlreadySettled(IntentState.WITHDRAWN));
    assertThat(operations.intents().retry(UUID.randomUUID(), seen, ANN))
        .isEqualTo(new IntentActs.Intervention.NotFound());
  }

  @Test
  void nothingIsKeptOfWhatAnEndedIntentHasSent() {
    UUID key = parkedNow(mail, "1", IntentParkingReason.REFUSED, "422").key();
    operations.intents().withdraw(key, ANN);
    IntentContent content = operations.intents().view(key, 100, ANN).orElseThrow();
    assertThat(content.headers()).isEqualTo(Headers.none());
    assertThat(content.body().size()).isZero();
  }

  private IntentRecord found(UUID key) {
    return operations.intents().find(key).orElseThrow();
  }

  @Test
  void whatNobodyKnowsIsListedWithKeyReasonDetailAttemptsAndTimes() {
    Intent intent = record(mail, "1");
    settle(mail, new Settlement.RetryAt(Duration.ZERO, "503", Trace.NONE));
    settle(mail, new Settlement.Parked(IntentParkingReason.OUTCOME_UNKNOWN, "read timed out"));
    IntentRecord listed = parked(mail, ParkedFilter.ALL).get(0);
    assertThat(listed.key()).isEqualTo(intent.key());
    assertThat(listed.cause()).isEqualTo(new Identity(consumer, "1"));
    assertThat(listed.state()).isEqualTo(IntentState.PARKED);
    assertThat(listed.answers().reason()).contains("OUTCOME_UNKNOWN");
    assertThat(listed.answers().last()).contains("read timed out");
    assertThat(listed.answers().attempts()).isEqualTo(2);
    assertThat(listed.answers().settled().orElseThrow()).isAfterOrEqualTo(listed.recorded());
    assertThat(operations.intents().find(intent.key())).contains(listed);
    assertThat(operations.intents().find(UUID.randomUUID())).isEmpty();
  }

  @Test
  void aListGoesOnBehindItsLastPlace() {
    IntStream.range(0, 5)
        .forEach(i -> parkedNow(mail, "k" + i, IntentParkingReason.REFUSED, "401"));
    List<String> seen = new ArrayList<>();
    IntentRecord.Position after = IntentRecord.Position.START;
    for (int page = 0; page < 3; page++) {
      List<IntentRecord> found =
          operations.intents().parked(mail.name(), ParkedFilter.ALL, after, 2);
      found.forEach(record -> seen.add(record.cause().key()));
      after = found.get(found.size() - 1).position();
    }
    assertThat(seen).containsExactly("k0", "k1", "k2", "k3", "k4");
    assertThat(operations.intents().parked(mail.name(), ParkedFilter.ALL, after, 2)).isEmpty();
  }

  @Test
  void aListIsOfOneDestinationAndOfWhatIsParked() {
    parkedNow(mail, "1", IntentParkingReason.REFUSED, "401");
    parkedNow(bank, "2", IntentParkingReason.REFUSED, "401");
    Intent retried = parkedNow(bank, "4", IntentParkingReason.REFUSED, "401");
    record(bank, "3");
    operations.intents().retry(retried.key(), ANN);
    assertThat(keys(bank, ParkedFilter.ALL)).containsExactly("2");
  }

  @Test
  void aFilterAsksForReasonTextTimesAndKeys() {
    parkedNow(mail, "1", IntentParkingReason.REFUSED, "422 no such customer");
    parkedNow(
        mail,
        "2",
        IntentParkingReason.OUTCOME_UNKNOWN,
        "java.net.SocketTimeoutException: 100% slow_");
    parkedNow(mail, "3", IntentParkingReason.REFUSED, "401");
    assertThat(keys(mail, ParkedFilter.ALL.because(IntentRecord.Reason.REFUSED)))
        .containsExactly("1", "3");
    assertThat(keys(mail, ParkedFilter.ALL.saying("TimeoutException: 100% slow_")))
        .containsExactly("2");
    assertThat(keys(mail, ParkedFilter.ALL.saying("_00% slow"))).isEmpty();
    assertThat(keys(mail, ParkedFilter.ALL.keys(Set.of("1", "2", "9")))).containsExactly("1", "2");
    var second = parked(mail, ParkedFilter.ALL).get(1).answers().settled().orElseThrow();
    assertThat(keys(mail, ParkedFilter.ALL.since(second))).containsExactly("2", "3");
    assertThat(keys(mail, ParkedFilter.ALL.until(second))).containsExactly("1");
    assertThat(keys(mail, ParkedFilter.ALL.because(IntentRecord.Reason.REFUSED).since(second)))
        .containsExactly("3");
    assertThatThrownBy(() -> keys(mail, ParkedFilter.ALL.messageId("ID:1")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("JMSMessageID");
  }

  @Test
  void whatWasAnsweredAlikeIsOneGroupTheLargestFirst() {
    parkedNow(mail, "1", IntentParkingReason.REFUSED, "HTTP status 422");
    parkedNow(mail, "2", IntentParkingReason.OUTCOME_UNKNOWN, "java.net.SocketTimeoutException");
    parkedNow(mail, "3", IntentParkingReason.REFUSED, "HTTP status 422");
    parkedNow(bank, "4", IntentParkingReason.REFUSED, "HTTP status 422");
    record(mail, "5");
    assertThat(operations.intents().groups(Optional.of(mail.name()), 10))
        .extracting(
            group ->
                group.reason().orElseThrow()
                    + " "
                    + group.group().orElseThrow()
                    + " "
                    + group.rows())
        .containsExactly(
            "REFUSED HTTP status 422 2", "OUTCOME_UNKNOWN java.net.SocketTimeoutException 1");
    assertThat(operations.intents().groups(Optional.of(mail.name()), 1))
        .singleElement()
        .satisfies(group -> assertThat(group.oldest()).isGreaterThanOrEqualTo(group.latest()));
    assertThat(operations.intents().groups(Optional.empty(), 10_000))
        .filteredOn(group -> Set.of(mail.name(), bank.name()).contains(group.destination()))
        .extracting(IntentActs.IntentGroup::rows)
        .containsExactlyInAnyOrder(2L, 1L, 1L);
    assertThatThrownBy(() -> operations.intents().groups(Optional.of("no such name!"), 10))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void groupsGoOnBehindTheLastOneWhateverTheyHaveInCommon() {
    List<String> answers = List.of("B", "b", "B", "a", "\u00E4", "_", "", "a b", "Z");
    for (int i = 0; i < answers.size(); i++) {
      parkedNow(mail, "k" + i, IntentParkingReason.REFUSED, answers.get(i));
      parkedNow(bank, "k" + i, IntentParkingReason.OUTCOME_UNKNOWN, answers.get(i));
    }
    Optional<String> only = Optional.of(mail.name());
    List<IntentActs.IntentGroup> whole = operations.intents().groups(only, 100);
    List<ParkedActs.GroupPlace> seen = new ArrayList<>();
    ParkedActs.GroupPlace after = ParkedActs.GroupPlace.START;
    List<IntentActs.IntentGroup> page;
    do {
      page = operations.intents().groups(only, after, 2);
      page.forEach(group -> seen.add(group.place()));
      after = seen.get(seen.size() - 1);
    } while (!page.isEmpty());
    assertThat(seen)
        .hasSize(whole.size())
        .isEqualTo(whole.stream().map(IntentActs.IntentGroup::place).toList());
  }

  @Test
  void aPlanIsMadeOfOneGroupOrOfSomeKeys() {
    parkedNow(mail, "1", IntentParkingReason.REFUSED, "HTTP status 422");
    parkedNow(mail, "2", IntentParkingReason.REFUSED, "HTTP status 4220");
    Intent third = parkedNow(mail, "3", IntentParkingReason.REFUSED, "HTTP status 422");
    ParkedFilter alike = ParkedFilter.ALL.ofGroup("HTTP status 422");
    assertThat(keys(mail, alike)).containsExactly("1", "3");
    assertThat(frozen(Selection.retryIntents(mail.name(), alike, 100), 0).progress().size())
        .isEqualTo(2);
    Plan one =
        started(Selection.withdrawIntents(mail.name(), alike.keys(Set.of("3", "2")), 100), 0);
    assertThat(drive(one)).isEqualTo(Plan.State.DONE);
    assertThat(state(third)).isEqualTo(IntentState.WITHDRAWN);
    assertThat(keys(mail, ParkedFilter.ALL)).containsExactly("1", "2");
  }

  @Test
  void aPlanLetsOneGoFirstAndTheOthersOnceItIsDelivered() {
    IntStream.range(0, 5)
        .forEach(i -> parkedNow(mail, "k" + i, IntentParkingReason.REFUSED, "401"));
    Plan plan = started(Selection.retryIntents(mail.name(), ParkedFilter.ALL, 100), 0);
    List<Integer> let = new ArrayList<>();
    for (int i = 0; i < ROUNDS && isRunning(plan); i++) {
      operations.driver().round();
      List<Lease> going = lease(mail);
      if (!going.isEmpty()) {
        let.add(going.size());
      }
      going.forEach(lease -> settle(lease, new Settlement.Delivered()));
      world.lapse(plan);
    }
    assertThat(let).containsExactly(1, 2, 2);
    assertThat(progress(plan).state()).isEqualTo(Plan.State.DONE);
    assertThat(progress(plan).done()).isEqualTo(5);
    assertThat(progress(plan).failed()).isZero();
    assertThat(parked(mail, ParkedFilter.ALL)).isEmpty();
  }

  @Test
  void aFirstIntentThatIsParkedAgainStopsThePlanAndTheOthersStillWait() {
    IntStream.range(0, 5)
        .forEach(i -> parkedNow(mail, "k" + i, IntentParkingReason.REFUSED, "401"));
    Plan plan = started(Selection.retryIntents(mail.name(), ParkedFilter.ALL, 100), 20);
    for (int i = 0; i < ROUNDS && isRunning(plan); i++) {
      operations.driver().round();
      lease(mail)
          .forEach(
              lease -> settle(lease, new Settlement.Parked(IntentParkingReason.REFUSED, "401")));
      world.lapse(plan);
    }
    assertThat(progress(plan).state()).isEqualTo(Plan.State.STOPPED);
    assertThat(progress(plan).done()).isEqualTo(1);
    assertThat(progress(plan).failed()).isEqualTo(1);
    assertThat(parked(mail, ParkedFilter.ALL)).hasSize(5);
    assertThat(attempts()).containsExactlyInAnyOrder(2, 1, 1, 1, 1);
  }

  @Test
  void anIntentThatIsNeverDeliveredFailsAfterSomeTries() {
    parkedNow(mail, "1", IntentParkingReason.REFUSED, "401");
    Plan plan = started(Selection.retryIntents(mail.name(), ParkedFilter.ALL, 100), 0);
    for (int i = 0; i < ROUNDS && isRunning(plan); i++) {
      operations.driver().round();
      world.lapse(plan);
    }
    assertThat(progress(plan).state()).isEqualTo(Plan.State.STOPPED);
    assertThat(progress(plan).failed()).isEqualTo(1);
    assertThat(lease(mail)).as("it is still due").hasSize(1);
  }

  @Test
  void aPlanTouchesOnlyWhatIsStillParked() {
    Intent withdrawn = parkedNow(mail, "1", IntentParkingReason.REFUSED, "401");
    Intent retried = parkedNow(mail, "2", IntentParkingReason.REFUSED, "401");
    parkedNow(mail, "3", IntentParkingReason.REFUSED, "401");
    Plan plan = frozen(Selection.withdrawIntents(mail.name(), ParkedFilter.ALL, 100), 0);
    operations.intents().withdraw(withdrawn.key(), ANN);
    operations.intents().retry(retried.key(), ANN);
    assertThat(operations.plans().rehearse(plan.id()))
        .contains(new DryRunReport(1, 0, 0, 0, 0, 2, 0));
    operations.plans().start(plan.id(), ANN);
    assertThat(drive(plan)).isEqualTo(Plan.State.DONE);
    assertThat(progress(plan).failed()).isZero();
    assertThat(state(retried)).isEqualTo(IntentState.PENDING);
  }

  /** It stands there again, but not as it stood when somebody decided what becomes of it. */
  @ParameterizedTest
  @EnumSource(
      value = Plan.Source.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"PARKED", "KEPT"})
  void whatHasBeenSentSinceItWasChosenIsGoneWhereverItStandsNow(Plan.Source source) {
    boolean pending = source.name().contains("PENDING");
    Settlement first =
        pending
            ? new Settlement.RetryAt(Duration.ofHours(1), "503", Trace.NONE)
            : new Settlement.Parked(IntentParkingReason.REFUSED, "401");
    Settlement since =
        pending
            ? new Settlement.RetryAt(Duration.ofHours(1), "timed out", Trace.POSSIBLE)
            : new Settlement.Parked(IntentParkingReason.OUTCOME_UNKNOWN, "timed out");
    Intent sent = record(mail, "1");
    Intent untouched = record(mail, "2");
    settle(mail, first);
    Plan plan = frozen(selection(source), 0);
    operations.intents().retry(sent.key(), ANN);
    settle(mail, since);
    IntentRecord before = found(sent.key());
    assertThat(operations.plans().rehearse(plan.id()))
        .contains(new DryRunReport(1, 0, 0, 0, 0, 1, 0));
    operations.plans().start(plan.id(), ANN);
    for (int i = 0; i < ROUNDS && isRunning(plan); i++) {
      operations.driver().round();
      lease(mail).forEach(lease -> settle(lease, new Settlement.Delivered()));
      world.lapse(plan);
    }
    assertThat(progress(plan).state()).isEqualTo(Plan.State.DONE);
    assertThat(progress(plan).failed()).isZero();
    assertThat(found(sent.key())).isEqualTo(before);
    assertThat(state(untouched).isFinal()).isTrue();
  }

  @Test
  void aPlanWithdrawsWhatIsStillPendingAndNothingElse() {
    Intent pending = answered(mail, "1", "503");
    Intent other = answered(mail, "2", "504");
    Intent sent = answered(mail, "3", "503");
    parkedNow(bank, "4", IntentParkingReason.REFUSED, "503");
    Selection selection =
        Selection.withdrawPendingIntents(mail.name(), ParkedFilter.ALL.ofGroup("503"), 100);
    Plan plan = frozen(selection, 0);
    operations.intents().delivered(sent.key(), "the provider's number", ANN);
    assertThat(operations.plans().rehearse(plan.id()))
        .contains(new DryRunReport(1, 0, 0, 0, 0, 1, 0));
    operations.plans().start(plan.id(), ANN);
    assertThat(drive(plan)).isEqualTo(Plan.State.DONE);
    assertThat(progress(plan).failed()).isZero();
    assertThat(List.of(state(pending), state(other), state(sent)))
        .containsExactly(IntentState.WITHDRAWN, IntentState.PENDING, IntentState.DELIVERED);
    assertThat(world.look(() -> world.audit().of(pending.cause(), 10)))
        .extracting(line -> line.entry().act() + " " + line.entry().outcome())
        .containsExactly("WITHDRAW_INTENT was pending");
  }

  @Test
  void aPlanSendsWhatWaitsForItsNextAttemptNowAndKnowsWhatComesOfIt() {
    answered(mail, "1", "503");
    Plan plan = started(Selection.retryPendingIntents(mail.name(), ParkedFilter.ALL, 100), 0);
    assertThat(lease(mail)).as("an hour lies before its next attempt").isEmpty();
    operations.driver().round();
    lease(mail).forEach(lease -> settle(lease, new Settlement.Delivered()));
    assertThat(drive(plan)).isEqualTo(Plan.State.DONE);
    assertThat(progress(plan).failed()).isZero();
  }

  /** The provider may be receiving it at this moment, or have received it since. */
  @Test
  void whatIsBeingSentWhenItsTurnComesIsGone() {
    Intent intent = record(mail, "1");
    Plan plan = started(Selection.withdrawPendingIntents(mail.name(), ParkedFilter.ALL, 100), 0);
    List<Lease> sending = lease(mail);
    assertThat(drive(plan)).isEqualTo(Plan.State.DONE);
    sending.forEach(lease -> settle(lease, new Settlement.Delivered()));
    assertThat(state(intent)).isEqualTo(IntentState.DELIVERED);
    assertThat(progress(plan).failed()).isZero();
  }

  @Test
  void whatIsPendingIsNotChosenByWhatOnlyAParkedOneHas() {
    for (ParkedFilter wrong :
        List.of(
            ParkedFilter.ALL.because(IntentRecord.Reason.REFUSED), ParkedFilter.ALL.saying("5"))) {
      assertThatThrownBy(() -> Selection.retryPendingIntents(mail.name(), wrong, 100))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("pending");
    }
  }

  private Selection selection(Plan.Source source) {
    String owner = Selection.owner(mail.name());
    return new Selection(owner, source, ParkedFilter.ALL, 100, 0, Long.MAX_VALUE);
  }

  /** Not done yet; due in an hour. */
  private Intent answered(Destination destination, String key, String answer) {
    Intent intent = record(destination, key);
    settle(destination, new Settlement.RetryAt(Duration.ofHours(1), answer, Trace.NONE));
    return intent;
  }

  @Test
  void aPlanSettlesIntentsByHandAndItsNumberStandsAsTheReference() {
    Intent one = parkedNow(bank, "1", IntentParkingReason.OUTCOME_UNKNOWN, "timed out");
    Intent other = parkedNow(bank, "2", IntentParkingReason.REFUSED, "422");
    Plan plan =
        started(
            Selection.deliveredIntents(
                bank.name(), ParkedFilter.ALL.because(IntentRecord.Reason.OUTCOME_UNKNOWN), 100),
            0);
    assertThat(drive(plan)).isEqualTo(Plan.State.DONE);
    IntentRecord settled = operations.intents().find(one.key()).orElseThrow();
    assertThat(settled.state()).isEqualTo(IntentState.DELIVERED);
    assertThat(settled.answers().reference())
        .hasValueSatisfying(
            reference -> assertThat(reference).isEqualTo("plan " + plan.id() + ": " + ANN.why()));
    assertThat(state(other)).isEqualTo(IntentState.PARKED);
  }

  @Test
  void whoAndWhyStandInTheAuditOfEachIntent() {
    parkedNow(mail, "1", IntentParkingReason.REFUSED, "401");
    drive(started(Selection.withdrawIntents(mail.name(), ParkedFilter.ALL, 100), 0));
    assertThat(world.look(() -> world.audit().of(new Identity(consumer, "1"), 10)))
        .extracting(line -> line.entry().by() + " " + line.entry().act())
        .containsExactly(ANN + " WITHDRAW_INTENT");
  }

  @Test
  void aPlanOfTheSameIntentsIsNotMadeTwiceButOneThatDoesOtherwiseIs() {
    parkedNow(mail, "1", IntentParkingReason.REFUSED, "401");
    Plan plan = frozen(Selection.retryIntents(mail.name(), ParkedFilter.ALL, 100), 0);
    assertThat(freeze(Selection.retryIntents(mail.name(), ParkedFilter.ALL, 100), 0))
        .isEqualTo(new PlanActs.Made.There(plan));
    assertThat(freeze(Selection.withdrawIntents(mail.name(), ParkedFilter.ALL, 100), 0))
        .isInstanceOf(PlanActs.Made.Frozen.class);
    assertThat(freeze(Selection.retryIntents(bank.name(), ParkedFilter.ALL, 100), 0))
        .isEqualTo(new PlanActs.Made.Empty());
  }

  @Test
  void aPlanIsWorkedOnWhereItsDestinationIsKnown() {
    parkedNow(mail, "1", IntentParkingReason.REFUSED, "401");
    Plan plan = started(Selection.withdrawIntents(mail.name(), ParkedFilter.ALL, 100), 0);
    operations(List.of(bank)).driver().round();
    assertThat(progress(plan).done()).isZero();
    assertThat(drive(plan)).isEqualTo(Plan.State.DONE);
  }

  private Plan started(Selection selection, int errorShare) {
    Plan plan = frozen(selection, errorShare);
    assertThat(operations.plans().start(plan.id(), ANN))
        .isInstanceOf(PlanActs.PlanTransition.Entered.class);
    return plan;
  }

  private Plan frozen(Selection selection, int errorShare) {
    return ((PlanActs.Made.Frozen) freeze(selection, errorShare)).plan();
  }

  private PlanActs.Made freeze(Selection selection, int errorShare) {
    return operations.plans().freeze(selection, new Plan.Pace(1_000, errorShare), ANN);
  }

  private Plan.State drive(Plan plan) {
    for (int i = 0; i < ROUNDS && isRunning(plan); i++) {
      operations.driver().round();
      world.lapse(plan);
    }
    return progress(plan).state();
  }

  private boolean isRunning(Plan plan) {
    return progress(plan).state() == Plan.State.RUNNING;
  }

  private Plan.Progress progress(Plan plan) {
    return operations.plans().find(plan.id()).orElseThrow().progress();
  }

  private List<IntentRecord> parked(Destination destination, ParkedFilter which) {
    return operations.intents().parked(destination.name(), which, 100);
  }

  private List<String> keys(Destination destination, ParkedFilter which) {
    return parked(destination, which).stream().map(record -> record.cause().key()).toList();
  }

  private List<Integer> attempts() {
    return parked(mail, ParkedFilter.ALL).stream()
        .map(record -> record.answers().attempts())
        .toList();
  }

  private IntentState state(Intent intent) {
    return operations.intents().find(intent.key()).map(IntentRecord::state).orElseThrow();
  }

  private Intent record(Destination destination, String key) {
    Intent intent =
        new Intent(
            new Identity(consumer, key),
            new Intent.Address(destination, 0, Optional.empty()),
            HEADERS,
            BODY);
    return world.act(
        () -> {
          world.memory().intents().record(intent);
          return intent;
        });
  }

  protected final Intent parkedNow(
      Destination destination, String key, IntentParkingReason reason, String why) {
    Intent intent = record(destination, key);
    settle(destination, new Settlement.Parked(reason, why));
    return intent;
  }

  private List<Lease> lease(Destination destination) {
    return world.act(() -> world.queue().lease(destination, 100, LIFE));
  }

  private void settle(Destination destination, Settlement settlement) {
    lease(destination).forEach(lease -> settle(lease, settlement));
  }

  private void settle(Lease lease, Settlement settlement) {
    assertThat(world.act(() -> world.queue().settle(List.of(new SettledLease(lease, settlement)))))
        .isEmpty();
  }
}
