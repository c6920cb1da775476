// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.doctor;

import static java.lang.Thread.State.TIMED_WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.semel.fake.FakeTransactions;
import org.semel.operations.node.Diagnosis;
import org.semel.operations.node.Diagnosis.Observation;
import org.semel.operations.node.Diagnosis.Severity;

/** How the doctor goes about it. */
class DoctorTest {

  private static final Instant NOON = Instant.parse("2026-11-23T12:00:00Z");

  private static final DoctorCheck WELL = check("A", () -> "well");
  private static final DoctorCheck AWAY =
      check(
          "B",
          () -> {
            throw new IllegalStateException("payload");
          });

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);

  @Test
  void theWorstStandsFirstAndIsSaidOfTheWhole() {
    Diagnosis diagnosis = examined(() -> NOON, List.of(WELL, AWAY), List.of(WELL));
    assertThat(diagnosis.node()).isEqualTo("here");
    assertThat(diagnosis.at()).contains(NOON);
    assertThat(diagnosis.worst()).isEqualTo(Severity.UNSEEN);
    assertThat(diagnosis.observations())
        .extracting(Observation::severity)
        .containsExactly(Severity.UNSEEN, Severity.FINE, Severity.FINE);
    assertThat(diagnosis.count(Severity.FINE)).isEqualTo(2);
  }

  @Test
  void whatCannotBeSeenIsSaidWithoutWordsOfTheFailureAndKeepsNothingFromTheOthers() {
    Diagnosis diagnosis = examined(() -> NOON, List.of(), List.of(AWAY, WELL));
    assertThat(diagnosis.observations().get(0).finding())
        .isEqualTo("B cannot be seen: java.lang.IllegalStateException.");
    assertThat(diagnosis.observations()).hasSize(2);
  }

  @Test
  void whileTheDatabaseIsAwayNothingIsAskedOfItAndNothingIsTakenForWell() {
    Supplier<Instant> away =
        () -> {
          throw new IllegalStateException("away");
        };
    DoctorCheck asked =
        check(
            "C",
            () -> {
              throw new AssertionError("it was asked");
            });
    Diagnosis diagnosis = examined(away, List.of(WELL), List.of(asked, asked));
    assertThat(diagnosis.at()).isEmpty();
    assertThat(diagnosis.worst()).isEqualTo(Severity.ERROR);
    assertThat(diagnosis.observations().get(0).code()).isEqualTo("SEMEL-0852");
    assertThat(diagnosis.count(Severity.UNSEEN)).isEqualTo(2);
    assertThat(diagnosis.count(Severity.FINE)).isEqualTo(1);
    assertThat(diagnosis.observations().get(0).finding()).contains("IllegalStateException");
  }

  /** It costs no look at the database, and no transaction. */
  @Test
  void whatIsKnownIsTheNodeAsItIsNowAndTheRestAsItWasAtTheLatestExamination() {
    AtomicReference<String> here = new AtomicReference<>("well");
    AtomicReference<String> there = new AtomicReference<>("well");
    Doctor doctor =
        doctor(() -> NOON, List.of(check("A", here::get)), List.of(check("B", there::get)));
    assertThat(doctor.known()).extracting(Observation::finding).containsExactly("well");
    doctor.examine();
    nanos.addAndGet(Duration.ofSeconds(5).toNanos());
    here.set("changed");
    there.set("not seen yet");
    assertThat(doctor.known()).extracting(Observation::finding).containsExactly("changed", "well");
    doctor.examine();
    assertThat(doctor.known())
        .extracting(Observation::finding)
        .containsExactly("changed", "not seen yet");
  }

  /** However many ask: an examination takes connections and reads a part of the audit. */
  @Test
  void whoAsksDuringAnExaminationHearsWhatItFinds() throws Exception {
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicInteger looks = new AtomicInteger();
    Doctor doctor = doctor(() -> NOON, List.of(), List.of(check("A", () -> counted(goOn, looks))));
    List<Thread> asking = new CopyOnWriteArrayList<>();
    List<CompletableFuture<Diagnosis>> all =
        Stream.generate(() -> asked(doctor, asking)).limit(4).toList();
    await("one examines and the others wait")
        .until(() -> asking.stream().allMatch(one -> one.getState() == TIMED_WAITING));
    goOn.countDown();
    for (CompletableFuture<Diagnosis> each : all) {
      assertThat(each.get(3, TimeUnit.MINUTES).observations())
          .extracting(Observation::finding)
          .containsExactly("look 1");
    }
    assertThat(looks).hasValue(1);
  }

  @Test
  void whoAsksAMomentLaterHearsHowServerAndDatabaseWereAndHowLongAgoThatWas() {
    AtomicInteger here = new AtomicInteger();
    AtomicInteger there = new AtomicInteger();
    Doctor doctor =
        doctor(
            () -> NOON,
            List.of(check("A", () -> "here " + here.incrementAndGet())),
            List.of(check("B", () -> "there " + there.incrementAndGet())));
    assertThat(doctor.examine().age()).isZero();
    nanos.addAndGet(Duration.ofSeconds(4).toNanos());
    Diagnosis second = doctor.examine();
    assertThat(second.age()).hasSeconds(4);
    assertThat(second.observations())
        .extracting(Observation::finding)
        .containsExactly("here 2", "there 1");
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(doctor.examine().age()).isZero();
    assertThat(there).hasValue(2);
  }

  @Test
  void whoCannotWaitForAnExaminationHearsOfItAndWhatTheOneBeforeHasFound() throws Exception {
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicInteger looks = new AtomicInteger();
    Doctor doctor = doctor(() -> NOON, List.of(), List.of(check("A", () -> counted(goOn, looks))));
    List<Thread> asking = new CopyOnWriteArrayList<>();
    CompletableFuture<Diagnosis> other = asked(doctor, asking);
    await("it examines").until(() -> asking.get(0).getState() == TIMED_WAITING);
    Thread.currentThread().interrupt();
    Diagnosis meanwhile = doctor.examine();
    assertThat(Thread.interrupted()).as("the interrupt stays").isTrue();
    assertThat(meanwhile.at()).isEmpty();
    assertThat(meanwhile.observations())
        .singleElement()
        .satisfies(one -> assertThat(one.severity()).isEqualTo(Severity.UNSEEN))
        .satisfies(one -> assertThat(one.finding()).startsWith("Another examination"));
    goOn.countDown();
    assertThat(other.get(3, TimeUnit.MINUTES).at()).contains(NOON);
  }

  /** As when the node ends: half of it must not be taken for the whole. */
  @Test
  void whatIsNotWantedAnyMoreBeginsNoOtherCheckAndIsNotKept() {
    AtomicInteger looks = new AtomicInteger();
    Doctor doctor =
        doctor(
            () -> NOON,
            List.of(),
            List.of(
                check("A", () -> "look " + looks.incrementAndGet()),
                check("B", () -> "look " + looks.incrementAndGet())));
    doctor.examine(() -> looks.get() == 0);
    assertThat(looks).hasValue(1);
    assertThat(doctor.known()).isEmpty();
    assertThat(doctor.examine().observations()).hasSize(2);
  }

  private static String counted(CountDownLatch goOn, AtomicInteger looks) {
    try {
      assertThat(goOn.await(3, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return "look " + looks.incrementAndGet();
  }

  private static CompletableFuture<Diagnosis> asked(Doctor doctor, List<Thread> asking) {
    CompletableFuture<Diagnosis> heard = new CompletableFuture<>();
    Thread thread = new Thread(() -> heard.complete(doctor.examine()));
    thread.setDaemon(true);
    asking.add(thread);
    thread.start();
    return heard;
  }

  @Test
  void nothingThatIsLookedAtIsFine() {
    assertThat(examined(() -> NOON, List.of(), List.of()).worst()).isEqualTo(Severity.FINE);
  }

  private Diagnosis examined(
      Supplier<Instant> clock, List<DoctorCheck> ofMemory, List<DoctorCheck> ofDatabase) {
    return doctor(clock, ofMemory, ofDatabase).examine();
  }

  private Doctor doctor(
      Supplier<Instant> clock, List<DoctorCheck> ofMemory, List<DoctorCheck> ofDatabase) {
    return new Doctor(
        "here",
        new FakeTransactions(),
        clock,
        ofMemory,
        ofDatabase,
        nanos::get,
        cause -> cause.getClass().getName());
  }

  private static DoctorCheck check(String subject, Supplier<String> version) {
    return DoctorChecks.versions(subject, () -> Map.of("it", version.get()));
  }
}
