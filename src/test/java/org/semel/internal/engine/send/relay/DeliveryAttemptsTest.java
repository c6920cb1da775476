// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.loop.EventMethods;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.send.relay.Delivery.Denied.Extent;
import org.semel.internal.engine.send.relay.DestinationPolicy.Breaker;
import org.semel.internal.engine.send.relay.Inquiry.InquiryResult;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.small.Proxied;

/** What answers do to the circuit of their destination is told. */
class DeliveryAttemptsTest {

  private static final Duration OPEN = Duration.ofSeconds(30);
  private static final Delivery AWAY = new Delivery.NotAccepted("away", Optional.empty());
  private static final Delivery NOT_US = new Delivery.Denied("status 401", Extent.ALL);

  private static final InquiryResult NO_QUERY_ROUTE =
      new InquiryResult.CannotSay("there is no query route any more");

  private final List<String> told = new ArrayList<>();
  private final AtomicLong now = new AtomicLong();
  private BooleanSupplier renewal = () -> true;
  private final RelayListener listener = Proxied.as(RelayListener.class, this::hear);
  private final DestinationChannel attempts =
      new DestinationChannel(
          RelayWorld.queue(RelayWorld.policy("mail")),
          lease -> new Delivery.Accepted(),
          new SettlementPolicy(RelayWorld.policy("mail"), () -> false, new Random(1)),
          new DestinationCircuit(new Breaker(2, OPEN), now::get, OPEN, () -> false),
          event -> EventMethods.call(RelayListener.class, listener, event),
          lease -> renewal.getAsBoolean());

  @Test
  void aCircuitThatOpensAndClosesIsToldOnceEach() {
    answer(AWAY, AWAY, AWAY);
    assertThat(told).containsExactly("circuitOpened [2, PT30S]");
    now.addAndGet(OPEN.toNanos());
    probe(new Delivery.Accepted());
    answer(new Delivery.Accepted());
    assertThat(told).containsExactly("circuitOpened [2, PT30S]", "circuitClosed []");
  }

  @Test
  void aDestinationThatLetsNobodyInIsPausedForAReasonAndResumed() {
    answer(NOT_US, NOT_US);
    assertThat(told).containsExactly("destinationPaused [status 401, PT30S]");
    now.addAndGet(OPEN.toNanos());
    probe(new Delivery.Accepted());
    assertThat(told).last().isEqualTo("destinationResumed []");
  }

  @Test
  void oneThatIsBackAndLetsNobodyInIsToldAsBoth() {
    answer(AWAY, AWAY);
    told.clear();
    now.addAndGet(OPEN.toNanos());
    probe(NOT_US);
    assertThat(told).containsExactly("circuitClosed []", "destinationPaused [status 401, PT30S]");
  }

  @Test
  void questionsThatAreNotAnsweredLetOthersWaitAndThatIsToldAndItsEnd() {
    InquiryResult.CannotSay cannot = new InquiryResult.CannotSay("no query route");
    for (int i = 0; i < 3; i++) {
      assertThat(attempts.found(lease(), cannot)).containsInstanceOf(Settlement.RetryAt.class);
    }
    assertThat(told).containsExactly("questionsUnanswered [2, PT30S]");
    InquiryResult waits = attempts.ask(lease());
    assertThat(waits).isInstanceOf(InquiryResult.NotAsked.class);
    assertThat(attempts.found(lease(), waits)).containsInstanceOf(Settlement.RetryAt.class);
    now.addAndGet(OPEN.toNanos());
    assertThat(attempts.ask(lease())).as("one is asked").isEqualTo(NO_QUERY_ROUTE);
    assertThat(attempts.found(lease(), new InquiryResult.NotKnown())).isEmpty();
    assertThat(told).containsExactly("questionsUnanswered [2, PT30S]", "questionsAnswered []");
  }

  @Test
  void theEndOfEachCircuitIsToldWhenItEnds() {
    InquiryResult cannot = new InquiryResult.CannotSay("status 500");
    answer(AWAY, AWAY);
    attempts.found(lease(), cannot);
    attempts.found(lease(), cannot);
    told.clear();
    now.addAndGet(OPEN.toNanos());
    probe(new Delivery.Accepted());
    assertThat(told).containsExactly("circuitClosed []");
    attempts.found(lease(), new InquiryResult.NotKnown());
    assertThat(told).containsExactly("circuitClosed []", "questionsAnswered []");
  }

  @Test
  void aProbeThatIsAskedForInVainLeavesItToTheNextAtOnce() {
    answer(AWAY, AWAY);
    now.addAndGet(OPEN.toNanos());
    Lease inDoubt = lease();
    assertThat(attempts.enters(inDoubt)).isTrue();
    assertThat(attempts.found(inDoubt, new InquiryResult.CannotSay("status 500"))).isPresent();
    probe(new Delivery.Accepted());
    assertThat(told).last().isEqualTo("circuitClosed []");
  }

  @Test
  void aDefectThatHidesTheOutcomeIsToldAndTheOutcomeUnknown() {
    IllegalStateException defect = new IllegalStateException("a defect");
    assertThat(attempts.broken(lease(), defect))
        .isEqualTo(
            new Settlement.Parked(
                Settlement.IntentParkingReason.OUTCOME_UNKNOWN,
                IllegalStateException.class.getName()));
    assertThat(told).containsExactly("interrupted [" + defect + ", PT0S]");
  }

  @Test
  void aLeaseThatCannotBeRenewedIsNotOursAndThatIsTold() {
    assertThat(attempts.isOurs(lease())).isTrue();
    renewal =
        () -> {
          throw new IllegalStateException("away");
        };
    assertThat(attempts.isOurs(lease())).isFalse();
    assertThat(told).hasSize(1).first().asString().startsWith("interrupted");
  }

  @Test
  void whatWasUndoneWithItsTransactionIsTriedAgain() {
    assertThat(attempts.undone(lease(), "rolled back", Settlement.FailureOf.INTENT))
        .isInstanceOf(Settlement.RetryAt.class);
  }

  @Test
  void aProviderThatCanNoLongerBeAskedCannotSay() {
    assertThat(attempts.ask(lease())).isEqualTo(NO_QUERY_ROUTE);
    assertThatThrownBy(attempts::prove).isInstanceOf(UnsupportedOperationException.class);
  }

  /** Among others that are taken. */
  @Test
  void howeverManyAreSentAwayForTheirOwnSakeEachIsParkedInTheEnd() {
    Delivery sentAway = new Delivery.Denied("status 404", Extent.UNSAID);
    Map<Intent, Lease.DeliveryHistory> open = new LinkedHashMap<>();
    IntStream.range(0, 2_500).forEach(i -> open.put(lease().intent(), lease().history()));
    for (int round = 0; round < 20; round++) {
      for (Intent intent : List.copyOf(open.keySet())) {
        Settlement settlement = attempts.answered(lease(intent, open.get(intent)), sentAway);
        attempts.answered(lease(), new Delivery.Accepted());
        open.computeIfPresent(intent, (key, before) -> after(settlement, before));
      }
    }
    assertThat(open).isEmpty();
    assertThat(told).as("as others are let in").isEmpty();
  }

  private static Lease.@Nullable DeliveryHistory after(
      Settlement settlement, Lease.DeliveryHistory before) {
    if (settlement instanceof Settlement.Parked) {
      return null;
    }
    Settlement.RetryAt retry = (Settlement.RetryAt) settlement;
    int counted = retry.blame() == Settlement.FailureOf.INTENT ? 1 : 0;
    return new Lease.DeliveryHistory(
        before.failures() + counted,
        before.trace(),
        before.vouched(),
        before.keyAge(),
        Optional.of(retry.why()));
  }

  private void answer(Delivery... answers) {
    for (Delivery answer : answers) {
      attempts.answered(lease(), answer);
    }
  }

  private void probe(Delivery answer) {
    Lease probe = lease();
    assertThat(attempts.enters(probe)).isTrue();
    attempts.answered(probe, answer);
  }

  private static Lease lease() {
    Intent intent =
        new Intent(
            new Identity("c", UUID.randomUUID().toString()),
            new Intent.Address(new Destination("mail"), 0),
            Headers.none(),
            Body.none());
    return lease(intent, new Lease.DeliveryHistory(0, Lease.Trace.NONE, Duration.ZERO));
  }

  private static Lease lease(Intent intent, Lease.DeliveryHistory history) {
    return new Lease(intent, 1, history);
  }

  private @Nullable Object hear(Method method, @Nullable Object @Nullable [] arguments) {
    told.add(method.getName() + " " + Arrays.asList(arguments).subList(1, arguments.length));
    return null;
  }
}
