// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.World;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.AttemptLimits;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Concurrency;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Outages;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Waits;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;

/** What workers have learnt together. */
class WorkersStateTest {

  private static final Identity ID = new Identity("c", "k");
  private static final Message MESSAGE = Messages.keyed("k", "b", 1);

  private final World world = new World();
  private final WorkersState shared = WorkersState.nothing(world.policy(50));
  private final BatchLimit whole = world.policy(50).concurrency().batch();

  @Test
  void whoHasNoTurnTakesOneMessageThoughSomethingWasStopped() {
    shared.size().contended(50, Duration.ZERO);
    assertThat(shared.limit(whole).messages()).isEqualTo(50);
    stop();
    assertThat(CompletableFuture.supplyAsync(() -> shared.limit(whole).messages()).join())
        .isEqualTo(1);
  }

  @Test
  void afterAStopMoreAreTakenToSeeWhetherOthersAreStoppedToo() {
    shared.size().overran(2, 2, Duration.ZERO);
    assertThat(shared.limit(whole).messages()).isEqualTo(1);
    stop();
    assertThat(shared.limit(whole).messages()).isEqualTo(2);
  }

  @Test
  void behindABatchThatBroughtNothingNewTwiceAsManyAreTakenFromAQueue() {
    WorkersState state = WorkersState.nothing(world.policy(1));
    BatchLimit one = world.policy(1).concurrency().batch();
    assertThat(state.probe(one).messages()).isEqualTo(1);
    state.outage().stoppedInVain(1);
    assertThat(state.probe(one).messages()).as("a batch of one stays one").isEqualTo(1);
    assertThat(shared.probe(whole)).isEqualTo(whole);
    shared.outage().stoppedInVain(50);
    assertThat(shared.probe(whole)).isEqualTo(whole.of(100));
    assertThat(shared.limit(whole)).as("stored ones").isEqualTo(whole);
    shared.outage().stoppedInVain(600);
    assertThat(shared.probe(whole)).isEqualTo(whole.of(1_024));
    shared.outage().tookEffect(1);
    assertThat(shared.probe(whole)).isEqualTo(whole);
  }

  /** They stand in front again, and hide those behind them, as those do that are stopped. */
  @Test
  void aBatchThatBroughtNothingButCopiesBesideOneThatWasStoppedIsAStop() {
    BatchResult stopped = new BatchResult.TransientFault(new World.Passing());
    Receipt copy = new Receipt.Duplicate(ID, MESSAGE);
    assertThat(isStop(new BatchResult.Aborted(List.of(copy, copy), stopped))).isTrue();
    assertThat(isStop(new BatchResult.Aborted(List.of(copy, parked()), stopped))).isFalse();
  }

  @Test
  void onlyWhatIsNewToTheConsumerHasTakenEffect() {
    assertThat(worthTakingAfter(new Receipt.Processed(ID, MESSAGE))).isEqualTo(1);
    assertThat(worthTakingAfter(new Receipt.Deferred(ID, MESSAGE))).isEqualTo(1);
    assertThat(worthTakingAfter(new Receipt.OutOfSequence(ID, MESSAGE))).isEqualTo(1);
    assertThat(worthTakingAfter(new Receipt.Duplicate(ID, MESSAGE))).isEqualTo(2);
    assertThat(worthTakingAfter(new Receipt.Ignored(ID, MESSAGE))).isEqualTo(2);
    assertThat(worthTakingAfter(parked())).isEqualTo(2);
  }

  /** How much is worth taking after a stop, and after this. */
  private int worthTakingAfter(Receipt receipt) {
    WorkersState state = WorkersState.nothing(world.policy(50));
    state.outage().stopped();
    state.learn(BatchResult.BatchCommitted.received(List.of(receipt), Duration.ZERO), one());
    return state.outage().worthTaking();
  }

  @Test
  void aBatchWasStoppedOnlyIfNoneOfItWasHandledForAReasonThatPasses() {
    BatchResult interrupted = new BatchResult.TransientFault(new World.Passing());
    BatchResult failed = new BatchResult.PermanentFault(1, Optional.empty(), new World.Passing());
    Receipt receipt = new Receipt.Processed(ID, MESSAGE);
    assertThat(isStop(interrupted)).isTrue();
    assertThat(isStop(failed)).isFalse();
    assertThat(isStop(new BatchResult.Idle())).isFalse();
    assertThat(isStop(new BatchResult.Aborted(List.of(), interrupted))).isTrue();
    assertThat(isStop(new BatchResult.Aborted(List.of(receipt), interrupted))).isFalse();
    assertThat(isStop(new BatchResult.Aborted(List.of(), failed))).isFalse();
  }

  @Test
  void aBatchThatOverranIsAStopMoreOnlyWhileSomethingIsStopped() {
    BatchResult overran = new BatchResult.Overran(2, new World.Passing());
    assertThat(isStop(overran)).as("slow messages").isFalse();
    stop();
    shared.learn(overran, one());
    assertThat(shared.outage().worthTaking()).as("two stops").isEqualTo(4);
  }

  @Test
  void anInterruptionBeforeAnyMessageIsNoStop() {
    shared.learn(new BatchResult.TransientFault(new World.Passing()), new BatchProgress());
    assertThat(shared.outage().worthTaking()).isEqualTo(1);
  }

  private boolean isStop(BatchResult result) {
    WorkersState state = WorkersState.nothing(world.policy(50));
    state.learn(result, one());
    return state.outage().worthTaking() > 1;
  }

  @Test
  void whatStoredMessagesCameToTellsTheSame() {
    shared.outage().stopped();
    List<Receipt> receipts = List.of(new Receipt.Processed(ID, MESSAGE));
    shared.learn(new StoredRunResult.Concluded(receipts), 1, Duration.ZERO);
    assertThat(shared.outage().worthTaking()).isEqualTo(1);
    shared.learn(new StoredRunResult.LockConflict(), 50, Duration.ofSeconds(10));
    assertThat(shared.size().isInTurns()).isTrue();
    assertThat(shared.limit(whole).messages()).as("which tells nothing of time").isEqualTo(50);
  }

  @Test
  void whatCommitsLetsMoreBeTakenAgain() {
    shared.size().overran(2, 2, Duration.ZERO);
    BatchProgress many = new BatchProgress();
    many.received(Collections.nCopies(4 * BatchSize.PATIENCE, new Arrival.Copied(MESSAGE)));
    shared.learn(BatchResult.BatchCommitted.received(List.of(), Duration.ZERO), many);
    assertThat(shared.limit(whole).messages()).isEqualTo(2);
    StoredRunResult ended = new StoredRunResult.Concluded(List.of());
    shared.learn(ended, 4 * BatchSize.PATIENCE, Duration.ofMillis(1));
    assertThat(shared.limit(whole).messages()).isEqualTo(4);
  }

  @Test
  void ofABatchThatOverranHalfOfWhatHadBegunIsTaken() {
    BatchProgress fifty = new BatchProgress();
    fifty.received(Collections.nCopies(50, new Arrival.Copied(MESSAGE)));
    fifty.begun = 10;
    shared.learn(new BatchResult.Overran(50, new World.Passing()), fifty);
    assertThat(shared.limit(whole).messages()).isEqualTo(5);
  }

  @Test
  void afterABatchWasInAnothersWayOneTakesManyUntilItHasLeft() {
    shared.learn(new BatchResult.Contended(50, new World.Passing()), one());
    assertThat(shared.size().limit().messages()).isEqualTo(50);
    assertThat(portionOfAnother(shared)).isEqualTo(1);
    shared.left();
    assertThat(portionOfAnother(shared)).isEqualTo(50);
  }

  @Test
  void storedMessagesThatFailedAfterAllTheirTimeWereTooMany() {
    shared.learn(new StoredRunResult.OneFailed(), 50, Duration.ofSeconds(10));
    assertThat(shared.limit(whole).messages()).isEqualTo(25);
    assertThat(shared.size().isInTurns()).isFalse();
  }

  @Test
  void whoMustWaitGivesItsTurnAwayAndWhoNeedNotKeepsIt() {
    WorkersState state = WorkersState.nothing(outagesAfter(1));
    state.size().contended(50, Duration.ZERO);
    assertThat(state.size().limit().messages()).isEqualTo(50);
    assertThat(state.mustWait()).isEmpty();
    assertThat(portionOfAnother(state)).isEqualTo(1);
    state.outage().stopped();
    assertThat(state.mustWait()).isPresent();
    assertThat(portionOfAnother(state)).isEqualTo(50);
  }

  private static int portionOfAnother(WorkersState state) {
    return CompletableFuture.supplyAsync(() -> state.size().limit().messages()).join();
  }

  /** Which then wait for an hour. */
  private ConsumerPolicy outagesAfter(int stops) {
    ConsumerPolicy all = world.policy(50);
    Duration wait = Duration.ofHours(1);
    Waits waits =
        new Waits(
            all.concurrency().waits().message(), new Backoff(wait, wait), Duration.ofSeconds(1));
    return new ConsumerPolicy(
        all.name(),
        all.feed(),
        all.reading(),
        new Concurrency(
            2, all.concurrency().batch(), all.concurrency().transactionTimeout(), waits),
        new AttemptLimits(3, 8, new Outages(stops, Set.of())));
  }

  private static Receipt parked() {
    return new Receipt.Parked(
        new ParkedMessage(
            "c",
            MESSAGE,
            new Verdict(ParkingReason.NO_IDENTITY, "none"),
            IdentityEvidence.unknown()));
  }

  private static BatchProgress one() {
    BatchProgress run = new BatchProgress();
    run.received(List.of(new Arrival.Copied(MESSAGE)));
    return run;
  }

  private void stop() {
    BatchProgress run = new BatchProgress();
    run.arrivals = List.of(new Arrival.Copied(Messages.keyed("k", "b", 1)));
    shared.learn(new BatchResult.TransientFault(new World.Passing()), run);
  }
}
