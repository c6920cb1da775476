// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.semel.Code;
import org.semel.internal.desk.operate.indoubt.OutsideView;
import org.semel.internal.desk.watch.doctor.DoctorChecks.ConsumerMemory;
import org.semel.internal.desk.watch.doctor.DoctorChecks.OldestSnapshot;
import org.semel.internal.desk.watch.doctor.DoctorChecks.PreparedBacklog;
import org.semel.internal.desk.watch.doctor.DoctorChecks.SweepAge;
import org.semel.internal.desk.watch.doctor.DoctorChecks.UnsafeSetting;
import org.semel.internal.engine.receive.proof.GlobalTransaction;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.operations.indoubt.ResourceSight;
import org.semel.operations.node.ConsumerStatus;
import org.semel.operations.node.ConsumerStatus.ConsumerState;
import org.semel.operations.node.DestinationStatus;
import org.semel.operations.node.DestinationStatus.DestinationState;
import org.semel.operations.node.Diagnosis.Observation;
import org.semel.operations.node.Diagnosis.Severity;

/** What each check makes of what it sees. */
class DoctorChecksTest {

  private static final Instant NOON = Instant.parse("2026-11-23T12:00:00Z");
  private static final Duration DAY = Duration.ofDays(1);

  static Stream<Arguments> consumers() {
    Duration none = Duration.ZERO;
    return Stream.of(
        Arguments.of(new ConsumerState.Receiving(), Code.CHECK_PASSED, "receives"),
        Arguments.of(
            new ConsumerState.AwaitingProof(Optional.of("x.Y"), none),
            Code.PROOF_WAITS,
            "It has waited for its start-up proof for 3 min: x.Y."),
        Arguments.of(
            new ConsumerState.AwaitingProof(Optional.empty(), none), Code.PROOF_WAITS, "3 min."),
        Arguments.of(
            new ConsumerState.PausedByOutage("x.Y", none),
            Code.PAUSED,
            "It has been paused for 3 min: x.Y."),
        Arguments.of(
            new ConsumerState.PausedByOperator(),
            Code.PAUSED_BY_OPERATOR,
            "An operator paused it 3 min ago."),
        Arguments.of(new ConsumerState.RouteSuspended(), Code.CONSUMER_STOPPED, "at rest"),
        Arguments.of(new ConsumerState.RouteStopped(), Code.CONSUMER_STOPPED, "at rest"));
  }

  @ParameterizedTest
  @MethodSource("consumers")
  void aConsumerThatDoesNotReceiveIsAFinding(ConsumerState state, Code code, String finding) {
    List<Observation> seen =
        DoctorChecks.consumers(
                () -> List.of(new ConsumerStatus("orders", state, Duration.ofSeconds(200))),
                name -> List.of())
            .observe();
    assertIs(seen.get(0), code, finding);
    assertThat(seen.get(0).of()).contains("orders");
    assertThat(seen.stream().skip(1)).allMatch(each -> each.of().isEmpty());
  }

  /**
   * Whom an operator has paused, and whose route somebody has stopped or suspended, is meant to be
   * so; who awaits a proof has just been started.
   */
  @Test
  void anErrorIsANodeOnWhichNothingReceivesThoughItShould() {
    Duration none = Duration.ZERO;
    ConsumerState away = new ConsumerState.PausedByOutage("x.Y", none);
    ConsumerState awaits = new ConsumerState.AwaitingProof(Optional.empty(), none);
    ConsumerState halted = new ConsumerState.PausedByOperator();
    ConsumerState stopped = new ConsumerState.RouteStopped();
    assertThat(worst(90, away)).contains(Severity.ERROR);
    ConsumerState suspended = new ConsumerState.RouteSuspended();
    assertThat(worst(90, away, halted, awaits, stopped)).contains(Severity.ERROR);
    assertThat(worst(90, stopped)).contains(Severity.WARNING);
    assertThat(worst(90, suspended, halted, stopped)).contains(Severity.WARNING);
    assertThat(worst(90, away, new ConsumerState.Receiving())).contains(Severity.WARNING);
    assertThat(worst(90, halted)).contains(Severity.WARNING);
    assertThat(worst(59, awaits)).contains(Severity.WARNING);
    assertThat(worst(90)).isEmpty();
    assertThat(seen(90, away).get(1).code()).isEqualTo("SEMEL-0851");
  }

  private static Optional<Severity> worst(int lasting, ConsumerState... states) {
    return seen(lasting, states).stream().map(Observation::severity).max(Comparator.naturalOrder());
  }

  private static List<Observation> seen(int lasting, ConsumerState... states) {
    return DoctorChecks.consumers(
            () ->
                Stream.of(states)
                    .map(each -> new ConsumerStatus("c", each, Duration.ofSeconds(lasting)))
                    .toList(),
            name -> List.of())
        .observe();
  }

  @Test
  void aConsumerThatIsRefusedHasAnErrorForEachReasonUnderItsOwnCodeWithItsOwnRemedy() {
    List<Observation> seen =
        DoctorChecks.consumers(
                () ->
                    List.of(
                        new ConsumerStatus(
                            "orders", new ConsumerState.RefusedByProof(List.of()), DAY)),
                name ->
                    List.of(
                        new Refusal(Code.ISOLATION_TOO_HIGH, "one", "mend one"),
                        new Refusal(Code.POOL_TOO_SMALL, "two", "mend two")))
            .observe();
    assertThat(seen).extracting(Observation::severity).containsOnly(Severity.ERROR);
    assertThat(seen).extracting(Observation::remedy).containsExactly("mend one", "mend two");
    assertIs(seen.get(0), Code.ISOLATION_TOO_HIGH, "one");
  }

  static Stream<Arguments> destinations() {
    return Stream.of(
        Arguments.of(new DestinationState.Delivering(), Code.CHECK_PASSED),
        Arguments.of(new DestinationState.CircuitOpen(5, DAY), Code.CIRCUIT_OPENED),
        Arguments.of(new DestinationState.Probing(), Code.CIRCUIT_OPENED),
        Arguments.of(
            new DestinationState.AccessDenied("HTTP status 401", DAY), Code.DESTINATION_PAUSED),
        Arguments.of(new DestinationState.DatabaseAway("x.Y", DAY), Code.RELAY_PAUSED),
        Arguments.of(new DestinationState.DeliveriesHanging(8), Code.DELIVERIES_HANG),
        Arguments.of(new DestinationState.HeldByOperator(), Code.PAUSED_BY_OPERATOR),
        Arguments.of(new DestinationState.NotRunning(), Code.DESTINATION_UNROUTED));
  }

  @ParameterizedTest
  @MethodSource("destinations")
  void aDestinationToWhichNothingIsSentIsAFinding(DestinationState state, Code code) {
    List<Observation> seen =
        DoctorChecks.destinations(() -> List.of(new DestinationStatus("mail", state))).observe();
    assertThat(seen).hasSize(1);
    assertIs(seen.get(0), code, "");
    assertThat(seen.get(0).of()).contains("mail");
  }

  @Test
  void anInspectionThatFindsNothingHasPassed() {
    assertIs(
        DoctorChecks.inspection("The server", Severity.ERROR, List::of).observe().get(0),
        Code.CHECK_PASSED,
        "The server: nothing to object to.");
    Observation found =
        DoctorChecks.inspection(
                "The server",
                Severity.WARNING,
                () -> List.of(new Refusal(Code.LOG_VOLATILE, "in memory", "move it")))
            .observe()
            .get(0);
    assertIs(found, Code.LOG_VOLATILE, "in memory");
    assertThat(found.severity()).isEqualTo(Severity.WARNING);
    assertThat(found.meaning()).isEqualTo(Code.LOG_VOLATILE.meaning());
  }

  @Test
  void aSettingOutsideItsRangeSaysValueRangeAndDanger() {
    Observation seen =
        DoctorChecks.settings(
                () -> List.of(new UnsafeSetting("fsync", "off", "on", "All is lost.")))
            .observe()
            .get(0);
    assertIs(seen, Code.SETTING_UNSAFE, "It is off, and safe is on. All is lost.");
    assertIs(DoctorChecks.settings(List::of).observe().get(0), Code.CHECK_PASSED, "safe ranges");
  }

  @ParameterizedTest
  @CsvSource({
    "0, CHECK_PASSED, agree",
    "2000, CHECK_PASSED, agree",
    "2001, CLOCKS_DIFFER, 2001 ms ahead of",
    "-2000, CHECK_PASSED, agree",
    "-2001, CLOCKS_DIFFER, 2001 ms behind"
  })
  void clocksThatDifferByMoreThanTwoSecondsAreAFinding(long millis, Code code, String finding) {
    Instant there = NOON.plusMillis(millis);
    assertIs(DoctorChecks.clocks(() -> there, () -> NOON).observe().get(0), code, finding);
  }

  @Test
  void clocksThatDifferAreAWarning() {
    Observation seen = DoctorChecks.clocks(() -> NOON.plus(DAY), () -> NOON).observe().get(0);
    assertIs(seen, Code.CLOCKS_DIFFER, "86400000 ms ahead of this machine's");
    assertThat(seen.severity()).isEqualTo(Severity.WARNING);
  }

  /** However slow the database answers, it agrees if its time lies within the question. */
  @Test
  void aSlowAnswerIsNoDifference() {
    Instant later = NOON.plusSeconds(60);
    Iterator<Instant> machine = List.of(NOON, later, later, later).iterator();
    assertIs(
        DoctorChecks.clocks(() -> NOON.plusSeconds(30), machine::next).observe().get(0),
        Code.CHECK_PASSED,
        "agree");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0, 100, CHECK_PASSED",
    "1, 119, 1, 100, CHECK_PASSED",
    "1, 120, 1, 100, IN_DOUBT_TOO_LONG",
    "1, 1, 79, 100, CHECK_PASSED",
    "1, 1, 80, 100, PREPARED_TRANSACTIONS_TOO_FEW",
    "0, 0, 0, 0, CHECK_PASSED"
  })
  void whatIsPreparedForTwoMinutesIsInDoubtAndTooManyAreAFindingToo(
      int here, int seconds, int everywhere, int places, Code code) {
    PreparedBacklog seen =
        new PreparedBacklog(here, Duration.ofSeconds(seconds), everywhere, places);
    assertIs(DoctorChecks.prepared(() -> seen).observe().get(0), code, here + " prepared");
  }

  @ParameterizedTest
  @CsvSource({"119, CHECK_PASSED", "120, IN_DOUBT_TOO_LONG"})
  void whatBrokersAndLogHoldForTwoMinutesIsInDoubtToo(int seconds, Code code) {
    Map<GlobalTransaction, Duration> held =
        Map.of(new GlobalTransaction(1, new byte[] {1}), Duration.ofSeconds(seconds));
    List<Observation> seen =
        DoctorChecks.outside(
                () ->
                    new OutsideView(
                        List.of(ResourceSight.seen("jms/semelXA")),
                        held,
                        ResourceSight.seen(ResourceSight.LOG),
                        held))
            .observe();
    assertThat(seen).hasSize(2);
    assertIs(seen.get(0), code, "1 transactions are prepared at the brokers");
    assertIs(seen.get(1), code, "1 transactions are decided and not ended");
  }

  @Test
  void brokersAndALogThatCannotBeSeenAreNamedWithTheReason() {
    List<Observation> seen =
        DoctorChecks.outside(
                () ->
                    new OutsideView(
                        List.of(ResourceSight.hidden("jms/away", "it does not answer: x.Y")),
                        Map.of(),
                        ResourceSight.hidden(ResourceSight.LOG, "its form is its own"),
                        Map.of()))
            .observe();
    assertThat(seen).hasSize(2);
    assertIs(seen.get(0), Code.CHECK_UNSEEN, "cannot be seen: it does not answer: x.Y.");
    assertThat(seen.get(0).of()).contains("jms/away");
    assertIs(seen.get(1), Code.CHECK_UNSEEN, "its form is its own.");
  }

  @Test
  void anOldSnapshotIsAFindingThatNamesItsHolder() {
    assertIs(snapshot(new OldestSnapshot(0, "", 0)).get(0), Code.CHECK_PASSED, "is 0 trans");
    assertIs(snapshot(new OldestSnapshot(999_999, "session 1", 0)).get(0), Code.CHECK_PASSED, "");
    assertIs(
        snapshot(new OldestSnapshot(1_000_000, "session 1", 0)).get(0),
        Code.SNAPSHOT_TOO_OLD,
        "is 1000000 transactions old, held by session 1.");
  }

  @Test
  void snapshotsThatTheRoleMayNotSeeAreSaidToBeUnseen() {
    List<Observation> seen = snapshot(new OldestSnapshot(0, "", 3));
    assertThat(seen).hasSize(2);
    assertIs(seen.get(1), Code.CHECK_UNSEEN, "3 sessions cannot be seen");
  }

  @Test
  void eachDayOfTheAuditThatIsNotAsItWasIsAnError() {
    assertIs(audit(List.of(), Optional.empty()).get(0), Code.CHECK_PASSED, "as it was");
    List<LocalDate> days = List.of(LocalDate.of(2026, 11, 20), LocalDate.of(2026, 11, 22));
    List<Observation> seen = audit(days, Optional.empty());
    assertThat(seen)
        .extracting(Observation::of)
        .containsExactly(
            Optional.of("the audit of 2026-11-20"), Optional.of("the audit of 2026-11-22"));
    assertIs(seen.get(1), Code.AUDIT_ALTERED, "do not have the digest");
  }

  @Test
  void aDayOfTheAuditThatShouldBeSealedIsAFinding() {
    List<Observation> seen = audit(List.of(), Optional.of(LocalDate.of(2026, 11, 20)));
    assertThat(seen).hasSize(1);
    assertIs(seen.get(0), Code.AUDIT_UNSEALED, "is not sealed");
  }

  /** Each look reads every line of a hundred days. */
  @Test
  void ofTheAuditWhoeverAsksAMomentLaterHearsWhatWasSeen() {
    AtomicInteger looks = new AtomicInteger();
    AtomicLong nanos = new AtomicLong();
    AuditCheck check =
        new AuditCheck(
            () -> {
              looks.incrementAndGet();
              return List.of();
            },
            day -> List.of(),
            Optional::empty,
            nanos::get,
            cause -> cause.getClass().getName());
    List<Observation> first = check.observe();
    assertThat(check.observe()).isEqualTo(first);
    assertThat(looks).hasValue(1);
    nanos.addAndGet(Duration.ofMinutes(1).toNanos());
    check.observe();
    assertThat(looks).as("a minute later").hasValue(2);
  }

  /** A day may have a million lines: what fits into three seconds is looked at, then others. */
  @Test
  void aRoundLooksAtSomeDaysOfTheAuditThoseThatWereLookedAtLongestAgoFirst() {
    LocalDate latest = LocalDate.of(2026, 11, 22);
    List<LocalDate> days = Stream.iterate(latest, day -> day.minusDays(1)).limit(5).toList();
    List<LocalDate> looks = new ArrayList<>();
    AtomicLong nanos = new AtomicLong();
    AuditCheck check =
        new AuditCheck(
            () -> days,
            day -> {
              looks.add(day);
              nanos.addAndGet(Duration.ofSeconds(1).toNanos());
              return day.equals(latest) ? List.of(latest) : List.of();
            },
            Optional::empty,
            nanos::get,
            cause -> cause.getClass().getName());
    List<Observation> first = check.observe();
    assertThat(looks).isEqualTo(days.subList(0, 3));
    assertThat(first).hasSize(2);
    assertIs(first.get(0), Code.AUDIT_ALTERED, "do not have the digest");
    assertIs(first.get(1), Code.CHECK_UNSEEN, "2 of its 5 latest sealed days");
    nanos.addAndGet(Duration.ofMinutes(1).toNanos());
    List<Observation> second = check.observe();
    assertThat(looks.subList(3, 6)).containsExactly(days.get(3), days.get(4), days.get(0));
    assertThat(second).hasSize(1);
    assertIs(second.get(0), Code.AUDIT_ALTERED, "do not have the digest");
    nanos.addAndGet(Duration.ofMinutes(1).toNanos());
    assertThat(check.observe()).as("what is not looked at anew stays").isEqualTo(second);
    assertThat(looks.subList(6, 9)).containsExactly(days.get(1), days.get(2), days.get(3));
  }

  /** One that takes too long must not keep the others from being looked at. */
  @Test
  void aDayOfTheAuditThatCannotBeReadKeepsTheOthersForOneRoundOnly() {
    List<LocalDate> days = List.of(LocalDate.of(2026, 11, 22), LocalDate.of(2026, 11, 21));
    AtomicLong nanos = new AtomicLong();
    AuditCheck check =
        new AuditCheck(
            () -> days,
            day -> {
              nanos.addAndGet(Duration.ofSeconds(4).toNanos());
              if (day.equals(days.get(0))) {
                throw new IllegalStateException("it takes too long");
              }
              return List.of();
            },
            Optional::empty,
            nanos::get,
            cause -> cause.getClass().getName());
    List<Observation> seen = check.observe();
    assertThat(seen).hasSize(2);
    assertIs(seen.get(0), Code.CHECK_UNSEEN, "to its end: java.lang.IllegalStateException.");
    assertThat(seen.get(0).of()).contains("the audit of 2026-11-22");
    assertIs(seen.get(1), Code.CHECK_UNSEEN, "1 of its 2 latest sealed days");
    nanos.addAndGet(Duration.ofMinutes(1).toNanos());
    assertThat(check.observe()).as("the other one is as it was").isEqualTo(seen.subList(0, 1));
  }

  private static List<Observation> audit(List<LocalDate> broken, Optional<LocalDate> overdue) {
    return new AuditCheck(() -> broken, List::of, () -> overdue, () -> 0, Throwable::toString)
        .observe();
  }

  private static List<Observation> snapshot(OldestSnapshot seen) {
    return DoctorChecks.snapshot(() -> seen).observe();
  }

  @ParameterizedTest
  @CsvSource({"14, 14, 7, CHECK_PASSED", "7, 7, 7, CHECK_PASSED", "14, 6, 7, RETENTION_SHORT"})
  void aMemoryThatIsShorterThanTheHorizonIsAnError(
      int configured, int declared, int horizon, Code code) {
    ConsumerMemory memory =
        new ConsumerMemory(
            "orders",
            Duration.ofDays(configured),
            Optional.of(Duration.ofDays(declared)),
            Duration.ofDays(horizon));
    assertIs(
        DoctorChecks.retention(() -> List.of(memory)).observe().get(0),
        code,
        "remembers its identities for " + declared + " d; its messages can come back for 7 d.");
  }

  @Test
  void whatIsNotDeclaredYetIsAsConfigured() {
    ConsumerMemory memory = new ConsumerMemory("orders", DAY, Optional.empty(), DAY);
    assertIs(
        DoctorChecks.retention(() -> List.of(memory)).observe().get(0), Code.CHECK_PASSED, "24 h");
  }

  @Test
  void aRoundOfRetentionThatIsLateIsAFinding() {
    DoctorCheck late =
        DoctorChecks.rounds(
            DAY,
            () -> List.of(new SweepAge("CLAIM", DAY), new SweepAge("BODY", Duration.ofHours(30))));
    assertThat(late.observe()).hasSize(1);
    assertIs(late.observe().get(0), Code.RETENTION_LATE, "Its last round ended 30 h ago.");
    assertThat(late.observe().get(0).of()).contains("BODY");
    assertIs(DoctorChecks.rounds(DAY, List::of).observe().get(0), Code.CHECK_PASSED, "rounds");
  }

  private static void assertIs(Observation seen, Code code, String finding) {
    assertThat(seen.code()).isEqualTo(code.text());
    assertThat(seen.finding()).contains(finding);
    assertThat(seen.meaning()).isNotBlank();
    assertThat(seen.remedy()).isNotBlank();
  }
}
