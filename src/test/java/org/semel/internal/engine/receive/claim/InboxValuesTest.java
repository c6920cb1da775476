// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.World;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.rows.InboxStage;
import org.semel.internal.engine.receive.rows.LeasedMessage;
import org.semel.internal.engine.receive.rows.StageChange;
import org.semel.internal.engine.receive.rows.Versions.Reached;
import org.semel.message.Body;
import org.semel.message.Fingerprint;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;

/** What is written down of a message, and the stages that it goes through. */
class InboxValuesTest {

  private static final Identity IDENTITY = new Identity("orders", "1");
  private static final Message MESSAGE = Messages.text("{}");
  private static final Offer OFFER =
      new Offer(IDENTITY, FingerprintProfile.EXACT.of(MESSAGE), Optional.empty());
  private static final Failure FAILURE = new Failure("k", "d");

  @Test
  void aFailureIsKeptWithItsKindAndTheBeginningOfWhatItSays() {
    assertThat(Failure.of(new IllegalStateException("x")))
        .isEqualTo(new Failure("java.lang.IllegalStateException", "x"));
    assertThat(Failure.of(new IllegalStateException()).detail()).isEmpty();
    assertThat(new Failure("k", "x".repeat(2_000) + "y").detail()).isEqualTo("x".repeat(2_000));
    assertThat(new Failure("k", "x".repeat(2_000)).detail()).hasSize(2_000);
  }

  /** What a transaction manager or a wrapper says tells nobody what to mend. */
  @Test
  void aFailureIsKeptWithTheWordsOfItsFirstCause() {
    Exception first = new IllegalStateException("violates \"credit\"");
    assertThat(Failure.of(new Exception("not committed", new Exception("no", first))).detail())
        .isEqualTo("not committed, by java.lang.IllegalStateException: violates \"credit\"");
    assertThat(Failure.of(new Exception("it violates \"credit\"", first)).detail())
        .isEqualTo("it violates \"credit\"");
    assertThat(Failure.of(new Exception(first)).detail()).isEqualTo(first.toString());
    assertThat(Failure.of(new Exception("x".repeat(3_000), first)).detail())
        .endsWith("violates \"credit\"");
  }

  @Test
  void ofAFailureThatCannotSayWhatItIsItsKindIsKept() {
    Failure kept = Failure.of(new World.Speechless());
    assertThat(kept.kind()).isEqualTo(World.Speechless.class.getName());
    assertThat(kept.detail()).contains("java.lang.NullPointerException");
  }

  @Test
  void eachEndingLeavesItsStage() {
    assertThat(
            List.of(
                new StageChange.Leased(Duration.ZERO).stage(),
                new StageChange.Completed().stage(),
                new StageChange.GivenBack().stage(),
                new StageChange.Stopped().stage(),
                new StageChange.RetryAfter(Duration.ZERO, FAILURE).stage(),
                new StageChange.FailedForGood(ParkingReason.EXPIRED, FAILURE).stage(),
                new StageChange.StoppedByOperator("why").stage(),
                new StageChange.Parked().stage(),
                new StageChange.Refused(new Verdict(ParkingReason.CONFLICT, "why")).stage(),
                new StageChange.Released().stage()))
        .containsExactly(
            InboxStage.IN_PROGRESS,
            InboxStage.COMPLETED,
            InboxStage.RECEIVED,
            InboxStage.RECEIVED,
            InboxStage.FAILED_RETRYABLE,
            InboxStage.FAILED_TERMINAL,
            InboxStage.FAILED_TERMINAL,
            InboxStage.PARKED,
            InboxStage.PARKED,
            InboxStage.RECEIVED);
  }

  @Test
  void aMessageGoesOnlyTheseWays() {
    assertThat(InboxStage.steps())
        .containsExactlyInAnyOrder(
            "RECEIVED>IN_PROGRESS",
            "RECEIVED>FAILED_TERMINAL",
            "IN_PROGRESS>IN_PROGRESS",
            "IN_PROGRESS>RECEIVED",
            "IN_PROGRESS>COMPLETED",
            "IN_PROGRESS>FAILED_RETRYABLE",
            "IN_PROGRESS>FAILED_TERMINAL",
            "COMPLETED>PARKED",
            "FAILED_RETRYABLE>IN_PROGRESS",
            "FAILED_RETRYABLE>FAILED_TERMINAL",
            "FAILED_TERMINAL>PARKED",
            "PARKED>RECEIVED");
  }

  @Test
  void whereNothingIsKeptEveryMessageIsNewAndTheDatabaseIsJoinedAllTheSame() {
    List<String> asked = new ArrayList<>();
    ClaimStore inbox =
        new NoClaimStore(
            new ClaimStore() {
              @Override
              public void join() {
                asked.add("join");
              }

              @Override
              public void bound() {}

              @Override
              public List<Claim> claim(List<Offer> offers) {
                throw new AssertionError("nothing is claimed");
              }

              @Override
              public List<Offer> settled(List<Offer> offers) {
                throw new AssertionError("nothing is looked up");
              }
            });
    inbox.join();
    assertThat(asked).containsExactly("join");
    assertThat(inbox.claim(List.of(OFFER, OFFER)))
        .containsExactly(new Claim.Claimed(), new Claim.Claimed());
    assertThat(inbox.settled(List.of(OFFER))).isEmpty();
  }

  @Test
  void aStoredMessageGoesOnBehindItsLastStepAndKeepsItsHistory() {
    LeasedMessage fresh = leased(0, 0, Optional.empty());
    RouteProgress step = new RouteProgress("second", Body.none(), Headers.none());
    assertThat(fresh.at(step)).isEqualTo(leased(0, 0, Optional.of(step)));
    assertThat(fresh.history().isEmpty()).isTrue();
    assertThat(fresh.at(step).history().isEmpty()).isFalse();
    assertThat(leased(1, 0, Optional.empty()).history().isEmpty()).isFalse();
    assertThat(leased(0, 1, Optional.empty()).history().isEmpty()).isFalse();
  }

  @Test
  void aVersionThatFollowsIsReachedNowWithItsOwnFingerprint() {
    Fingerprint fingerprint = OFFER.fingerprint();
    Instant now = Instant.ofEpochSecond(9);
    Reached before = new Reached(3, Optional.empty(), Instant.EPOCH, now);
    assertThat(before.with(4, fingerprint))
        .isEqualTo(new Reached(4, Optional.of(fingerprint), now, now));
  }

  @Test
  void whatIsParkedNamesWhatIsKnownOfIt() {
    ParkedMessage.IdentityEvidence known = ParkedMessage.IdentityEvidence.of(OFFER);
    Claim.Conflict conflict = new Claim.Conflict(OFFER.fingerprint(), Instant.EPOCH);
    assertThat(ParkedMessage.IdentityEvidence.unknown().identity()).isEmpty();
    assertThat(known.identity()).contains(IDENTITY);
    assertThat(known.offered()).contains(OFFER.fingerprint());
    assertThat(known.holdsClaim()).isFalse();
    assertThat(known.holdingClaim().holdsClaim()).isTrue();
    assertThat(known.holdingClaim().identity()).contains(IDENTITY);
    assertThat(known.of(new Identity("a", "b"), OptionalLong.of(1)).aggregate())
        .contains(new Identity("a", "b"));
    assertThat(known.differingIn(List.of("x")).differing()).containsExactly("x");
    assertThat(ParkedMessage.IdentityEvidence.conflicting(OFFER, conflict).conflict())
        .contains(conflict);
  }

  private static LeasedMessage leased(int failures, int lapses, Optional<RouteProgress> progress) {
    return new LeasedMessage(
        IDENTITY,
        MESSAGE,
        7,
        new LeasedMessage.AttemptHistory(failures, lapses, progress, Optional.empty()));
  }

  @Test
  void withoutAFormerDayTheInboxIsTheCurrentOne() {
    List<String> asked = new ArrayList<>();
    SucceedingClaimStore inbox =
        new SucceedingClaimStore(settling(asked, List.of(OFFER)), Optional::empty);
    inbox.join();
    assertThat(inbox.claim(List.of(OFFER))).containsExactly(new Claim.Claimed());
    Offer other = new Offer(new Identity("orders", "2"), OFFER.fingerprint());
    assertThat(inbox.settled(List.of(OFFER, other))).containsExactly(OFFER);
    assertThat(asked).containsExactly("join", "claim");
  }

  private static ClaimStore settling(List<String> asked, List<Offer> settled) {
    return new ClaimStore() {
      @Override
      public void join() {
        asked.add("join");
      }

      @Override
      public void bound() {}

      @Override
      public List<Claim> claim(List<Offer> offers) {
        asked.add("claim");
        return offers.stream().<Claim>map(offer -> new Claim.Claimed()).toList();
      }

      @Override
      public List<Offer> settled(List<Offer> offers) {
        return settled;
      }
    };
  }
}
