// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import java.time.Duration;
import java.util.Optional;
import org.semel.internal.engine.loop.Gate;
import org.semel.internal.engine.loop.WakeUp;
import org.semel.internal.engine.receive.policy.BatchLimit;

/** Works off rows that wait, and sleeps while none is due. */
public final class RowWorker implements ReceiveTask {

  private final DueRows rows;
  private final Gate gate;
  private final WakeUp arrivals;
  private final Duration poll;

  /**
   * A worker of its own thread.
   *
   * @param gate it does not sleep behind one that is closed or shut
   * @param arrivals wakes when a row is written, or the gate is closed or shut
   * @param poll how long to sleep at most
   */
  public RowWorker(DueRows rows, Gate gate, WakeUp arrivals, Duration poll) {
    this.rows = rows;
    this.gate = gate;
    this.arrivals = arrivals;
    this.poll = poll;
  }

  @Override
  public BatchLimit limit() {
    return rows.limit();
  }

  @Override
  public BatchResult run(BatchLimit most) {
    long before = arrivals.signals();
    return rows.workOff(most).orElseGet(() -> idle(before));
  }

  private BatchResult idle(long before) {
    Optional<Throwable> fault = rows.park();
    if (fault.isPresent()) {
      return new BatchResult.TransientFault(fault.get());
    }
    if (gate.isOpen()) { // else its signal may have come before the look at them
      arrivals.await(before, poll);
    }
    return rows.idle();
  }
}
