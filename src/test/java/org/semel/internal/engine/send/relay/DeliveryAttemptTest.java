// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Lease.KeyExposure;
import org.semel.internal.engine.send.Lease.Trace;
import org.semel.internal.engine.send.ProviderReference;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.send.Settlement.Delivered;
import org.semel.internal.engine.send.Settlement.IntentParkingReason;
import org.semel.internal.engine.send.Settlement.NotBegun;
import org.semel.internal.engine.send.Settlement.Parked;
import org.semel.internal.engine.send.Settlement.RetryAt;
import org.semel.internal.engine.send.relay.DestinationChannel.DeliveryAttempt;
import org.semel.internal.engine.send.relay.DestinationPolicy.Breaker;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract.Keys;
import org.semel.internal.engine.send.relay.Inquiry.InquiryResult;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;

/** What comes of one try, and of one that is given up, wherever it was. */
class DeliveryAttemptTest {

  private static final Duration OPEN = Duration.ofSeconds(30);
  private static final Settlement LATER =
      new NotBegun(SettlementPolicyTest.policy(Keys.IGNORED).throughput().poll());
  private static final Lease FRESH = lease("1", 0, Trace.NONE);
  private static final Lease DOUBTFUL = lease("1", 1, Trace.POSSIBLE);

  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicReference<Optional<Settlement>> stopped = new AtomicReference<>();
  private Function<Lease, Delivery> answer = lease -> new Delivery.Accepted();
  private Function<Lease, InquiryResult> finding = lease -> new InquiryResult.NotKnown();
  private Predicate<Lease> renewed = lease -> true;
  private Predicate<Lease> marked = lease -> true;
  private BooleanSupplier byOperator = () -> false;
  private long now;
  private final DestinationCircuit circuit =
      new DestinationCircuit(
          new Breaker(1, OPEN), () -> now, OPEN, () -> byOperator.getAsBoolean());

  @AfterEach
  void noInterruptIsLeft() {
    assertThat(Thread.interrupted()).as("whoever was interrupted knows it").isFalse();
  }

  @Test
  void whatIsDeliveredIsSettledSoAndCannotBeGivenUpAnyMore() {
    DeliveryAttempt attempt = attempt(FRESH);
    assertThat(attempt.run()).contains(new Delivered());
    assertThat(attempt.giveUp("late")).isEmpty();
    assertThat(sent).hasValue(1);
  }

  @Test
  void whatIsGivenUpBeforeItBeginsIsGivenBackAndNeverSent() {
    DeliveryAttempt attempt = attempt(FRESH);
    assertThat(attempt.giveUp("early")).contains(new NotBegun());
    assertThat(attempt.giveUp("again")).isEmpty();
    assertThat(attempt.run()).isEmpty();
    assertThat(sent).hasValue(0);
  }

  @Test
  void whatIsGivenUpWhileItIsSentIsUnknownAndItsAnswerCountsNoMore() {
    answer = lease -> givenUpMeanwhile(Delivery.Accepted::new);
    assertThat(run(FRESH)).isEmpty();
    assertThat(stopped.get()).contains(new Parked(IntentParkingReason.OUTCOME_UNKNOWN, "hangs"));
    assertThat(Thread.interrupted()).as("its thread").isTrue();
    assertThat(circuit.failures()).as("only that it hung was heard").isEqualTo(1);
    assertThat(current.giveUp("again")).isEmpty();
    assertThat(Thread.interrupted()).as("its thread, which has left it").isFalse();
  }

  @Test
  void whatIsGivenUpWhileItIsAskedForIsAskedForLater() {
    finding = lease -> givenUpMeanwhile(InquiryResult.NotKnown::new);
    assertThat(run(DOUBTFUL)).isEmpty();
    assertThat(stopped.get())
        .get()
        .isInstanceOfSatisfying(
            RetryAt.class, retry -> assertThat(retry.trace()).isEqualTo(Trace.POSSIBLE));
    assertThat(Thread.interrupted()).as("its thread").isTrue();
    assertThat(sent).hasValue(0);
  }

  @Test
  void whatIsGivenUpBetweenQuestionAndSendingIsGivenBack() {
    renewed = lease -> givenUpMeanwhile(() -> true);
    assertThat(run(DOUBTFUL)).isEmpty();
    assertThat(stopped.get()).contains(new NotBegun());
    assertThat(Thread.interrupted()).as("its thread").isTrue();
    assertThat(sent).hasValue(0);
  }

  @Test
  void whatTheProviderDoesNotKnowIsSentOnlyUnderALeaseThatIsStillOurs() {
    assertThat(run(DOUBTFUL)).contains(new Delivered());
    renewed = lease -> false;
    assertThat(run(DOUBTFUL)).contains(new NotBegun());
    assertThat(sent).hasValue(1);
  }

  @Test
  void whatCannotBeMarkedAsSentIsNotSentAndTriedLater() {
    marked = lease -> false;
    assertThat(run(FRESH)).contains(LATER);
    marked =
        lease -> {
          throw new IllegalStateException("away");
        };
    assertThat(run(FRESH)).contains(LATER);
    assertThat(sent).hasValue(0);
  }

  /** As a transaction throws that finds no memory. */
  @Test
  void whatNoMemoryIsLeftToMarkAsSentIsNotSentAndNotInDoubt() {
    marked =
        lease -> {
          throw new OutOfMemoryError("for the note");
        };
    assertThat(run(FRESH)).contains(LATER);
    renewed = marked;
    assertThat(run(DOUBTFUL)).contains(new NotBegun());
    assertThat(sent).hasValue(0);
  }

  @Test
  void aDefectBeforeItIsSentLeavesNothingInDoubt() {
    byOperator =
        () -> {
          throw new IllegalStateException("nobody can say whether it is paused");
        };
    assertThat(run(FRESH))
        .get()
        .isInstanceOfSatisfying(
            RetryAt.class,
            retry -> {
              assertThat(retry.trace()).isEqualTo(Trace.NONE);
              assertThat(retry.key()).isEqualTo(KeyExposure.NONE);
              assertThat(retry.why()).isEqualTo("java.lang.IllegalStateException");
            });
    assertThat(sent).hasValue(0);
  }

  @Test
  void aProbeThatCannotBeMarkedAsSentLeavesItsPlaceToTheNext() {
    answer = lease -> new Delivery.NotAccepted("503", Optional.empty());
    run(FRESH);
    now = OPEN.toNanos();
    marked = lease -> false;
    assertThat(run(FRESH)).contains(LATER);
    marked = lease -> true;
    answer = lease -> new Delivery.Accepted();
    assertThat(run(FRESH)).contains(new Delivered());
    assertThat(sent).as("the first failure, and the probe").hasValue(2);
  }

  @Test
  void whatIsGivenUpWhileItIsMarkedAsSentIsGivenBack() {
    marked = lease -> givenUpMeanwhile(() -> true);
    assertThat(run(FRESH)).isEmpty();
    assertThat(stopped.get()).contains(new NotBegun());
    assertThat(Thread.interrupted()).as("its thread").isTrue();
    assertThat(sent).hasValue(0);
  }

  @Test
  void whatTheProviderKnowsIsSettledWithoutSending() {
    ProviderReference reference = new ProviderReference("7");
    finding = lease -> new InquiryResult.Confirmed(Optional.of(reference));
    assertThat(run(DOUBTFUL)).contains(new Delivered(Optional.of(reference)));
    finding =
        lease -> {
          throw new IllegalStateException("broken");
        };
    assertThat(run(DOUBTFUL)).get().isInstanceOf(RetryAt.class);
    assertThat(sent).hasValue(0);
  }

  @Test
  void behindAnOpenCircuitNothingIsSent() {
    answer = lease -> new Delivery.NotAccepted("away", Optional.empty());
    run(FRESH);
    assertThat(run(FRESH)).contains(new NotBegun());
    assertThat(sent).hasValue(1);
  }

  @Test
  void aProbeThatIsNotSentAfterAllLeavesItToTheNext() {
    for (Runnable ending : new Runnable[] {this::lostMeanwhile, this::knownMeanwhile}) {
      answer = lease -> new Delivery.NotAccepted("away", Optional.empty());
      run(FRESH);
      now += OPEN.toNanos();
      ending.run();
      assertThat(circuit.admits()).as("the next one may").isEqualTo(1);
      answer = lease -> new Delivery.Accepted();
      assertThat(run(lease("2", 0, Trace.NONE))).contains(new Delivered());
      assertThat(circuit.admits()).isEqualTo(Integer.MAX_VALUE);
      renewed = lease -> true;
      finding = lease -> new InquiryResult.NotKnown();
    }
  }

  private void lostMeanwhile() {
    renewed = lease -> false;
    assertThat(run(DOUBTFUL)).contains(new NotBegun());
  }

  private void knownMeanwhile() {
    finding = lease -> new InquiryResult.Confirmed(Optional.empty());
    assertThat(run(DOUBTFUL)).contains(new Delivered());
  }

  @Test
  void aProbeThatIsGivenUpLeavesItToTheNext() {
    answer = lease -> new Delivery.NotAccepted("away", Optional.empty());
    run(FRESH);
    now += OPEN.toNanos();
    renewed = lease -> givenUpMeanwhile(() -> true);
    assertThat(run(DOUBTFUL)).isEmpty();
    assertThat(Thread.interrupted()).as("its thread").isTrue();
    assertThat(circuit.admits()).isEqualTo(1);
  }

  @Test
  void whenTheCircuitOpensAndClosesThatIsTold() {
    answer = lease -> new Delivery.NotAccepted("away", Optional.empty());
    run(FRESH);
    now += OPEN.toNanos();
    answer = lease -> new Delivery.Accepted();
    run(FRESH);
    assertThat(told).containsExactly("opened after 1", "closed");
  }

  @Test
  void aProviderThatThrowsHasSaidNothing() {
    answer =
        lease -> {
          throw new IllegalStateException("broken");
        };
    assertThat(run(FRESH))
        .contains(
            new Parked(IntentParkingReason.OUTCOME_UNKNOWN, "java.lang.IllegalStateException"));
  }

  private final List<String> told = new ArrayList<>();
  private final RelayListener listener =
      new RelayListener() {
        @Override
        public void circuitOpened(Destination destination, int failures, Duration open) {
          told.add("opened after " + failures);
        }

        @Override
        public void circuitClosed(Destination destination) {
          told.add("closed");
        }
      };
  private DeliveryAttempt current;

  private Optional<Settlement> run(Lease lease) {
    current = attempt(lease);
    return current.run();
  }

  /** Another thread would find it where it is now. */
  private <T> T givenUpMeanwhile(Supplier<T> then) {
    stopped.set(current.giveUp("hangs"));
    return then.get();
  }

  private DeliveryAttempt attempt(Lease lease) {
    Provider provider =
        new Provider() {
          @Override
          public Delivery deliver(Lease given) {
            sent.incrementAndGet();
            return answer.apply(given);
          }

          @Override
          public Optional<Inquiry> inquiry() {
            return Optional.of(given -> finding.apply(given));
          }
        };
    SettlementPolicy settlements =
        new SettlementPolicy(
            SettlementPolicyTest.policy(Keys.IGNORED), () -> lease.equals(DOUBTFUL), new Random(1));
    DestinationChannel channel =
        new DestinationChannel(
            RelayWorld.queue(SettlementPolicyTest.policy(Keys.IGNORED)),
            provider,
            settlements,
            circuit,
            listener,
            new Held());
    return channel.attempt(lease);
  }

  private final class Held implements DestinationChannel.Leases {

    @Override
    public boolean renew(Lease lease) {
      return renewed.test(lease);
    }

    @Override
    public boolean markSent(Lease lease) {
      return marked.test(lease);
    }
  }

  private static Lease lease(String key, int failures, Trace trace) {
    Intent intent =
        new Intent(
            new Identity("c", key),
            new Intent.Address(new Destination("mail"), 0),
            Headers.none(),
            Body.none());
    return new Lease(intent, 1, new Lease.DeliveryHistory(failures, trace, Duration.ZERO));
  }
}
