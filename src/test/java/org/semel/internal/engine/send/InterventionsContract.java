// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.operate.intents.Interventions;
import org.semel.internal.engine.send.Lease.Trace;
import org.semel.internal.engine.send.Settlement.IntentParkingReason;
import org.semel.internal.engine.send.Settlement.Parked;
import org.semel.internal.engine.send.Settlement.RetryAt;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.NoTransaction;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.operations.IntentActs.Intervention;
import org.semel.operations.IntentActs.Intervention.Busy;
import org.semel.operations.IntentActs.Intervention.Done;
import org.semel.operations.IntentActs.Intervention.NotFound;
import org.semel.operations.IntentState;

/** What a person may do to an intent, whatever stands behind it. */
public abstract class InterventionsContract {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final ProviderReference RECEIPT = new ProviderReference("receipt 17");

  private final Destination destination = new Destination("d-" + UUID.randomUUID());
  private final Intent intent =
      new Intent(
          new Identity("c", "1"), new Intent.Address(destination, 0), Headers.none(), Body.none());
  private final UUID key = intent.key();

  protected abstract Transactions transactions();

  protected abstract Intents intents();

  protected abstract IntentQueue queue();

  protected abstract Interventions interventions();

  @Test
  void aWithdrawnIntentIsNeverSent() {
    record();
    assertThat(withdraw()).isEqualTo(new Done(destination.name(), IntentState.PENDING));
    assertThat(lease(LONG)).isEmpty();
  }

  @Test
  void aParkedIntentCanBeWithdrawn() {
    park(IntentParkingReason.REFUSED);
    assertThat(withdraw()).isEqualTo(new Done(destination.name(), IntentState.PARKED));
    assertThat(withdraw()).isEqualTo(new Intervention.AlreadySettled(IntentState.WITHDRAWN));
  }

  @Test
  void aParkedIntentThatIsRetriedIsDueAndBeginsAnew() {
    park(IntentParkingReason.OUTCOME_UNKNOWN);
    assertThat(retry()).isEqualTo(new Done(destination.name(), IntentState.PARKED));
    Lease again = lease(LONG).get(0);
    assertThat(again.history().failures()).isZero();
    assertThat(again.history().trace()).as("the person vouches").isEqualTo(Trace.NONE);
    assertThat(again.history().vouched()).isTrue();
  }

  /** The provider counts from the first request on, whoever lets another one be sent. */
  @Test
  void aPersonsRetryMakesAKeyThatTheProviderMayHaveSeenNoYounger() {
    park(IntentParkingReason.ATTEMPTS_EXHAUSTED);
    retry();
    assertThat(lease(LONG).get(0).history().keyAge()).isPositive();
  }

  @Test
  void whatWasInQuestionOnceStaysSoOverEachRetryAndNothingElseIs() {
    record();
    settle(lease(LONG).get(0), new Parked(IntentParkingReason.REFUSED, "no"));
    retry();
    Lease certain = lease(LONG).get(0);
    assertThat(certain.history().vouched()).as("after a refusal").isFalse();
    settle(certain, new Parked(IntentParkingReason.OUTCOME_UNKNOWN, "timed out"));
    for (int i = 0; i < 2; i++) {
      retry();
      Lease again = lease(LONG).get(0);
      assertThat(again.history().vouched()).as("retry " + i).isTrue();
      settle(again, new RetryAt(Duration.ZERO, "away", Trace.NONE));
      Lease next = lease(LONG).get(0);
      assertThat(next.history().vouched()).as("after a failure").isTrue();
      settle(next, new Parked(IntentParkingReason.REFUSED, "no"));
    }
  }

  @Test
  void anIntentThatWaitsForItsNextAttemptIsDueAtOnceAndForgetsNothing() {
    record();
    settle(lease(LONG).get(0), new RetryAt(LONG, "timed out", Trace.POSSIBLE));
    assertThat(lease(LONG)).isEmpty();
    assertThat(retry()).isEqualTo(new Done(destination.name(), IntentState.PENDING));
    Lease again = lease(LONG).get(0);
    assertThat(again.history().failures()).isEqualTo(1);
    assertThat(again.history().trace()).isEqualTo(Trace.POSSIBLE);
  }

  @Test
  void whatAPersonSaysWasDeliveredIsNotSent() {
    park(IntentParkingReason.OUTCOME_UNKNOWN);
    assertThat(deliver()).isEqualTo(new Done(destination.name(), IntentState.PARKED));
    assertThat(lease(LONG)).isEmpty();
    assertThat(deliver()).isEqualTo(new Intervention.AlreadySettled(IntentState.DELIVERED));
    assertThat(retry()).isEqualTo(new Intervention.AlreadySettled(IntentState.DELIVERED));
  }

  @Test
  void whatARelayHasInHandIsLeftAlone() {
    record();
    Lease lease = lease(LONG).get(0);
    for (Intervention refused : List.of(withdraw(), retry(), deliver())) {
      assertThat(refused)
          .isInstanceOfSatisfying(
              Busy.class,
              busy -> assertThat(busy.remaining()).isPositive().isLessThanOrEqualTo(LONG));
    }
    assertThat(settle(lease, new Settlement.Delivered())).as("the lease held").isEmpty();
  }

  @Test
  void theLateHolderOfALeaseThatRanOutCannotUndoWhatAPersonDid() {
    record();
    Lease late = lease(Duration.ZERO).get(0);
    assertThat(withdraw()).isEqualTo(new Done(destination.name(), IntentState.LEASED));
    assertThat(settle(late, new RetryAt(Duration.ZERO, "away", Trace.NONE))).hasSize(1);
    assertThat(lease(LONG)).isEmpty();
  }

  @Test
  void theLateHolderOfALeaseThatRanOutHasNotSettledWhatAPersonHurries() {
    record();
    Lease late = lease(Duration.ZERO).get(0);
    assertThat(retry()).isEqualTo(new Done(destination.name(), IntentState.LEASED));
    assertThat(settle(late, new RetryAt(Duration.ZERO, "away", Trace.NONE))).hasSize(1);
  }

  @Test
  void whoseRelayDiedMayHaveTakenEffectThoughAPersonHurriesIt() {
    record();
    lease(Duration.ZERO);
    assertThat(retry()).isEqualTo(new Done(destination.name(), IntentState.LEASED));
    assertThat(lease(LONG).get(0).history().trace()).isEqualTo(Trace.POSSIBLE);
  }

  @Test
  void anIntentThatIsNotThereIsAbsent() {
    assertThat(withdraw()).isEqualTo(new NotFound());
    assertThat(retry()).isEqualTo(new NotFound());
    assertThat(deliver()).isEqualTo(new NotFound());
  }

  @Test
  void anActIsUndoneWithItsTransaction() {
    record();
    transactions().inNew(TIMEOUT, () -> Decision.discard(interventions().withdraw(key)));
    assertThat(lease(LONG)).hasSize(1);
  }

  @Test
  void withoutATransactionNothingIsDone() {
    record();
    assertThatThrownBy(() -> interventions().withdraw(key)).isInstanceOf(NoTransaction.class);
    assertThat(lease(LONG)).hasSize(1);
  }

  private Intervention withdraw() {
    return commit(() -> interventions().withdraw(key));
  }

  private Intervention retry() {
    return commit(() -> interventions().retry(key));
  }

  private Intervention deliver() {
    return commit(() -> interventions().delivered(key, RECEIPT));
  }

  private void park(IntentParkingReason reason) {
    record();
    settle(lease(LONG).get(0), new RetryAt(Duration.ZERO, "timed out", Trace.POSSIBLE));
    settle(lease(LONG).get(0), new Parked(reason, "no"));
  }

  private void record() {
    commit(
        () -> {
          intents().record(intent);
          return "";
        });
  }

  private List<Lease> lease(Duration life) {
    return commit(() -> queue().lease(destination, 1, life));
  }

  private List<SettledLease> settle(Lease lease, Settlement settlement) {
    return commit(() -> queue().settle(List.of(new SettledLease(lease, settlement))));
  }

  private <T> T commit(Supplier<T> work) {
    Completion<T> completion = transactions().inNew(TIMEOUT, () -> Decision.commit(work.get()));
    assertThat(completion).isInstanceOf(Committed.class);
    return ((Committed<T>) completion).value();
  }
}
