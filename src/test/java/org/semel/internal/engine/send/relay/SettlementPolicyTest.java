// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Lease.KeyExposure;
import org.semel.internal.engine.send.Lease.Trace;
import org.semel.internal.engine.send.ProviderReference;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.send.Settlement.Delivered;
import org.semel.internal.engine.send.Settlement.FailureOf;
import org.semel.internal.engine.send.Settlement.IntentParkingReason;
import org.semel.internal.engine.send.Settlement.Parked;
import org.semel.internal.engine.send.Settlement.RetryAt;
import org.semel.internal.engine.send.relay.Delivery.Denied.Extent;
import org.semel.internal.engine.send.relay.DestinationPolicy.Breaker;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract.Keys;
import org.semel.internal.engine.send.relay.DestinationPolicy.Dispatch;
import org.semel.internal.engine.send.relay.DestinationPolicy.RetryPolicy;
import org.semel.internal.engine.send.relay.DestinationPolicy.Throughput;
import org.semel.internal.engine.send.relay.Inquiry.InquiryResult;
import org.semel.internal.engine.send.relay.SettlementPolicy.LeaseAction.Ask;
import org.semel.internal.engine.send.relay.SettlementPolicy.LeaseAction.Send;
import org.semel.internal.engine.send.relay.SettlementPolicy.LeaseAction.Settle;
import org.semel.matrix.Shows;
import org.semel.message.AllowedHeaders;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;

class SettlementPolicyTest {

  private static final Duration LIFE = Duration.ofHours(1);
  private static final Delivery.OutcomeUnknown TIMED_OUT = new Delivery.OutcomeUnknown("timed out");
  private static final Delivery.NotAccepted AWAY =
      new Delivery.NotAccepted("away", Optional.empty());

  private final SettlementPolicy honoured = settlements(Keys.HONOURED);
  private final SettlementPolicy ignored = settlements(Keys.IGNORED);
  private final SettlementPolicy asking =
      new SettlementPolicy(policy(Keys.IGNORED), () -> true, new Random(1));

  @Test
  void whatWasAcceptedIsDelivered() {
    assertThat(ignored.after(fresh(0), new Delivery.Accepted())).isEqualTo(new Delivered());
  }

  @Test
  void whatWasRefusedIsParkedAtOnce() {
    assertThat(honoured.after(fresh(0), new Delivery.Refused("status 400")))
        .isEqualTo(new Parked(IntentParkingReason.REFUSED, "status 400"));
  }

  @Test
  void aRefusalSaysNothingOfAnEarlierDeliveryThatMayHaveTakenEffect() {
    Delivery refused = new Delivery.Refused("status 401");
    Lease possible = lease(1, Trace.POSSIBLE, Duration.ZERO);
    for (SettlementPolicy settlements : List.of(honoured, ignored)) {
      assertThat(settlements.after(possible, refused))
          .isEqualTo(new Parked(IntentParkingReason.OUTCOME_UNKNOWN, "status 401"));
    }
    assertThat(asking.after(possible, refused))
        .isInstanceOfSatisfying(
            RetryAt.class, retry -> assertThat(retry.trace()).isEqualTo(Trace.POSSIBLE));
  }

  /** There is no answer to what was sent before, whatever a person has it sent again for. */
  @Test
  void aPersonsRetryIsAskedForOrSentAndNothingIsCertainByIt() {
    Lease vouched = vouched(4);
    for (SettlementPolicy settlements : List.of(honoured, ignored)) {
      assertThat(settlements.before(vouched)).isEqualTo(new Send());
      assertThat(settlements.after(vouched, new Delivery.Refused("status 422")))
          .isEqualTo(new Parked(IntentParkingReason.OUTCOME_UNKNOWN, "status 422"));
      assertThat(settlements.after(vouched, new Delivery.Denied("status 404", Extent.UNSAID)))
          .isEqualTo(new Parked(IntentParkingReason.OUTCOME_UNKNOWN, "status 404"));
      assertThat(settlements.after(vouched, AWAY))
          .isEqualTo(new Parked(IntentParkingReason.OUTCOME_UNKNOWN, "away"));
    }
    SettlementPolicy both = new SettlementPolicy(policy(Keys.HONOURED), () -> true, new Random(1));
    Lease unanswered =
        new Lease(
            fresh(0).intent(), 1, new Lease.DeliveryHistory(1, Trace.POSSIBLE, true, millis(1)));
    assertThat(both.before(unanswered)).as("the provider knows its key").isEqualTo(new Send());
    assertThat(asking.found(vouched, new InquiryResult.NotKnown())).as("may be sent").isEmpty();
    assertThat(asking.after(vouched, new Delivery.Refused("status 422")))
        .isInstanceOfSatisfying(
            RetryAt.class, retry -> assertThat(retry.trace()).isEqualTo(Trace.POSSIBLE));
  }

  /** The query route may never answer, and the person allows another delivery. */
  @Test
  void aPersonsRetryIsAskedForOnceAndWhatHasNoAnswerIsSent() {
    Lease vouched = vouched(0);
    assertThat(asking.before(vouched)).isEqualTo(new Ask());
    InquiryResult.CannotSay silence = new InquiryResult.CannotSay("status 500");
    assertThat(asking.found(vouched, silence)).isEmpty();
    assertThat(asking.found(vouched, new InquiryResult.NotAsked("others wait"))).isEmpty();
    assertThat(asking.before(vouched(1))).isEqualTo(new Send());
  }

  private static Lease vouched(int failures) {
    return new Lease(
        fresh(0).intent(), 1, new Lease.DeliveryHistory(failures, Trace.NONE, true, Duration.ZERO));
  }

  @Test
  void whatCertainlyDidNotArriveIsTriedAgainWhateverTheContract() {
    for (SettlementPolicy settlements : List.of(honoured, ignored)) {
      assertThat(settlements.after(fresh(0), AWAY))
          .isInstanceOfSatisfying(
              RetryAt.class, retry -> assertThat(retry.delay()).isBetween(millis(0), millis(100)));
    }
  }

  @Test
  void aProviderThatAsksToWaitLongerIsHeard() {
    Delivery busy = new Delivery.NotAccepted("429", Optional.of(Duration.ofSeconds(30)));
    assertThat(honoured.after(fresh(0), busy))
        .isEqualTo(new RetryAt(Duration.ofSeconds(30), "429", Trace.NONE));
  }

  @Test
  void afterThePolicysAttemptsItIsParked() {
    assertThat(honoured.after(fresh(3), AWAY)).isInstanceOf(RetryAt.class);
    assertThat(honoured.after(fresh(4), AWAY))
        .isEqualTo(new Parked(IntentParkingReason.ATTEMPTS_EXHAUSTED, "away"));
  }

  @Test
  @Shows("R8 none")
  void anUnknownOutcomeIsRepeatedOnlyWhereTheProviderHonoursKeys() {
    assertThat(honoured.after(fresh(0), TIMED_OUT)).isInstanceOf(RetryAt.class);
    assertThat(ignored.after(fresh(0), TIMED_OUT))
        .isEqualTo(new Parked(IntentParkingReason.OUTCOME_UNKNOWN, "timed out"));
  }

  @Test
  @Shows("R6 none")
  void anUnknownOutcomeIsNotRepeatedBeyondTheKeysLife() {
    assertThat(honoured.after(lease(0, Trace.NONE, LIFE), TIMED_OUT))
        .isEqualTo(new Parked(IntentParkingReason.OUTCOME_UNKNOWN, "timed out"));
  }

  @Test
  @Shows("R2 server")
  void anIntentWhoseLastRelayDiedIsSentAgainOnlyWhereTheProviderHonoursKeys() {
    Lease orphan = lease(0, Trace.POSSIBLE, Duration.ofSeconds(30));
    assertThat(honoured.before(orphan)).isEqualTo(new Send());
    assertThat(ignored.before(orphan)).satisfies(SettlementPolicyTest::parksAsUnknown);
    assertThat(honoured.before(lease(0, Trace.POSSIBLE, LIFE)))
        .satisfies(SettlementPolicyTest::parksAsUnknown);
  }

  /** Its age is that of its lease, of which half may be over before it is sent. */
  @Test
  void whoseKeyMayBeForgottenBeforeItIsSentIsNotSentAgain() {
    Duration latest = LIFE.minus(policy(Keys.HONOURED).throughput().lease().dividedBy(2));
    assertThat(honoured.before(lease(0, Trace.POSSIBLE, latest.minusNanos(1))))
        .isEqualTo(new Send());
    assertThat(honoured.before(lease(0, Trace.POSSIBLE, latest)))
        .satisfies(SettlementPolicyTest::parksAsUnknown);
  }

  @Test
  void anUnknownOutcomeIsRememberedAsLongAsItIsRepeated() {
    assertThat(honoured.after(fresh(0), TIMED_OUT))
        .isInstanceOfSatisfying(
            RetryAt.class, retry -> assertThat(retry.trace()).isEqualTo(Trace.POSSIBLE));
    assertThat(honoured.after(fresh(0), AWAY))
        .isInstanceOfSatisfying(
            RetryAt.class, retry -> assertThat(retry.trace()).isEqualTo(Trace.NONE));
  }

  @Test
  void aKeyThatNobodyLookedAtHasNotBeenSeen() {
    assertThat(honoured.after(fresh(0), Delivery.NotAccepted.neverSent("no connection")))
        .isInstanceOfSatisfying(
            RetryAt.class, retry -> assertThat(retry.key()).isEqualTo(KeyExposure.NONE));
    assertThat(honoured.after(fresh(0), new Delivery.Denied("401", Extent.ALL)))
        .isInstanceOfSatisfying(
            RetryAt.class, retry -> assertThat(retry.key()).isEqualTo(KeyExposure.NONE));
    Delivery maybe = new Delivery.Denied("403", Extent.UNSAID);
    assertThat(honoured.after(fresh(0), maybe, FailureOf.DESTINATION))
        .isInstanceOfSatisfying(
            RetryAt.class, retry -> assertThat(retry.key()).isEqualTo(KeyExposure.POSSIBLE));
  }

  @Test
  @Shows("R6 none")
  void whoseAttemptsEndInDoubtIsParkedAsUnknown() {
    assertThat(honoured.after(lease(4, Trace.POSSIBLE, Duration.ZERO), AWAY))
        .isEqualTo(new Parked(IntentParkingReason.OUTCOME_UNKNOWN, "away"));
    assertThat(honoured.after(fresh(4), TIMED_OUT))
        .isEqualTo(new Parked(IntentParkingReason.OUTCOME_UNKNOWN, "timed out"));
  }

  @Test
  void anIntentThatCertainlyHadNoEffectMayAlwaysBeSent() {
    assertThat(ignored.before(lease(2, Trace.NONE, LIFE))).isEqualTo(new Send());
  }

  @Test
  void anUnknownOutcomeThatMustNotBeRepeatedIsAskedForWhereTheProviderCanBeAsked() {
    assertThat(asking.after(fresh(0), TIMED_OUT))
        .isInstanceOfSatisfying(
            RetryAt.class, retry -> assertThat(retry.trace()).isEqualTo(Trace.POSSIBLE));
    assertThat(asking.before(lease(1, Trace.POSSIBLE, LIFE))).isEqualTo(new Ask());
  }

  @Test
  void whereRepetitionIsSafeNobodyIsAsked() {
    SettlementPolicy both = new SettlementPolicy(policy(Keys.HONOURED), () -> true, new Random(1));
    assertThat(both.before(lease(1, Trace.POSSIBLE, Duration.ZERO))).isEqualTo(new Send());
    assertThat(both.before(lease(1, Trace.POSSIBLE, LIFE))).isEqualTo(new Ask());
  }

  @Test
  void whatTheProviderSaysItAcceptedIsDelivered() {
    Optional<ProviderReference> reference = Optional.of(new ProviderReference("7"));
    assertThat(asking.found(lease(1, Trace.POSSIBLE, LIFE), new InquiryResult.Confirmed(reference)))
        .contains(new Delivered(reference));
  }

  @Test
  void whatTheProviderDoesNotKnowMayBeSent() {
    assertThat(asking.found(lease(1, Trace.POSSIBLE, LIFE), new InquiryResult.NotKnown()))
        .isEmpty();
  }

  /** The query route looks it up in the same memory, which ends when the key's life does. */
  @Test
  void butNotWhereItMayHaveForgottenTheKey() {
    SettlementPolicy both = new SettlementPolicy(policy(Keys.HONOURED), () -> true, new Random(1));
    assertThat(both.found(lease(1, Trace.POSSIBLE, LIFE), new InquiryResult.NotKnown()))
        .get()
        .isInstanceOfSatisfying(
            RetryAt.class, retry -> assertThat(retry.trace()).isEqualTo(Trace.POSSIBLE));
    assertThat(both.found(lease(5, Trace.POSSIBLE, LIFE), new InquiryResult.NotKnown()))
        .get()
        .isInstanceOfSatisfying(
            Parked.class,
            parked -> assertThat(parked.reason()).isEqualTo(IntentParkingReason.OUTCOME_UNKNOWN));
  }

  @Test
  void whatCouldNotBeAskedForIsAskedForLaterHoweverOften() {
    Lease last = lease(9, Trace.POSSIBLE, Duration.ZERO);
    assertThat(asking.found(last, new InquiryResult.NotAsked("not running")))
        .get()
        .isInstanceOfSatisfying(
            RetryAt.class,
            retry -> {
              assertThat(retry.blame()).isEqualTo(FailureOf.DESTINATION);
              assertThat(retry.trace()).isEqualTo(Trace.POSSIBLE);
              assertThat(retry.delay()).isGreaterThanOrEqualTo(Breaker.NONE.open());
            });
  }

  @Test
  void aProviderThatCannotSayIsAskedAgainAndNotForEver() {
    InquiryResult silence = new InquiryResult.CannotSay("status 500");
    assertThat(asking.found(lease(4, Trace.POSSIBLE, LIFE), silence))
        .get()
        .isInstanceOf(RetryAt.class);
    assertThat(asking.found(lease(5, Trace.POSSIBLE, LIFE), silence))
        .contains(new Parked(IntentParkingReason.OUTCOME_UNKNOWN, "status 500"));
  }

  @Test
  void whoseAttemptsEndInDoubtIsAskedForBeforeItIsParked() {
    SettlementPolicy both = new SettlementPolicy(policy(Keys.HONOURED), () -> true, new Random(1));
    assertThat(both.after(fresh(4), TIMED_OUT)).isInstanceOf(RetryAt.class);
    Lease exhausted = lease(5, Trace.POSSIBLE, Duration.ZERO);
    assertThat(both.before(exhausted)).isEqualTo(new Ask());
    assertThat(both.found(exhausted, new InquiryResult.NotKnown()))
        .get()
        .isInstanceOfSatisfying(
            Parked.class,
            parked ->
                assertThat(parked.reason()).isEqualTo(IntentParkingReason.ATTEMPTS_EXHAUSTED));
  }

  @Test
  void aFailureOfTheDestinationCountsForNoIntent() {
    Settlement settlement = honoured.after(fresh(4), AWAY, FailureOf.DESTINATION);
    assertThat(settlement)
        .isInstanceOfSatisfying(
            RetryAt.class,
            retry -> {
              assertThat(retry.blame()).isEqualTo(FailureOf.DESTINATION);
              assertThat(retry.trace()).isEqualTo(Trace.NONE);
            });
    assertThat(honoured.after(fresh(4), TIMED_OUT, FailureOf.DESTINATION))
        .isInstanceOfSatisfying(
            RetryAt.class, retry -> assertThat(retry.trace()).isEqualTo(Trace.POSSIBLE));
    assertThat(ignored.after(fresh(0), TIMED_OUT, FailureOf.DESTINATION))
        .as("nobody knows, whoever is to blame")
        .isEqualTo(new Parked(IntentParkingReason.OUTCOME_UNKNOWN, "timed out"));
  }

  @Test
  void aQuestionThatFailedForTheDestinationsSakeCountsForNoIntent() {
    InquiryResult.CannotSay silence = new InquiryResult.CannotSay("away");
    assertThat(asking.unanswered(lease(5, Trace.POSSIBLE, LIFE), silence, FailureOf.DESTINATION))
        .get()
        .isInstanceOfSatisfying(
            RetryAt.class, retry -> assertThat(retry.blame()).isEqualTo(FailureOf.DESTINATION));
  }

  @Test
  void whoIsSentAwayAloneIsParkedAndNeverAsCertainIfItMayHaveTakenEffectBefore() {
    Delivery away = new Delivery.Denied("status 404", Extent.UNSAID);
    assertThat(honoured.after(fresh(0), away))
        .isEqualTo(new Parked(IntentParkingReason.REFUSED, "status 404"));
    assertThat(honoured.after(lease(1, Trace.POSSIBLE, Duration.ZERO), away))
        .isEqualTo(new Parked(IntentParkingReason.OUTCOME_UNKNOWN, "status 404"));
    assertThat(ignored.after(fresh(0), new Delivery.Denied("404", Extent.UNSAID, Trace.POSSIBLE)))
        .as("behind a step that was done")
        .isEqualTo(new Parked(IntentParkingReason.OUTCOME_UNKNOWN, "404"));
  }

  @Test
  void whoIsNotLetInAloneIsTriedAsOftenAsAnyOther() {
    Delivery away = new Delivery.Denied("status 401", Extent.ALL);
    assertThat(ignored.after(fresh(0), away)).isInstanceOf(RetryAt.class);
    assertThat(ignored.after(fresh(4), away))
        .isEqualTo(new Parked(IntentParkingReason.ATTEMPTS_EXHAUSTED, "status 401"));
  }

  @Test
  void whoIsNotLetInAsNobodyIsLeavesTheNextProbeToAnother() {
    Delivery away = new Delivery.Denied("status 401", Extent.ALL);
    assertThat(ignored.after(fresh(0), away, FailureOf.DESTINATION))
        .isInstanceOfSatisfying(
            RetryAt.class,
            retry ->
                assertThat(retry.delay())
                    .isGreaterThanOrEqualTo(policy(Keys.IGNORED).retry().breaker().open()));
  }

  @Test
  void theRetryHorizonIsTheLongestThatThePlanCanTake() {
    Duration waits = millis(100 + 200 + 400 + 800);
    assertThat(policy(Keys.HONOURED).retryHorizon())
        .isEqualTo(waits.plus(Duration.ofMinutes(5 * 5)));
  }

  private static void parksAsUnknown(SettlementPolicy.LeaseAction step) {
    assertThat(step)
        .isInstanceOfSatisfying(
            Settle.class,
            settle ->
                assertThat(parkedFor(settle.settlement(), IntentParkingReason.OUTCOME_UNKNOWN))
                    .isTrue());
  }

  private static SettlementPolicy settlements(Keys keys) {
    return new SettlementPolicy(policy(keys), () -> false, new Random(1));
  }

  static DestinationPolicy policy(Keys keys) {
    return new DestinationPolicy(
        new Destination("mail"),
        new Dispatch(AllowedHeaders.of(List.of()), Optional.empty()),
        new Throughput(4, 20, Duration.ofSeconds(30), Duration.ofMillis(50)),
        new RetryPolicy(5, new Backoff(millis(100), Duration.ofSeconds(1)), Breaker.NONE),
        new Contract(keys, LIFE, "Location"));
  }

  private static Lease fresh(int failures) {
    return lease(failures, Trace.NONE, Duration.ZERO);
  }

  private static Lease lease(int failures, Trace trace, Duration keyAge) {
    Intent intent =
        new Intent(
            new Identity("c", "1"),
            new Intent.Address(new Destination("mail"), 0),
            Headers.none(),
            Body.none());
    return new Lease(intent, 1, new Lease.DeliveryHistory(failures, trace, keyAge));
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }

  static boolean parkedFor(Settlement settlement, IntentParkingReason reason) {
    return settlement instanceof Parked parked && parked.reason() == reason;
  }

  @Test
  void aFailureIsTheLastIfTheAttemptsAreUsedUpWithItAndItIsNotTheFirst() {
    assertThat(honoured.isLast(fresh(0))).isFalse();
    assertThat(honoured.isLast(fresh(3))).isFalse();
    assertThat(honoured.isLast(fresh(4))).isTrue();
    assertThat(honoured.isLast(fresh(5))).isTrue();
  }

  @Test
  void whereOneAttemptIsAllTheFirstFailureIsNeverTheDestinations() {
    DestinationPolicy base = policy(Keys.IGNORED);
    DestinationPolicy once =
        new DestinationPolicy(
            base.destination(),
            base.dispatch(),
            base.throughput(),
            new RetryPolicy(1, base.retry().backoff(), Breaker.NONE),
            base.contract());
    SettlementPolicy settlements = new SettlementPolicy(once, () -> false, new Random(1));
    assertThat(settlements.isLast(fresh(0))).isFalse();
    assertThat(settlements.isLast(fresh(1))).isTrue();
  }

  @Test
  void aProvidersReferenceIsKeptWithTheDelivery() {
    Optional<ProviderReference> reference = Optional.of(new ProviderReference("7"));
    assertThat(ignored.after(fresh(0), new Delivery.Accepted(reference)))
        .isEqualTo(new Delivered(reference));
  }

  @Test
  void whoseAttemptsAreUsedUpIsSentAgainWhereNobodyCanBeAskedAndRepetitionIsSafe() {
    assertThat(honoured.before(lease(5, Trace.POSSIBLE, Duration.ZERO))).isEqualTo(new Send());
    SettlementPolicy both = new SettlementPolicy(policy(Keys.HONOURED), () -> true, new Random(1));
    assertThat(both.before(lease(4, Trace.POSSIBLE, Duration.ZERO))).isEqualTo(new Send());
  }

  @Test
  void whatIsNotKnownBeforeTheLastAttemptIsSent() {
    assertThat(asking.found(lease(4, Trace.POSSIBLE, LIFE), new InquiryResult.NotKnown()))
        .isEmpty();
    assertThat(asking.found(lease(5, Trace.POSSIBLE, LIFE), new InquiryResult.NotKnown()))
        .isPresent();
  }

  @Test
  void aProviderThatAsksForAWaitIsHeardWhereNobodyKnowsToo() {
    Delivery late = new Delivery.OutcomeUnknown("504", Optional.of(Duration.ofSeconds(30)));
    assertThat(honoured.after(fresh(0), late))
        .isEqualTo(new RetryAt(Duration.ofSeconds(30), "504", Trace.POSSIBLE));
  }
}
