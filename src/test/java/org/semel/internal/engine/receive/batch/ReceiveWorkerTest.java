// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.semel.message.Messages.keyed;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.semel.Code;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.loop.Gate;
import org.semel.internal.engine.loop.Loop;
import org.semel.internal.engine.loop.LoopResult;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.receive.ConsumerRefused;
import org.semel.internal.engine.receive.ProofGate;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.World;
import org.semel.internal.engine.receive.batch.ConsumerCondition.ConsumerPhase;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.proof.ProofResult;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.message.Identity;

/** What a worker tells of each batch, and what its loop makes of it. */
class ReceiveWorkerTest implements ReceiveTask {

  private static final BatchLimit LIMIT = new BatchLimit(7, 1000);
  private static final LoopResult WELL = new LoopResult.Succeeded(Duration.ZERO);
  private static final LoopResult NO_WORD = new LoopResult.Inconclusive(Duration.ZERO);
  private static final Receipt RECEIPT =
      new Receipt.Processed(new Identity("c", "1"), keyed("1", "a", 1));

  private final World.Passing cause = new World.Passing();
  private final Gate gate = new Gate();
  private final List<Object> told = new ArrayList<>();
  private final AtomicInteger asked = new AtomicInteger();
  private Optional<Throwable> database = Optional.empty();
  private boolean silent;
  private final DatabaseLook look =
      new DatabaseLook() {
        @Override
        public boolean isSilent() {
          return silent;
        }

        @Override
        public Optional<Throwable> ask() {
          asked.incrementAndGet();
          return database;
        }
      };
  private BatchResult next = new BatchResult.Idle();
  private ProofResult proven = new ProofResult.Proven();
  private final ReceiveWorker worker = worker();

  @Test
  void anIdleOneTellsNothingAndShowsThatNothingIsAway() {
    assertThat(worker.run(false)).isEqualTo(WELL);
    assertThat(told).containsExactly(LIMIT);
  }

  @Test
  void whatIsDoneOrFailedIsToldAndShowsThatNothingIsAway() {
    List<BatchResult> all =
        List.of(
            new BatchResult.BatchCommitted(List.of(RECEIPT)),
            new BatchResult.PermanentFault(1, Optional.empty(), cause));
    for (BatchResult one : all) {
      assertThat(ran(one)).isEqualTo(WELL);
      assertThat(told).as(one.toString()).containsExactly(LIMIT, one);
    }
  }

  @Test
  void whoWasOnlyInAnothersWayOrLastedTooLongShowsNothing() {
    for (BatchResult one :
        List.of(new BatchResult.Contended(2, cause), new BatchResult.Overran(2, cause))) {
      assertThat(ran(one)).isEqualTo(NO_WORD);
      assertThat(told).containsExactly(LIMIT, one);
    }
  }

  @Test
  void whatIsWithheldWaitsForAsLongAsItIs() {
    assertThat(ran(new BatchResult.Withheld(Duration.ofMillis(5))))
        .isEqualTo(new LoopResult.Inconclusive(Duration.ofMillis(5)));
    assertThat(told).containsExactly(LIMIT);
  }

  @Test
  void whatIsInDoubtIsToldAndIsAnOutage() {
    assertThat(ran(new BatchResult.InDoubt(cause))).isEqualTo(new LoopResult.Interrupted(cause));
    assertThat(told).containsExactly(LIMIT, cause);
    assertThat(ran(new BatchResult.TransientFault(cause)))
        .isEqualTo(new LoopResult.Interrupted(cause));
    assertThat(told).containsExactly(LIMIT);
  }

  @Test
  void whatIsNotAcknowledgedIsReportedAsDoneAndIsAnOutage() {
    BatchResult.BatchCommitted done = new BatchResult.BatchCommitted(List.of(RECEIPT));
    assertThat(ran(new BatchResult.Unacknowledged(done, cause)))
        .isEqualTo(new LoopResult.Interrupted(cause));
    assertThat(told).containsExactly(LIMIT, done);
  }

  @Test
  void ofABatchThatWasAbortedBothAreToldWhatWasDoneAndWhatWasNot() {
    BatchResult failed = new BatchResult.PermanentFault(1, Optional.empty(), cause);
    assertThat(ran(new BatchResult.Aborted(List.of(RECEIPT), failed))).isEqualTo(WELL);
    assertThat(told)
        .containsExactly(
            LIMIT, BatchResult.BatchCommitted.received(List.of(RECEIPT), Duration.ZERO), failed);
    assertThat(ran(new BatchResult.Aborted(List.of(), failed))).isEqualTo(WELL);
    assertThat(told).containsExactly(LIMIT, failed);
  }

  @Test
  void withoutAProofNothingIsReceived() {
    proven = new ProofResult.Unproven(cause);
    assertThat(worker.run(false)).isEqualTo(new LoopResult.Interrupted(cause));
    assertThat(told).isEmpty();
  }

  @Test
  void whomTheProofRefusesShutsTheGateAndTellsSoOnce() {
    Refusal refusal = new Refusal(Code.SCHEMA_VERSION_WRONG, "No tables.", "Make them.");
    proven = new ProofResult.Refused(List.of(refusal));
    assertThat(worker.run(false)).isEqualTo(NO_WORD);
    assertThat(told).hasSize(1);
    assertThat(worker.run(false)).isEqualTo(NO_WORD);
    assertThat(gate.isShut()).isTrue();
    assertThat(told).singleElement().isInstanceOf(ConsumerRefused.class);
  }

  @Test
  void atAClosedGateItGivesBackWhatItHolds() {
    worker.waits();
    assertThat(told).containsExactly("rests");
  }

  @Test
  void behindAShutGateItClosesWhatItUsed() {
    gate.shut();
    worker.run();
    assertThat(told).containsExactly("closes");
  }

  @Test
  void anOutageAndItsEndAreTold() {
    worker.interrupted(cause, Duration.ofMillis(5));
    worker.resumed();
    assertThat(told).containsExactly(cause, Duration.ofMillis(5), "resumed");
  }

  /** Else whoever asks whether the server is ready hears that it is not. */
  @Test
  void whatIsStoppedBesideOthersThatTookEffectIsNoInterruptionOfTheConsumer() {
    ConsumerPolicy policy = new World().policy(7);
    ConsumerStates states = new ConsumerStates(System::nanoTime, Throwable::toString);
    states.awaits(policy.name());
    states.on(new ReceiveEvent.Started(policy));
    ReceiveWorker among = worker(states);
    Loop loop = new Loop(gate, among, pause -> {}, policy.concurrency().waits().outage(), among);
    next = new BatchResult.Aborted(List.of(RECEIPT), new BatchResult.TransientFault(cause));
    loop.once();
    assertThat(states.now()).containsEntry(policy.name(), ConsumerPhase.RECEIVING);
    next = new BatchResult.Aborted(List.of(), new BatchResult.TransientFault(cause));
    loop.once();
    assertThat(states.now()).containsEntry(policy.name(), ConsumerPhase.INTERRUPTED);
  }

  /** Something is away for one in fifty, say: the others do not wait as in an outage. */
  @Test
  void besideOthersThatTakeEffectThePauseDoesNotGrow() {
    Backoff backoff = new World().policy(7).concurrency().waits().outage();
    List<Duration> pauses = new ArrayList<>();
    Loop loop = new Loop(gate, worker, pause -> {}, backoff, worker);
    next = new BatchResult.Aborted(List.of(RECEIPT), new BatchResult.TransientFault(cause));
    for (int i = 0; i < 9; i++) {
      pauses.add(loop.once());
    }
    assertThat(pauses).allMatch(pause -> pause.compareTo(backoff.first()) <= 0);
    assertThat(told).doesNotContain("resumed").contains(cause);
    next = new BatchResult.TransientFault(cause);
    loop.once();
    next = new BatchResult.Aborted(List.of(RECEIPT), new BatchResult.TransientFault(cause));
    loop.once();
    assertThat(told).as("what it needs is away still").doesNotContain("resumed");
    next = new BatchResult.BatchCommitted(List.of(RECEIPT));
    loop.once();
    loop.once();
    assertThat(told).containsOnlyOnce("resumed");
  }

  /** What meets nothing, or is undone, may have asked the database nothing. */
  @Test
  void afterAnOutageOnlyACommitShowsThatNothingIsAwayAnyMore() {
    for (BatchResult one :
        List.of(
            new BatchResult.Idle(),
            new BatchResult.PermanentFault(1, Optional.empty(), cause),
            new BatchResult.Aborted(List.of(RECEIPT), new BatchResult.Idle()))) {
      next = one;
      asked.set(0);
      database = Optional.of(cause);
      assertThat(worker.run(true)).as(one.toString()).isEqualTo(new LoopResult.Interrupted(cause));
      database = Optional.empty();
      assertThat(worker.run(true)).as(one.toString()).isEqualTo(WELL);
      assertThat(worker.run(false)).as(one.toString()).isEqualTo(WELL);
      assertThat(asked).as(one.toString()).hasValue(2);
    }
    next = new BatchResult.BatchCommitted(List.of(RECEIPT));
    database = Optional.of(cause);
    assertThat(worker.run(true)).isEqualTo(WELL);
    next = new BatchResult.Withheld(Duration.ZERO);
    assertThat(worker.run(true)).isEqualTo(NO_WORD);
    assertThat(asked).as("who has committed or shows nothing asks nothing").hasValue(2);
  }

  @Test
  void onceOthersFindTheDatabaseSilentWhoeverMeetsNothingAsks() {
    silent = true;
    database = Optional.of(cause);
    assertThat(worker.run(false)).isEqualTo(new LoopResult.Interrupted(cause));
    next = new BatchResult.BatchCommitted(List.of(RECEIPT));
    assertThat(worker.run(false)).isEqualTo(WELL);
    assertThat(asked).hasValue(1);
  }

  private LoopResult ran(BatchResult result) {
    told.clear();
    next = result;
    return worker.run(false);
  }

  private ReceiveWorker worker() {
    return worker(listener());
  }

  private ReceiveWorker worker(Observer<ReceiveEvent> listener) {
    ProofGate proof = new ProofGate(() -> proven, () -> {}, Duration.ZERO, System::nanoTime);
    return new ReceiveWorker(new World().policy(7), gate, proof, this, look, listener);
  }

  @Override
  public BatchResult run(BatchLimit most) {
    told.add(most);
    return next;
  }

  @Override
  public BatchLimit limit() {
    return LIMIT;
  }

  @Override
  public void rest() {
    told.add("rests");
  }

  @Override
  public void close() {
    told.add("closes");
  }

  private ReceiveListener listener() {
    return new ReceiveListener() {
      @Override
      public void done(ConsumerPolicy consumer, BatchResult.BatchCommitted done) {
        told.add(done);
      }

      @Override
      public void failed(ConsumerPolicy consumer, BatchResult.PermanentFault failed) {
        told.add(failed);
      }

      @Override
      public void overran(ConsumerPolicy consumer, BatchResult.Overran overran) {
        told.add(overran);
      }

      @Override
      public void contended(ConsumerPolicy consumer, BatchResult.Contended contended) {
        told.add(contended);
      }

      @Override
      public void interrupted(ConsumerPolicy consumer, Throwable by, Duration pause) {
        told.add(by);
        told.add(pause);
      }

      @Override
      public void resumed(ConsumerPolicy consumer) {
        told.add("resumed");
      }

      @Override
      public void inDoubt(ConsumerPolicy consumer, Throwable by) {
        told.add(by);
      }

      @Override
      public void refused(ConsumerPolicy consumer, Throwable refusal) {
        told.add(refusal);
      }
    };
  }
}
