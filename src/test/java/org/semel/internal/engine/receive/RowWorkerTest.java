// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.semel.internal.engine.loop.Gate;
import org.semel.internal.engine.loop.WakeUp;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.batch.DueRows;
import org.semel.internal.engine.receive.batch.RowWorker;
import org.semel.internal.engine.receive.policy.BatchLimit;

/** When a worker over rows that wait sleeps; one that slept here would do so for a day. */
@Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RowWorkerTest implements DueRows {

  private static final BatchLimit MOST = new BatchLimit(10, 1000);
  private static final BatchResult WORKED = new BatchResult.Withheld(Duration.ZERO);

  private final Gate gate = new Gate();
  private final WakeUp arrivals = new WakeUp();
  private final Deque<BatchResult> due = new ArrayDeque<>();
  private Optional<Throwable> fault = Optional.empty();
  private Runnable meanwhile = () -> {};
  private int parked;
  private final RowWorker worker = new RowWorker(this, gate, arrivals, Duration.ofDays(1));

  @Test
  void whatIsDueIsWorkedOffWithoutASleep() {
    due.add(WORKED);
    assertThat(worker.limit()).isEqualTo(MOST);
    assertThat(worker.run(MOST)).isEqualTo(WORKED);
    assertThat(parked).isZero();
  }

  @Test
  void whatIsWrittenWhileItLooksIsFoundAtOnce() {
    meanwhile = arrivals::signal;
    assertThat(worker.run(MOST)).isInstanceOf(BatchResult.Idle.class);
    assertThat(parked).isOne();
  }

  @Test
  void whatCouldNotBeParkedIsAnInterruption() {
    Throwable away = new IllegalStateException("away");
    fault = Optional.of(away);
    assertThat(worker.run(MOST)).isEqualTo(new BatchResult.TransientFault(away));
  }

  /** The signal that would have ended the sleep is given before the worker looks for it. */
  @Test
  void aStopThatComesJustBeforeItLooksIsSeen() {
    gate.shut();
    arrivals.signal();
    assertThat(worker.run(MOST)).isInstanceOf(BatchResult.Idle.class);
  }

  @Test
  void soIsAGateThatClosesForAWhile() {
    gate.close(Gate.Closer.ROUTE);
    arrivals.signal();
    assertThat(worker.run(MOST)).isInstanceOf(BatchResult.Idle.class);
  }

  @Override
  public BatchLimit limit() {
    return MOST;
  }

  @Override
  public Optional<BatchResult> workOff(BatchLimit most) {
    meanwhile.run();
    return Optional.ofNullable(due.poll());
  }

  @Override
  public BatchResult idle() {
    return new BatchResult.Idle();
  }

  @Override
  public Optional<Throwable> park() {
    parked++;
    return fault;
  }
}
