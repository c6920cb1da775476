// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Lease.Trace;
import org.semel.internal.engine.send.Settlement.FailureOf;
import org.semel.internal.engine.send.relay.Delivery.Denied.Extent;
import org.semel.internal.engine.send.relay.DestinationCircuit.CircuitAnswer;
import org.semel.internal.engine.send.relay.DestinationCircuit.CircuitAnswer.CircuitChange;
import org.semel.internal.engine.send.relay.DestinationPolicy.Breaker;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.operations.node.DestinationStatus.DestinationState;

class DestinationCircuitTest {

  private static final Delivery AWAY = new Delivery.NotAccepted("away", Optional.empty());
  private static final Delivery TIMED_OUT = new Delivery.OutcomeUnknown("timed out");
  private static final Delivery ACCEPTED = new Delivery.Accepted();

  private static final Delivery NOT_US = new Delivery.Denied("status 401", Extent.ALL);
  private static final Delivery SENT_AWAY = new Delivery.Denied("status 404", Extent.UNSAID);
  private static final Delivery FULL = new Delivery.Denied("no room", Extent.ALL_FOR_NOW);
  private static final Lease PROBE = newLease(-1);
  private static final Duration OPEN = Duration.ofSeconds(30);
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final CircuitAnswer PAUSED =
      new CircuitAnswer(CircuitChange.PAUSED, FailureOf.DESTINATION);
  private static final CircuitAnswer STILL =
      new CircuitAnswer(CircuitChange.NONE, FailureOf.DESTINATION);

  private final Map<Integer, Lease> leases = new HashMap<>();
  private final AtomicLong now = new AtomicLong();
  private final DestinationCircuit circuit =
      new DestinationCircuit(new Breaker(3, OPEN), now::get, PATIENCE, () -> false);

  @Test
  void tellsTheOperatorHowItIsAndWhenOneIsTried() {
    assertThat(circuit.state()).isEqualTo(new DestinationState.Delivering());
    open();
    now.addAndGet(Duration.ofSeconds(10).toNanos());
    assertThat(circuit.state())
        .isEqualTo(new DestinationState.CircuitOpen(3, Duration.ofSeconds(20)));
    now.addAndGet(Duration.ofSeconds(40).toNanos());
    assertThat(circuit.state()).isEqualTo(new DestinationState.CircuitOpen(3, Duration.ZERO));
    assertThat(circuit.enters(PROBE)).isTrue();
    assertThat(circuit.state()).isEqualTo(new DestinationState.Probing());
    assertThat(circuit.standing()).as("while one is tried").isEqualTo(ProviderStanding.BROKEN);
    probed(ACCEPTED);
    assertThat(circuit.state()).isEqualTo(new DestinationState.Delivering());
    assertThat(circuit.standing()).isEqualTo(ProviderStanding.CLOSED);
  }

  @Test
  void tellsTheOperatorWithWhatItIsDeniedAccess() {
    assertThat(answer(NOT_US)).isEqualTo(CircuitChange.PAUSED);
    assertThat(circuit.state()).isEqualTo(new DestinationState.AccessDenied("status 401", OPEN));
    assertThat(circuit.standing()).isEqualTo(ProviderStanding.DENIED);
  }

  @Test
  void tellsTheOperatorForHowLongItStaysOpen() {
    assertThat(circuit.open()).isEqualTo(OPEN);
  }

  @Test
  void admitsNotEvenAProbeWhileAnOperatorHasPausedTheDestination() {
    AtomicBoolean paused = new AtomicBoolean(true);
    DestinationCircuit steered =
        new DestinationCircuit(Breaker.NONE, now::get, PATIENCE, paused::get);
    assertThat(steered.admits()).isZero();
    assertThat(steered.enters(PROBE)).isFalse();
    paused.set(false);
    assertThat(steered.admits()).isPositive();
    assertThat(steered.enters(PROBE)).isTrue();
  }

  @Test
  void opensAfterSoManyFailuresInARow() {
    assertThat(answer(AWAY)).isEqualTo(CircuitChange.NONE);
    assertThat(answer(TIMED_OUT)).isEqualTo(CircuitChange.NONE);
    assertThat(circuit.admits()).isPositive();
    assertThat(answer(AWAY)).isEqualTo(CircuitChange.OPENED);
    assertThat(circuit.admits()).isZero();
    assertThat(circuit.enters(PROBE)).isFalse();
  }

  @Test
  void anAnswerOfWhateverKindBeginsTheCountAnew() {
    for (Delivery answer : List.of(ACCEPTED, new Delivery.Refused("status 400"))) {
      answer(AWAY);
      answer(AWAY);
      answer(answer);
    }
    assertThat(circuit.admits()).isPositive();
  }

  @Test
  void whenItsTimeIsOverItLetsOneThroughAndNoSecond() {
    open();
    now.addAndGet(Duration.ofSeconds(30).toNanos() - 1);
    assertThat(circuit.admits()).isZero();
    now.incrementAndGet();
    assertThat(circuit.admits()).isEqualTo(1);
    assertThat(circuit.enters(PROBE)).isTrue();
    assertThat(circuit.enters(PROBE)).isFalse();
    assertThat(circuit.admits()).isZero();
  }

  @Test
  void theOnesAnswerClosesIt() {
    probe();
    assertThat(probed(ACCEPTED)).isEqualTo(CircuitChange.CLOSED);
    assertThat(circuit.enters(PROBE)).isTrue();
    assertThat(circuit.enters(PROBE)).isTrue();
  }

  @Test
  void theOnesFailureOpensItForAsLongAgainAndIsNoNews() {
    probe();
    assertThat(circuit.answer(PROBE, AWAY))
        .isEqualTo(new CircuitAnswer(CircuitChange.NONE, FailureOf.DESTINATION));
    assertThat(circuit.admits()).isZero();
    now.addAndGet(Duration.ofSeconds(30).toNanos());
    assertThat(circuit.admits()).isEqualTo(1);
  }

  @Test
  void whoWasOnTheWayWhenItOpenedDoesNotKeepItOpenLonger() {
    open();
    now.addAndGet(Duration.ofSeconds(20).toNanos());
    answer(AWAY);
    now.addAndGet(Duration.ofSeconds(10).toNanos());
    assertThat(circuit.admits()).isEqualTo(1);
  }

  @Test
  void withoutABreakerItNeverOpens() {
    DestinationCircuit none = new DestinationCircuit(Breaker.NONE, now::get, PATIENCE, () -> false);
    for (int i = 0; i < 1000; i++) {
      assertThat(none.answer(lease(i), AWAY).change()).isEqualTo(CircuitChange.NONE);
    }
    assertThat(none.enters(lease(0))).isTrue();
  }

  @Test
  void aFailureThatIsNoProbesIsTheIntentsOwn() {
    assertThat(circuit.answer(lease(1), AWAY).blame()).isEqualTo(FailureOf.INTENT);
    open();
    assertThat(circuit.answer(lease(2), AWAY).blame())
        .as("on its way before")
        .isEqualTo(FailureOf.INTENT);
  }

  @Test
  void whoWasOnTheWayDoesNotDecideForTheProbe() {
    probe();
    answer(AWAY);
    assertThat(circuit.admits()).as("the probe is still out").isZero();
    now.addAndGet(OPEN.toNanos());
    assertThat(circuit.enters(lease(9))).isFalse();
    assertThat(probed(ACCEPTED)).isEqualTo(CircuitChange.CLOSED);
  }

  @Test
  void aProbeWithoutAnOutcomeIsReplacedByAnother() {
    probe();
    now.addAndGet(PATIENCE.toNanos() - 1);
    assertThat(circuit.admits()).isZero();
    now.incrementAndGet();
    assertThat(circuit.admits()).isEqualTo(1);
    assertThat(circuit.enters(lease(9))).isTrue();
    circuit.notSent(PROBE);
    assertThat(circuit.answer(PROBE, AWAY).change()).isEqualTo(CircuitChange.NONE);
    assertThat(circuit.admits()).as("the other one is out").isZero();
    assertThat(circuit.answer(lease(9), ACCEPTED).change()).isEqualTo(CircuitChange.CLOSED);
  }

  @Test
  void aFailureThatFollowsAnotherIsNobodysLast() {
    assertThat(circuit.answer(lease(1), AWAY).blame(true)).isEqualTo(FailureOf.INTENT);
    assertThat(circuit.answer(lease(1), AWAY).blame(false)).isEqualTo(FailureOf.INTENT);
    assertThat(circuit.answer(lease(1), AWAY).blame(true)).isEqualTo(FailureOf.DESTINATION);
    assertThat(circuit.answer(lease(2), AWAY).blame(true))
        .as("on its way")
        .isEqualTo(FailureOf.DESTINATION);
  }

  @Test
  void aProbeThatIsNotSentLeavesItToTheNext() {
    probe();
    circuit.notSent(PROBE);
    assertThat(circuit.admits()).isEqualTo(1);
  }

  @Test
  void aProbeThatIsAskedForInVainLeavesItToTheNextAtOnce() {
    probe();
    assertThat(circuit.noAnswer(PROBE)).isEqualTo(STILL);
    circuit.notSent(PROBE);
    assertThat(circuit.admits()).isEqualTo(1);
    assertThat(circuit.noAnswer(lease(1)).blame()).isEqualTo(FailureOf.INTENT);
  }

  @Test
  void questionsThatHaveNoAnswerKeepOthersFromBeingAskedAndNoneFromBeingSent() {
    assertThat(askInVain()).isEqualTo(CircuitChange.NONE);
    assertThat(askInVain()).isEqualTo(CircuitChange.NONE);
    assertThat(circuit.asks()).isTrue();
    assertThat(askInVain()).isEqualTo(CircuitChange.ASKS_NO_MORE);
    assertThat(circuit.unanswered()).isEqualTo(3);
    assertThat(circuit.asks()).isFalse();
    assertThat(circuit.enters(lease(1))).isTrue();
    assertThat(circuit.noAnswer(lease(1))).as("on its way").isEqualTo(STILL);
  }

  @Test
  void whileQuestionsWaitOneIsAskedEachTimeAndNobodyIsToBlame() {
    letQuestionsWait();
    for (int i = 0; i < 10; i++) {
      now.addAndGet(OPEN.toNanos() - 1);
      assertThat(circuit.asks()).isFalse();
      now.incrementAndGet();
      assertThat(circuit.asks()).isTrue();
      assertThat(circuit.asks()).isFalse();
      assertThat(circuit.noAnswer(lease(i))).isEqualTo(STILL);
    }
    assertThat(circuit.found()).isEqualTo(CircuitChange.ASKS_AGAIN);
    assertThat(circuit.found()).isEqualTo(CircuitChange.NONE);
    assertThat(circuit.asks()).isTrue();
    assertThat(circuit.asks()).isTrue();
  }

  @Test
  void noAnswerToADeliveryLetsQuestionsBeAskedAgain() {
    letQuestionsWait();
    for (Delivery delivery : List.of(AWAY, ACCEPTED, NOT_US)) {
      assertThat(answer(delivery)).isNotEqualTo(CircuitChange.ASKS_AGAIN);
      assertThat(circuit.asks()).isFalse();
    }
    assertThat(circuit.found()).isEqualTo(CircuitChange.ASKS_AGAIN);
  }

  @Test
  void aQuestionThatIsAnsweredEndsNoRowOfFailures() {
    answer(AWAY);
    answer(AWAY);
    assertThat(circuit.found()).isEqualTo(CircuitChange.NONE);
    assertThat(answer(AWAY)).isEqualTo(CircuitChange.OPENED);
  }

  @Test
  void aQuestionWithoutAnAnswerThatFollowsAFailureIsNobodysLastNorIsAFailureThatFollowsOne() {
    assertThat(circuit.noAnswer(lease(1)).blame(true)).isEqualTo(FailureOf.INTENT);
    assertThat(circuit.answer(lease(2), AWAY).blame(true)).isEqualTo(FailureOf.DESTINATION);
    answer(ACCEPTED);
    assertThat(circuit.answer(lease(2), AWAY).blame(true)).isEqualTo(FailureOf.INTENT);
    assertThat(circuit.noAnswer(lease(1)).blame(true)).isEqualTo(FailureOf.DESTINATION);
  }

  @Test
  void theProbeIsAskedForWhenAnyOtherWouldBe() {
    letQuestionsWait();
    probe();
    assertThat(circuit.asks()).as("the time of the questions is over as well").isTrue();
    assertThat(circuit.asks()).isFalse();
  }

  @Test
  void withoutABreakerNoQuestionWaits() {
    DestinationCircuit none = new DestinationCircuit(Breaker.NONE, now::get, PATIENCE, () -> false);
    for (int i = 0; i < 1000; i++) {
      assertThat(none.noAnswer(lease(i)).blame(true)).isEqualTo(FailureOf.INTENT);
    }
    assertThat(none.asks()).isTrue();
    assertThat(none.found()).isEqualTo(CircuitChange.NONE);
  }

  @Test
  void whoIsNotLetInPausesItAtOnceAndIsNotToBlame() {
    assertThat(circuit.answer(lease(1), NOT_US)).isEqualTo(PAUSED);
    assertThat(circuit.admits()).isZero();
    assertThat(circuit.answer(lease(2), NOT_US)).as("on its way").isEqualTo(STILL);
    assertThat(circuit.answer(lease(3), ACCEPTED).change())
        .as("no news")
        .isEqualTo(CircuitChange.NONE);
    assertThat(circuit.admits()).isZero();
  }

  @Test
  void fiveDifferentOnesInARowThatAreSentAwayPauseIt() {
    for (int i = 0; i < 4; i++) {
      assertThat(circuit.answer(lease(i), SENT_AWAY)).isEqualTo(STILL);
    }
    assertThat(circuit.answer(lease(4), SENT_AWAY)).isEqualTo(PAUSED);
  }

  @Test
  void fiveWithOneThatIsTakenInBetweenAreNotInARow() {
    for (int i = 0; i < 20; i++) {
      assertThat(circuit.answer(lease(i), SENT_AWAY)).isEqualTo(STILL);
      if (i % 4 == 3) {
        circuit.answer(lease(100 + i), ACCEPTED);
      }
    }
  }

  @Test
  void oneThatIsSentAwayASecondTimeIsToBlame() {
    circuit.answer(lease(1), SENT_AWAY);
    circuit.answer(lease(2), ACCEPTED);
    assertThat(circuit.answer(again(1, "status 404"), SENT_AWAY).blame())
        .isEqualTo(FailureOf.INTENT);
  }

  @Test
  void oneWhoseLastDeliveryFailedInAnotherWayIsNot() {
    assertThat(circuit.answer(again(1, "timed out"), SENT_AWAY).blame())
        .isEqualTo(FailureOf.DESTINATION);
    assertThat(circuit.answer(again(1, "status 404"), NOT_US)).as("all, now").isEqualTo(PAUSED);
  }

  /** They are parked, or count their attempts: in the next outage others show it. */
  @Test
  void fiveInARowPauseItThoughEachWasSentAwayBefore() {
    for (Delivery denial : List.of(SENT_AWAY, NOT_US)) {
      String why = ((Delivery.Denied) denial).why();
      for (int i = 0; i < 4; i++) {
        assertThat(circuit.answer(again(i, why), denial).blame()).isEqualTo(FailureOf.INTENT);
      }
      assertThat(circuit.answer(again(4, why), denial)).isEqualTo(PAUSED);
      now.addAndGet(OPEN.toNanos());
      assertThat(circuit.enters(PROBE)).isTrue();
      assertThat(probed(ACCEPTED)).isEqualTo(CircuitChange.RESUMED);
    }
  }

  @Test
  void whilePausedOneAtATimeIsTriedAndNobodyIsToBlame() {
    circuit.answer(lease(1), NOT_US);
    for (Delivery refusal : List.of(NOT_US, SENT_AWAY, AWAY, TIMED_OUT)) {
      now.addAndGet(OPEN.toNanos());
      assertThat(circuit.enters(PROBE)).isTrue();
      assertThat(circuit.enters(lease(2))).isFalse();
      assertThat(circuit.answer(PROBE, refusal)).isEqualTo(STILL);
      assertThat(circuit.enters(lease(2))).isFalse();
    }
    now.addAndGet(OPEN.toNanos());
    assertThat(circuit.enters(PROBE)).isTrue();
    assertThat(probed(ACCEPTED)).isEqualTo(CircuitChange.RESUMED);
    assertThat(circuit.enters(lease(2))).isTrue();
  }

  @Test
  void oneThatIsNotLetInAgainWhileOthersAreIsToBlame() {
    circuit.answer(lease(1), NOT_US);
    now.addAndGet(OPEN.toNanos());
    assertThat(circuit.enters(PROBE)).isTrue();
    assertThat(probed(ACCEPTED)).isEqualTo(CircuitChange.RESUMED);
    assertThat(circuit.answer(again(1, "status 401"), NOT_US))
        .isEqualTo(new CircuitAnswer(CircuitChange.NONE, FailureOf.INTENT));
    assertThat(circuit.answer(lease(2), NOT_US)).as("another").isEqualTo(PAUSED);
  }

  @Test
  void aProbeThatIsNotLetInIsKnownToHaveBeenSentAway() {
    circuit.answer(lease(1), NOT_US);
    now.addAndGet(OPEN.toNanos());
    assertThat(circuit.enters(PROBE)).isTrue();
    assertThat(circuit.answer(PROBE, NOT_US)).isEqualTo(STILL);
    now.addAndGet(OPEN.toNanos());
    assertThat(circuit.enters(lease(2))).isTrue();
    assertThat(circuit.answer(lease(2), ACCEPTED).change()).isEqualTo(CircuitChange.RESUMED);
    assertThat(circuit.answer(again(-1, "status 401"), NOT_US))
        .as("others are let in, so it is its own")
        .isEqualTo(new CircuitAnswer(CircuitChange.NONE, FailureOf.INTENT));
  }

  /** It fills up again behind each that it takes. */
  @Test
  void aFullQueueIsAFailureForWhichNoIntentIsToBlame() {
    for (int i = 0; i < 10; i++) {
      assertThat(circuit.answer(lease(1), FULL)).isEqualTo(STILL);
      assertThat(circuit.answer(lease(1), FULL)).isEqualTo(STILL);
      assertThat(answer(ACCEPTED)).as("in another queue").isEqualTo(CircuitChange.NONE);
    }
    assertThat(circuit.answer(lease(1), SENT_AWAY)).as("another denial").isEqualTo(STILL);
  }

  @Test
  void whereNothingElseIsTakenAFullQueueOpensItAndDeniesNoAccess() {
    circuit.answer(lease(1), FULL);
    circuit.answer(lease(2), FULL);
    assertThat(circuit.answer(lease(3), FULL))
        .isEqualTo(new CircuitAnswer(CircuitChange.OPENED, FailureOf.DESTINATION));
    assertThat(circuit.state()).isEqualTo(new DestinationState.CircuitOpen(3, OPEN));
    now.addAndGet(OPEN.toNanos());
    assertThat(circuit.enters(PROBE)).isTrue();
    assertThat(circuit.answer(PROBE, FULL)).isEqualTo(STILL);
    assertThat(circuit.admits()).isZero();
  }

  @Test
  void anOutageThatEndsInARefusalOfAllBecomesAPause() {
    probe();
    assertThat(circuit.answer(PROBE, NOT_US))
        .isEqualTo(new CircuitAnswer(CircuitChange.CLOSED_AND_PAUSED, FailureOf.DESTINATION));
    assertThat(circuit.admits()).isZero();
  }

  @Test
  void withoutABreakerItIsPausedAllTheSame() {
    DestinationCircuit none = new DestinationCircuit(Breaker.NONE, now::get, PATIENCE, () -> false);
    assertThat(none.answer(lease(1), NOT_US)).isEqualTo(PAUSED);
    now.addAndGet(Breaker.NONE.open().toNanos());
    assertThat(none.enters(PROBE)).isTrue();
    assertThat(none.answer(PROBE, AWAY)).isEqualTo(STILL);
    assertThat(none.admits()).isZero();
  }

  private CircuitChange answer(Delivery delivery) {
    return circuit.answer(lease(0), delivery).change();
  }

  private CircuitChange probed(Delivery delivery) {
    return circuit.answer(PROBE, delivery).change();
  }

  private CircuitChange askInVain() {
    return circuit.noAnswer(lease(0)).change();
  }

  private void letQuestionsWait() {
    for (int i = 0; i < 3; i++) {
      askInVain();
    }
  }

  private Lease lease(int number) {
    return leases.computeIfAbsent(number, DestinationCircuitTest::newLease);
  }

  private static Lease newLease(int number) {
    return newLease(number, Optional.empty());
  }

  private static Lease again(int number, String lastFailure) {
    return newLease(number, Optional.of(lastFailure));
  }

  private static Lease newLease(int number, Optional<String> lastFailure) {
    return new Lease(
        new Intent(
            new Identity("c", "k" + number),
            new Intent.Address(new Destination("mail"), 0),
            Headers.none(),
            Body.none()),
        1,
        new Lease.DeliveryHistory(0, Trace.NONE, false, Duration.ZERO, lastFailure));
  }

  private void open() {
    for (int i = 0; i < 3; i++) {
      answer(AWAY);
    }
  }

  private void probe() {
    open();
    now.addAndGet(Duration.ofSeconds(30).toNanos());
    assertThat(circuit.enters(PROBE)).isTrue();
  }
}
