// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.operate.AuditedOperations;
import org.semel.internal.desk.operate.replay.ReplayRule;
import org.semel.internal.engine.receive.Replayer;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Lease.SentFrom;
import org.semel.internal.engine.send.Lease.Trace;
import org.semel.internal.engine.send.LeaseLimit;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.send.Settlement.IntentParkingReason;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.operations.IntentActs.IntentFilter;
import org.semel.operations.IntentRecord.Position;
import org.semel.operations.ParkedFilter.Period;

/** What an operator sees of intents in each state. */
public abstract class ListedIntentsContract {

  private static final OperatorContext ANN = new OperatorContext("ann", "the provider asks");
  private static final Duration LIFE = Duration.ofMinutes(5);
  private static final int PAGE = 2;

  private final OpsWorld world;
  private final String consumer = "c-" + UUID.randomUUID();
  private final Destination mail = new Destination("d-" + UUID.randomUUID());
  private final Destination bank = new Destination("d-" + UUID.randomUUID());
  private final AuditedOperations operations;

  public ListedIntentsContract(OpsWorld world) {
    this.world = world;
    this.operations =
        world.operations(
            new Replayer(),
            name -> ReplayRule.ALLOWED,
            () -> List.of(mail, bank),
            OpsWorld.NO_DEAD_LETTERS);
  }

  @Test
  void eachStateHasAListOfItsOwnAtOneDestination() {
    oneOfEach(mail);
    oneOfEach(bank);
    assertThat(causes(IntentState.PENDING)).containsExactly("pending");
    assertThat(causes(IntentState.LEASED)).containsExactly("leased");
    assertThat(causes(IntentState.PARKED)).containsExactly("parked");
    assertThat(causes(IntentState.DELIVERED)).containsExactly("delivered");
    assertThat(causes(IntentState.WITHDRAWN)).containsExactly("withdrawn");
    assertThatThrownBy(
            () ->
                operations
                    .intents()
                    .list("a b", IntentFilter.of(IntentState.PENDING), Optional.empty(), 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aRowIsWhatTheIntentOfItsKeyIs() {
    oneOfEach(mail);
    for (IntentState state : IntentState.values()) {
      IntentRecord listed = list(IntentFilter.of(state)).get(0);
      assertThat(listed.state()).isEqualTo(state);
      assertThat(operations.intents().find(listed.key())).contains(listed);
    }
  }

  @Test
  void itIsKnownWhenAPendingIntentIsDueAndUntilWhenALeasedOneIsHeld() {
    oneOfEach(mail);
    for (IntentState state : IntentState.values()) {
      IntentRecord listed = list(IntentFilter.of(state)).get(0);
      boolean open = state == IntentState.PENDING || state == IntentState.LEASED;
      assertThat(listed.answers().sending().due().isPresent()).as(state.name()).isEqualTo(open);
    }
    IntentRecord leased = list(IntentFilter.of(IntentState.LEASED)).get(0);
    assertThat(leased.answers().sending().due().orElseThrow())
        .isAfter(leased.recorded().plus(LIFE.dividedBy(2)));
  }

  @Test
  void pagesOfEachListGoOnBehindTheLastPlace() {
    for (IntentState state : IntentState.values()) {
      IntStream.range(0, 5).forEach(i -> in(state, mail, state.word() + i));
    }
    for (IntentState state : IntentState.values()) {
      List<String> whole = causes(state);
      assertThat(whole).hasSize(5);
      assertThat(byPages(state)).isEqualTo(whole);
    }
    assertThat(causes(IntentState.PARKED)).startsWith("parked0").endsWith("parked4");
    assertThat(causes(IntentState.DELIVERED)).startsWith("delivered4").endsWith("delivered0");
    assertThat(causes(IntentState.WITHDRAWN)).startsWith("withdrawn4").endsWith("withdrawn0");
  }

  @Test
  void theLongestDueIsTheFirstThatIsPending() {
    failed("late", Duration.ofHours(2), Trace.NONE);
    failed("soon", Duration.ofHours(1), Trace.NONE);
    record(mail, "now");
    assertThat(causes(IntentState.PENDING)).containsExactly("now", "soon", "late");
  }

  @Test
  void whatMayHaveTakenEffectIsListedApart() {
    failed("unanswered", Duration.ofHours(1), Trace.POSSIBLE);
    failed("refused", Duration.ofHours(1), Trace.NONE);
    assertThat(list(possible(IntentState.PENDING)))
        .extracting(one -> one.cause().key())
        .containsExactly("unanswered");
    assertThat(list(IntentFilter.of(IntentState.PENDING)))
        .extracting(one -> one.answers().sending().uncertain())
        .containsExactly(true, false);
    record(mail, "lost");
    settle(lease(mail), new Settlement.Parked(IntentParkingReason.OUTCOME_UNKNOWN, "timed out"));
    in(IntentState.PARKED, mail, "refused for good");
    IntentRecord lost = list(possible(IntentState.PARKED)).get(0);
    assertThat(lost.cause().key()).isEqualTo("lost");
    operations.intents().withdraw(lost.key(), ANN);
    assertThat(list(possible(IntentState.PARKED))).isEmpty();
    assertThat(list(possible(IntentState.WITHDRAWN))).hasSize(1);
  }

  @Test
  void whatIsDeliveredIsNoLongerInQuestion() {
    record(mail, "lost");
    settle(lease(mail), new Settlement.RetryAt(Duration.ZERO, "timed out", Trace.POSSIBLE));
    settle(lease(mail), new Settlement.Delivered());
    assertThat(causes(IntentState.DELIVERED)).containsExactly("lost");
    assertThat(list(possible(IntentState.DELIVERED))).isEmpty();
  }

  @Test
  void aPersonsRetryLeavesInQuestionWhatWasSo() {
    record(mail, "lost");
    settle(lease(mail), new Settlement.Parked(IntentParkingReason.OUTCOME_UNKNOWN, "timed out"));
    IntentRecord lost = list(possible(IntentState.PARKED)).get(0);
    in(IntentState.PARKED, mail, "refused for good");
    list(IntentFilter.of(IntentState.PARKED))
        .forEach(parked -> operations.intents().retry(parked.key(), ANN));
    assertThat(list(IntentFilter.of(IntentState.PENDING))).hasSize(2);
    assertThat(list(possible(IntentState.PENDING)))
        .extracting(IntentRecord::key)
        .containsExactly(lost.key());
    settle(lease(mail), new Settlement.RetryAt(Duration.ZERO, "away", Trace.NONE));
    assertThat(list(possible(IntentState.PENDING))).as("what is sent in vain").hasSize(1);
  }

  private static IntentFilter possible(IntentState state) {
    return new IntentFilter(state, true, Optional.empty(), Period.EVER, Set.of());
  }

  @Test
  void aFilterAsksForLastAnswerTimesAndKeys() {
    failed("1", Duration.ofHours(1), Trace.NONE);
    in(IntentState.DELIVERED, mail, "2");
    in(IntentState.DELIVERED, mail, "3");
    assertThat(filtered(IntentState.PENDING, "503", Period.EVER, Set.of())).containsExactly("1");
    assertThat(filtered(IntentState.PENDING, "50", Period.EVER, Set.of())).isEmpty();
    Set<String> some = Set.of("2", "9");
    assertThat(filtered(IntentState.DELIVERED, null, Period.EVER, some)).containsExactly("2");
    Instant third =
        list(IntentFilter.of(IntentState.DELIVERED)).get(0).answers().settled().orElseThrow();
    Period since = new Period(Optional.of(third), Optional.empty());
    assertThat(filtered(IntentState.DELIVERED, null, since, Set.of())).containsExactly("3");
    Period until = new Period(Optional.empty(), Optional.of(third));
    assertThat(filtered(IntentState.DELIVERED, null, until, Set.of())).containsExactly("2");
    Instant recorded = list(IntentFilter.of(IntentState.PENDING)).get(0).recorded();
    Period before = new Period(Optional.empty(), Optional.of(recorded));
    assertThat(filtered(IntentState.PENDING, null, before, Set.of())).isEmpty();
  }

  private List<String> filtered(IntentState state, String last, Period within, Set<String> keys) {
    return list(new IntentFilter(state, false, Optional.ofNullable(last), within, keys)).stream()
        .map(one -> one.cause().key())
        .toList();
  }

  private List<String> byPages(IntentState state) {
    List<String> seen = new ArrayList<>();
    Optional<Position> after = Optional.empty();
    List<IntentRecord> page;
    do {
      page = operations.intents().list(mail.name(), IntentFilter.of(state), after, PAGE);
      page.forEach(one -> seen.add(one.cause().key()));
      after = page.stream().reduce((first, second) -> second).map(IntentRecord::position);
    } while (page.size() == PAGE);
    return seen;
  }

  private List<String> causes(IntentState state) {
    return list(IntentFilter.of(state)).stream().map(one -> one.cause().key()).toList();
  }

  private List<IntentRecord> list(IntentFilter which) {
    return operations.intents().list(mail.name(), which, Optional.empty(), 100);
  }

  private void oneOfEach(Destination destination) {
    for (IntentState state : IntentState.values()) {
      in(state, destination, state.word());
    }
  }

  /** One that is pending is due in an hour, so that nobody leases it who wants another. */
  private void in(IntentState state, Destination destination, String cause) {
    Intent intent = record(destination, cause);
    Lease lease = lease(destination);
    switch (state) {
      case PENDING -> settle(lease, new Settlement.NotBegun(Duration.ofHours(1)));
      case LEASED -> assertThat(lease.intent()).isEqualTo(intent);
      case PARKED -> settle(lease, new Settlement.Parked(IntentParkingReason.REFUSED, "401"));
      case DELIVERED -> settle(lease, new Settlement.Delivered());
      case WITHDRAWN -> {
        settle(lease, new Settlement.Parked(IntentParkingReason.REFUSED, "401"));
        operations.intents().withdraw(intent.key(), ANN);
      }
    }
  }

  private void failed(String cause, Duration delay, Trace trace) {
    record(mail, cause);
    settle(lease(mail), new Settlement.RetryAt(delay, "503", trace));
  }

  private Intent record(Destination destination, String cause) {
    Intent intent =
        new Intent(
            new Identity(consumer, cause),
            new Intent.Address(destination, 0, Optional.empty()),
            Headers.none(),
            Body.bytes("for Ann".getBytes(UTF_8), "text/plain"));
    return world.act(
        () -> {
          world.memory().intents().record(intent);
          return intent;
        });
  }

  private Lease lease(Destination destination) {
    return world
        .act(() -> world.queue().lease(destination, new LeaseLimit(1), LIFE, SentFrom.MARK))
        .get(0);
  }

  private void settle(Lease lease, Settlement settlement) {
    assertThat(world.act(() -> world.queue().settle(List.of(new SettledLease(lease, settlement)))))
        .isEmpty();
  }
}
