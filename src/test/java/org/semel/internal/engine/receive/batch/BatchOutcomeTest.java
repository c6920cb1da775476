// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.semel.message.Messages.keyed;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.HandlingFailed;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.Receiver;
import org.semel.internal.engine.receive.ReceiverStores;
import org.semel.internal.engine.receive.RivalInFlight;
import org.semel.internal.engine.receive.World;
import org.semel.internal.engine.receive.batch.BatchResult.FailedMessage;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Failures;
import org.semel.internal.engine.receive.identity.IdentityRules;
import org.semel.internal.engine.tx.Cause;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Completion.During;
import org.semel.internal.engine.tx.Completion.RolledBack;
import org.semel.internal.engine.tx.Faults;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;

/** What a transaction that has ended tells of its messages, and whom it makes a suspect. */
class BatchOutcomeTest {

  private static final class Deadlock extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final World world = new World();
  private final Receiver receiver =
      new Receiver(
          world.policy(10),
          IdentityRules.header("key"),
          new ReceiverStores(world.inbox, world.attempts, world.parking, world.intents),
          (message, identity) -> {});
  private final Faults faults =
      fault -> fault instanceof Deadlock ? Cause.OUTRUN : world.faults.of(fault);
  private final OutageCircuit outage =
      new OutageCircuit(
          3,
          new Backoff(Duration.ofMillis(1), Duration.ofMillis(1)),
          Duration.ofSeconds(10),
          () -> 0);
  private final AttemptRecorder attempts =
      new AttemptRecorder(world.attempts, world.transactions, Duration.ofSeconds(10));
  private final BatchOutcome outcome = new BatchOutcome(receiver, attempts, faults, outage);

  @Test
  void whereSeveralAreInAnothersWayTheyComeAgainAndWhoCameBeforeIsSuspected() {
    for (RuntimeException cause : List.of(new RivalInFlight("c"), new Deadlock())) {
      assertThat(during(During.WORK, cause, keyed("1", "a", 1), keyed("2", "b", 2)))
          .isEqualTo(new BatchResult.Contended(2, cause));
      assertThat(suspects("1", "2")).containsExactly("2");
    }
  }

  /** Whose route met the rival is chance. */
  @Test
  void aRouteThatMeetsADeadlockIsNotSuspectedForThatAlone() {
    HandlingFailed cause = new HandlingFailed(world.identity("1"), new Deadlock());
    assertThat(during(During.WORK, cause, keyed("1", "a", 1), keyed("2", "b", 2)))
        .isEqualTo(new BatchResult.Contended(2, cause));
    assertThat(suspects("1", "2")).containsExactly("2");
  }

  @Test
  void oneOfSeveralWhoseRouteIsStoppedByAFaultThatPassesIsSuspectedHoweverOftenOthersCame() {
    World.Passing fault = new World.Passing();
    HandlingFailed cause = new HandlingFailed(world.identity("1"), fault);
    assertThat(during(During.WORK, cause, keyed("1", "a", 1), keyed("2", "b", 2)))
        .isEqualTo(new BatchResult.TransientFault(fault));
    assertThat(suspects("1", "2")).containsExactly("1");
    assertThat(failures("1").last()).isEqualTo(Failure.of(fault));
  }

  @Test
  void whomACommitThatFailsWithoutAWordHasHitBeforeIsSuspected() {
    World.Silent cause = new World.Silent();
    assertThat(during(During.COMMIT, cause, keyed("1", "a", 1), keyed("2", "b", 2)))
        .isEqualTo(new BatchResult.TransientFault(cause));
    assertThat(suspects("1", "2")).containsExactly("2");
  }

  /** The broker holds back what was stopped, for a while: that nothing comes is no news. */
  @Test
  void thatNothingComesAfterAStopShowsNothing() {
    assertThat(nothingCame()).isEqualTo(new BatchResult.Idle());
    outage.stopped();
    assertThat(nothingCame()).isEqualTo(new BatchResult.Withheld(Duration.ZERO));
    assertThat(outcome.of(new Completion.Discarded<>(List.of()), of(keyed("1", "a", 1))))
        .as("one that alone is left for the batch")
        .isEqualTo(new BatchResult.Idle());
    outage.tookEffect(1);
    assertThat(nothingCame()).isEqualTo(new BatchResult.Idle());
  }

  private BatchResult nothingCame() {
    return outcome.of(new Completion.Discarded<>(List.of()), new BatchProgress());
  }

  @Test
  void howATransactionEndedThatNobodyKnowsIsNotKnownOfItsMessages() {
    IllegalStateException cause = new IllegalStateException("heuristic");
    assertThat(outcome.of(new Completion.Unknown<>(cause), of(keyed("1", "a", 1))))
        .isEqualTo(new BatchResult.InDoubt(cause));
  }

  @Test
  void whoeverWasInATransactionInDoubtIsAloneFromThenOn() {
    IllegalStateException cause = new IllegalStateException("heuristic");
    outcome.of(new Completion.Unknown<>(cause), of(keyed("1", "a", 1), keyed("2", "b", 1)));
    assertThat(suspects("1", "2")).containsExactlyInAnyOrder("1", "2");
  }

  @Test
  void whatFailsAtTheCommitFailsAsItWouldInTheRoute() {
    IllegalStateException cause = new IllegalStateException("no stock");
    Message message = keyed("1", "a", 1);
    assertThat(during(During.COMMIT, cause, message))
        .isInstanceOf(BatchResult.PermanentFault.class);
    assertThat(failures("1").count()).isEqualTo(1);
  }

  @Test
  void whatWasDiscardedWasNothingAndWhatCommittedIsDone() {
    List<Receipt> none = List.of();
    assertThat(outcome.of(new Completion.Discarded<>(none), of()))
        .isEqualTo(new BatchResult.Idle());
    assertThat(outcome.of(new Completion.Committed<>(none), of()))
        .isInstanceOfSatisfying(
            BatchResult.BatchCommitted.class,
            done ->
                assertThat(done.source()).isEqualTo(BatchResult.BatchCommitted.IntakeSource.QUEUE));
  }

  @Test
  void severalThatLastedTooLongOverranAndNobodyIsSuspected() {
    IllegalStateException cause = new IllegalStateException("too long");
    assertThat(during(During.OVERTIME, cause, keyed("1", "a", 2), keyed("2", "b", 2)))
        .isEqualTo(new BatchResult.Overran(2, cause));
    assertThat(suspects("1", "2")).isEmpty();
  }

  @Test
  void oneThatLastedTooLongAloneHasFailed() {
    IllegalStateException cause = new IllegalStateException("too long");
    Message message = keyed("1", "a", 1);
    assertThat(during(During.OVERTIME, cause, message))
        .isEqualTo(
            new BatchResult.PermanentFault(
                1,
                Optional.of(
                    new FailedMessage(
                        world.identity("1"), message, new Failures(1, Failure.of(cause)))),
                cause));
  }

  /** Whether the fault took the time, or the end of the transaction the fault, nobody can tell. */
  @Test
  void oneThatLastedTooLongAloneAndMetAFaultThatPassesWasStoppedByThat() {
    HandlingFailed cause = passingFor("1");
    outage.isOwn(world.identity("1"), Cause.Bound.BESIDE_OTHERS);
    outage.tookEffect(1);
    assertThat(during(During.OVERTIME, cause, keyed("1", "a", 3)))
        .isEqualTo(new BatchResult.TransientFault(cause.failure()));
    assertThat(failures("1").stops()).as("others have taken effect since its first").isEqualTo(1);
  }

  @Test
  void whoseEndWasToBeMissedIsExcusedIfItLastedTooLongAndMetAFaultThatPasses() {
    Message message = keyed("1", "a", 5);
    receiver.offer(message).ifPresent(attempts::open);
    BatchProgress progress = of(message);
    progress.open = true;
    outcome.of(new RolledBack<>(During.OVERTIME, passingFor("1")), progress);
    receiver.offer(message).ifPresent(attempts::open);
    assertThat(failures("1").stops()).as("its end was seen").isZero();
  }

  @Test
  void severalOfWhichOneMetAFaultThatPassesOverranAsWell() {
    HandlingFailed cause = passingFor("1");
    assertThat(during(During.OVERTIME, cause, keyed("1", "a", 2), keyed("2", "b", 2)))
        .isEqualTo(new BatchResult.Overran(2, cause));
    assertThat(suspects("1", "2")).isEmpty();
  }

  private HandlingFailed passingFor(String key) {
    return new HandlingFailed(world.identity(key), new World.Passing());
  }

  /** The others of its batch were handled alone, and have committed. */
  @Test
  void theOnlyOneLeftInABatchIsNamedWhenItFails() {
    IllegalStateException failure = new IllegalStateException("no stock");
    BatchProgress progress = of(keyed("1", "a", 1), keyed("2", "b", 2));
    FailedMessage failed =
        new FailedMessage(
            world.identity("1"), keyed("1", "a", 1), new Failures(1, Failure.of(failure)));
    progress.message = Optional.of(failed);
    assertThat(
            outcome.of(
                new RolledBack<>(During.WORK, new HandlingFailed(failed.identity(), failure)),
                progress))
        .isEqualTo(new BatchResult.PermanentFault(1, Optional.of(failed), failure));
  }

  @Test
  void aFailureThatCannotBeCountedIsAnInterruption() {
    IllegalStateException cause = new IllegalStateException("no stock");
    world.transactions.failNextCommit(new World.Passing());
    assertThat(during(During.WORK, cause, keyed("1", "a", 1)))
        .isEqualTo(new BatchResult.TransientFault(cause));
  }

  /** It was counted inside its transaction, or could not be. */
  @Test
  void aRoutesFailureIsNotCountedTwice() {
    IllegalStateException failure = new IllegalStateException("no stock");
    HandlingFailed cause = new HandlingFailed(world.identity("1"), failure);
    assertThat(during(During.WORK, cause, keyed("1", "a", 1)))
        .as("nothing was counted before")
        .isEqualTo(new BatchResult.TransientFault(failure));
    assertThat(suspects("1")).isEmpty();
  }

  @Test
  void whatHasNoIdentityFailsWithoutACount() {
    IllegalStateException cause = new IllegalStateException("no parking");
    assertThat(during(During.WORK, cause, Messages.text("anonymous")))
        .isEqualTo(new BatchResult.PermanentFault(1, Optional.empty(), cause));
  }

  @Test
  void aStopIsHeldAgainstTheOneThatWasAloneOnlyOnceOthersHaveTakenEffect() {
    World.Passing cause = new World.Passing();
    during(During.WORK, cause, keyed("1", "a", 1));
    assertThat(suspects("1")).as("its first").isEmpty();
    during(During.WORK, cause, keyed("1", "a", 2));
    assertThat(failures("1").stops()).as("nothing has taken effect").isZero();
    outage.tookEffect(1);
    assertThat(during(During.WORK, cause, keyed("1", "a", 3)))
        .isEqualTo(new BatchResult.TransientFault(cause));
    assertThat(failures("1").stops()).isEqualTo(1);
  }

  @Test
  void aRivalIsNeverHeldAgainstTheOneThatWasAlone() {
    outage.isOwn(world.identity("1"), Cause.Bound.BESIDE_OTHERS);
    outage.tookEffect(1);
    during(During.WORK, new RivalInFlight("c"), keyed("1", "a", 2));
    assertThat(failures("1").stops()).isZero();
  }

  @Test
  void whoseEndWasToBeMissedIsExcusedIfAFaultThatPassesStopsIt() {
    Message message = keyed("1", "a", 5);
    receiver.offer(message).ifPresent(attempts::open);
    BatchProgress progress = of(message);
    progress.open = true;
    outcome.of(new RolledBack<>(During.WORK, new World.Passing()), progress);
    receiver.offer(message).ifPresent(attempts::open);
    assertThat(failures("1").stops()).as("its end was seen").isZero();
  }

  @Test
  void aFaultBeforeAnyMessageIsAnInterruptionEvenIfItStays() {
    IllegalStateException cause = new IllegalStateException("unreadable");
    assertThat(during(During.WORK, cause)).isEqualTo(new BatchResult.TransientFault(cause));
  }

  private BatchResult during(During during, RuntimeException cause, Message... messages) {
    return outcome.of(new RolledBack<>(during, cause), of(messages));
  }

  private static BatchProgress of(Message... messages) {
    BatchProgress progress = new BatchProgress();
    progress.received(Arrays.stream(messages).<Arrival>map(Arrival.Copied::new).toList());
    return progress;
  }

  private Set<String> suspects(String... keys) {
    List<Identity> asked = Stream.of(keys).map(world::identity).toList();
    return world.attempts.of(asked).keySet().stream()
        .map(Identity::key)
        .collect(Collectors.toSet());
  }

  private Failures failures(String key) {
    return world.attempts.of(List.of(world.identity(key))).get(world.identity(key));
  }
}
