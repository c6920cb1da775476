// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Identity;
import org.semel.message.Messages;

/** What counting attempts promises, whatever stands behind it. */
public abstract class AttemptStoreContract {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final Identity identity = new Identity("c", UUID.randomUUID().toString());
  private final Instant minted = Instant.now();
  private final Identity other = new Identity("c", UUID.randomUUID().toString());

  protected abstract Transactions transactions();

  protected abstract AttemptStore attempts();

  /** The inbox beside them. */
  protected abstract ClaimStore inbox();

  @Test
  void failuresAddUpAndTheLastIsKept() {
    assertThat(commit(() -> attempts().failed(offer(identity), new Failure("A", "a"))))
        .contains(new Failures(1, new Failure("A", "a")));
    assertThat(commit(() -> attempts().failed(offer(identity), new Failure("B", "b"))))
        .contains(new Failures(2, new Failure("B", "b")));
    assertThat(commit(() -> attempts().of(List.of(other, identity, identity))))
        .isEqualTo(Map.of(identity, new Failures(2, new Failure("B", "b"))));
  }

  @Test
  void theGroupOfTheLastFailureIsKeptHoweverItWasCounted() {
    act(() -> attempts().failed(offer(identity), new Failure("A", "a", "A at com.shop.X.a")));
    assertThat(known(identity).last().group()).isEqualTo("A at com.shop.X.a");
    act(() -> attempts().stopped(offer(identity), new Failure("B", "b", "B at com.shop.X.b")));
    assertThat(known(identity).last().group()).isEqualTo("B at com.shop.X.b");
    act(
        () ->
            attempts().suspect(List.of(offer(other)), new Failure("C", "c", "C at com.shop.X.c")));
    assertThat(known(other).last().group()).isEqualTo("C at com.shop.X.c");
  }

  @Test
  void aFailureThatIsRolledBackDoesNotCount() {
    transactions()
        .inNew(
            TIMEOUT,
            () -> Decision.discard(attempts().failed(offer(identity), new Failure("A", "a"))));
    assertThat(commit(() -> attempts().of(List.of(identity)))).isEmpty();
  }

  @Test
  void stopsAddUpBesideFailuresAndTheLastIsKept() {
    act(() -> attempts().stopped(offer(identity), new Failure("A", "a")));
    act(() -> attempts().stopped(offer(identity), new Failure("B", "b")));
    assertThat(known(identity)).isEqualTo(new Failures(0, 2, new Failure("B", "b")));
    assertThat(commit(() -> attempts().failed(offer(identity), new Failure("C", "c"))))
        .contains(new Failures(1, 2, new Failure("C", "c")));
  }

  @Test
  void oneThatIsFoundOpenHasBeenStopped() {
    act(() -> attempts().open(offer(identity)));
    assertThat(known(identity)).extracting(Failures::count, Failures::stops).containsExactly(0, 0);
    act(() -> attempts().open(offer(identity)));
    assertThat(known(identity)).extracting(Failures::count, Failures::stops).containsExactly(0, 1);
    assertThat(known(identity).last().kind()).isEqualTo("unseen");
  }

  @Test
  void whatIsClosedCountsForNothingWhenItIsOpenedAgain() {
    Offer offer = offer(identity);
    act(() -> attempts().open(offer));
    act(() -> attempts().excuse(identity));
    act(() -> attempts().open(offer));
    act(() -> attempts().failed(offer, new Failure("A", "a")));
    act(() -> attempts().open(offer));
    act(() -> attempts().stopped(offer, new Failure("B", "b")));
    act(() -> attempts().open(offer));
    assertThat(known(identity)).isEqualTo(new Failures(1, 1, new Failure("B", "b")));
  }

  @Test
  void whatHasTakenEffectMeanwhileIsNeitherStoppedNorOpen() {
    commit(() -> inbox().claim(List.of(offer(identity))));
    act(() -> attempts().open(offer(identity)));
    act(() -> attempts().stopped(offer(identity), new Failure("A", "late")));
    assertThat(commit(() -> attempts().of(List.of(identity)))).isEmpty();
  }

  private Failures known(Identity whose) {
    return commit(() -> attempts().of(List.of(whose))).get(whose);
  }

  private void act(Runnable act) {
    commit(
        () -> {
          act.run();
          return "";
        });
  }

  @Test
  void whatHasTakenEffectMeanwhileIsNotCountedAnyMore() {
    commit(() -> inbox().claim(List.of(offer(identity))));
    assertThat(commit(() -> attempts().failed(offer(identity), new Failure("A", "late"))))
        .isEmpty();
    assertThat(commit(() -> attempts().of(List.of(identity)))).isEmpty();
  }

  @Test
  void aSuspectIsRememberedWithoutAnAttempt() {
    commit(() -> attempts().failed(offer(other), new Failure("A", "a")));
    commit(
        () -> {
          attempts()
              .suspect(
                  List.of(offer(identity), offer(other), offer(identity)),
                  new Failure("B", "together"));
          return "";
        });
    assertThat(commit(() -> attempts().of(List.of(identity, other))))
        .isEqualTo(
            Map.of(
                identity,
                new Failures(0, new Failure("B", "together")),
                other,
                new Failures(1, new Failure("A", "a"))));
    assertThat(commit(() -> attempts().failed(offer(identity), new Failure("C", "alone"))))
        .contains(new Failures(1, new Failure("C", "alone")));
  }

  @Test
  void whatHasTakenEffectMeanwhileIsNoSuspect() {
    commit(() -> inbox().claim(List.of(offer(identity))));
    commit(
        () -> {
          attempts().suspect(List.of(offer(identity)), new Failure("B", "late"));
          return "";
        });
    assertThat(commit(() -> attempts().of(List.of(identity)))).isEmpty();
  }

  @Test
  void whatIsForgottenIsGone() {
    commit(() -> attempts().failed(offer(identity), new Failure("A", "a")));
    commit(() -> attempts().failed(offer(other), new Failure("A", "a")));
    commit(
        () -> {
          attempts().forget(List.of(identity));
          return "";
        });
    assertThat(commit(() -> attempts().of(List.of(identity, other)))).containsOnlyKeys(other);
  }

  @Test
  void aDetailWithANulOrOfGreatLengthIsStoredAllTheSame() {
    Failure failure = new Failure("A", "x\u0000y".repeat(10_000));
    commit(() -> attempts().failed(offer(identity), failure));
    assertThat(commit(() -> attempts().of(List.of(identity))).get(identity).last().detail())
        .hasSizeLessThanOrEqualTo(2_000)
        .startsWith("x");
  }

  /** With a time, for those inboxes that want one. */
  public final Offer offer(Identity whose) {
    return new Offer(whose, FingerprintProfile.EXACT.of(Messages.text("a")), Optional.of(minted));
  }

  private <T> T commit(Supplier<T> work) {
    var completion = transactions().inNew(TIMEOUT, () -> Decision.commit(work.get()));
    assertThat(completion).isInstanceOf(Committed.class);
    return ((Committed<T>) completion).value();
  }
}
