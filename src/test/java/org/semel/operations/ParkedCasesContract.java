// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.fake.InMemoryCases;
import org.semel.internal.desk.operate.act.OperatorTransactions;
import org.semel.internal.desk.operate.parked.ParkedCases;
import org.semel.internal.desk.operate.parked.ParkedCases.Hold;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.ClaimStore;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.claim.ParkedStore;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Body;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;
import org.semel.operations.ParkedCase.ParkedState;

/** What operators may do with parked messages, whatever stands behind them. */
public abstract class ParkedCasesContract {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  public final String consumer = "c-" + UUID.randomUUID();

  protected abstract Transactions transactions();

  protected abstract ParkedStore parking();

  protected abstract ClaimStore inbox();

  protected abstract ParkedCases cases();

  /** From now on it is an hour before all that has been. */
  protected abstract void theClockIsSetBack();

  /** The claim is gone, and nobody gave it back. */
  protected abstract void theClaimIsOutlived(String key);

  @Test
  void aCaseIsFoundWithAllItsEvidence() {
    ParkedMessage conflict =
        new ParkedMessage(
            consumer,
            Messages.keyed("1", "b", 3),
            new Verdict(ParkingReason.CONFLICT, "why"),
            IdentityEvidence.conflicting(
                offer("1", "b"), new Claim.Conflict(offer("1", "a").fingerprint(), Instant.EPOCH)));
    park(conflict);
    ParkedCase found = read(() -> cases().show(only().id(), Integer.MAX_VALUE)).orElseThrow();
    assertThat(found).isEqualTo(InMemoryCases.shown(found.id(), conflict, found.standing()));
    assertThat(found.standing().state()).isEqualTo(ParkedState.PARKED);
    assertThat(read(() -> cases().show(found.id(), 1))).contains(found);
    assertThat(read(() -> cases().hold(found.id()))).isEqualTo(new Hold.Locked(found));
  }

  @Test
  void whatIsNotThereIsAbsent() {
    assertThat(read(() -> cases().hold(-1))).isEqualTo(new Hold.NotFound());
    assertThat(read(() -> cases().show(-1, 0))).isEmpty();
  }

  @Test
  void whoComesSecondIsToldThatItIsInHand() {
    park(exhausted("1"));
    long id = only().id();
    Hold second =
        read(
            () -> {
              assertThat(cases().hold(id)).isInstanceOf(Hold.Locked.class);
              return elsewhere(() -> read(() -> cases().hold(id)));
            });
    assertThat(second).isEqualTo(new Hold.Busy());
    assertThat(read(() -> cases().hold(id))).isInstanceOf(Hold.Locked.class);
  }

  @Test
  void whatIsSettledStaysSettled() {
    park(exhausted("1"));
    long id = only().id();
    write(() -> cases().settle(id, ParkedState.WITHDRAWN));
    assertThat(read(() -> cases().hold(id)))
        .isEqualTo(new Hold.AlreadySettled(ParkedState.WITHDRAWN));
    assertThat(waiting()).isEmpty();
  }

  @Test
  void aRollBackLeavesItWaiting() {
    park(exhausted("1"));
    long id = only().id();
    read(
        () -> {
          cases().settle(id, ParkedState.RELEASED);
          return id;
        });
    assertThat(waiting()).hasSize(1);
  }

  @Test
  void aSettledCaseDoesNotStandInTheWayOfANewOne() {
    park(exhausted("1"));
    long first = only().id();
    write(() -> cases().settle(first, ParkedState.RELEASED));
    park(exhausted("1"));
    assertThat(only().id()).isNotEqualTo(first);
  }

  @Test
  void failedReleasesAreCounted() {
    park(exhausted("1"));
    long id = only().id();
    write(() -> cases().failed(id, new Failure("k", "d")));
    write(() -> cases().failed(id, new Failure("k", "e")));
    assertThat(only().standing().failures()).isEqualTo(2);
  }

  @Test
  void theLongestWaitingComeFirstAPageAtATime() {
    park(exhausted("1"));
    park(exhausted("2"));
    park(exhausted("3"));
    List<ParkedCase> page = read(() -> cases().waiting(consumer, 0, 2));
    assertThat(page).extracting(this::key).containsExactly("1", "2");
    long last = page.get(1).id();
    assertThat(read(() -> cases().waiting(consumer, last, 2)))
        .extracting(this::key)
        .containsExactly("3");
  }

  @Test
  void aListSaysHowLargeABodyIsAndDoesNotReadIt() {
    park(exhausted("1"));
    Body listed = only().message().body();
    assertThat(listed.size()).isEqualTo(1);
    assertThatThrownBy(listed::bytes).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aBodyThatIsLargerThanAskedForIsNotShown() {
    park(exhausted("1"));
    assertThat(read(() -> cases().show(only().id(), 0))).contains(only());
  }

  @ParameterizedTest
  @ValueSource(strings = {"ATTEMPTS_EXHAUSTED", "TERMINAL_FAILURE", "DELIVERIES_EXHAUSTED"})
  void theClaimWithWhichAMessageWasParkedIsGivenBack(ParkingReason reason) {
    claimAndPark(parked("1", reason));
    ParkedCase held = only();
    assertThat(claim("1")).isInstanceOf(Claim.Duplicate.class);
    write(() -> cases().freeClaim(held));
    assertThat(claim("1")).isInstanceOf(Claim.Claimed.class);
  }

  /** What makes a claim this one, and no later one, is not when a clock says it was made. */
  @Test
  void aClaimIsGivenBackThoughTheClockWasSetBackSinceItWasMade() {
    claim("1");
    theClockIsSetBack();
    park(exhausted("1"));
    write(() -> cases().freeClaim(only()));
    assertThat(claim("1")).isInstanceOf(Claim.Claimed.class);
  }

  /** A window may have forgotten the first claim while the message was parked. */
  @Test
  void theClaimOfOneThatIsParkedOnceMoreIsGivenBack() {
    claimAndPark(exhausted("1"));
    theClaimIsOutlived("1");
    claimAndPark(exhausted("1"));
    write(() -> cases().freeClaim(only()));
    assertThat(claim("1")).isInstanceOf(Claim.Claimed.class);
  }

  @Test
  void aRollBackKeepsTheClaim() {
    claimAndPark(exhausted("1"));
    ParkedCase held = only();
    read(
        () -> {
          cases().freeClaim(held);
          return held;
        });
    assertThat(claim("1")).isInstanceOf(Claim.Duplicate.class);
  }

  @Test
  void aClaimThatWasMadeLaterIsNotGivenBack() {
    park(exhausted("1"));
    claim("1");
    write(() -> cases().freeClaim(only()));
    assertThat(claim("1")).isInstanceOf(Claim.Duplicate.class);
  }

  /** Its version is another's, its identity is its own. */
  @Test
  void aVersionConflictGivesBackItsOwnClaim() {
    IdentityEvidence evidence =
        IdentityEvidence.conflicting(
            offer("1", "a"), new Claim.Conflict(offer("2", "b").fingerprint(), Instant.EPOCH));
    Message message = Messages.keyed("1", "a", 1);
    Verdict verdict =
        new Verdict(ParkingReason.CONFLICT, "another body took effect at its version");
    claimAndPark(new ParkedMessage(consumer, message, verdict, evidence.holdingClaim()));
    assertThat(only().evidence().holdsClaim()).isTrue();
    write(() -> cases().freeClaim(only()));
    assertThat(claim("1")).isInstanceOf(Claim.Claimed.class);
  }

  @Test
  void aConflictDoesNotGiveBackTheClaimOfTheOtherBody() {
    claim("1");
    park(
        new ParkedMessage(
            consumer,
            Messages.keyed("1", "b", 1),
            new Verdict(ParkingReason.CONFLICT, "why"),
            IdentityEvidence.conflicting(
                offer("1", "b"),
                new Claim.Conflict(offer("1", "a").fingerprint(), Instant.EPOCH))));
    write(() -> cases().freeClaim(only()));
    assertThat(claim("1")).isInstanceOf(Claim.Duplicate.class);
  }

  private ParkedMessage exhausted(String key) {
    return parked(key, ParkingReason.ATTEMPTS_EXHAUSTED);
  }

  private ParkedMessage parked(String key, ParkingReason reason) {
    Message message = Messages.keyed(key, "a", 4);
    return new ParkedMessage(
        consumer,
        message,
        new Verdict(reason, "x: y"),
        IdentityEvidence.of(offer(key, "a")).holdingClaim());
  }

  private Offer offer(String key, String body) {
    return new Offer(
        new Identity(consumer, key), FingerprintProfile.EXACT.of(Messages.keyed(key, body, 1)));
  }

  private String key(ParkedCase found) {
    return found.evidence().identity().orElseThrow().key();
  }

  private void park(ParkedMessage parked) {
    write(() -> parking().park(List.of(parked)));
  }

  private void claimAndPark(ParkedMessage parked) {
    write(
        () -> {
          inbox().claim(List.of(offer(parked.evidence().identity().orElseThrow().key(), "a")));
          parking().park(List.of(parked));
        });
  }

  private Claim claim(String key) {
    return OperatorTransactions.outcome(
            transactions()
                .inNew(TIMEOUT, () -> Decision.commit(inbox().claim(List.of(offer(key, "a"))))))
        .get(0);
  }

  private List<ParkedCase> waiting() {
    return read(() -> cases().waiting(consumer, 0, 10));
  }

  private ParkedCase only() {
    assertThat(waiting()).hasSize(1);
    return waiting().get(0);
  }

  private <T> T read(Supplier<T> act) {
    return OperatorTransactions.outcome(
        transactions().inNew(TIMEOUT, () -> Decision.discard(act.get())));
  }

  private void write(Runnable act) {
    OperatorTransactions.outcome(
        transactions()
            .inNew(
                TIMEOUT,
                () -> {
                  act.run();
                  return Decision.commit("");
                }));
  }

  private static <T> T elsewhere(Supplier<T> act) {
    try {
      return CompletableFuture.supplyAsync(act).get(3, TimeUnit.MINUTES);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
