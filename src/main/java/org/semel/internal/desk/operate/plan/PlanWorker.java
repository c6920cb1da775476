// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.plan;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.semel.internal.desk.operate.plan.PlanDriver.Round;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.loop.Gate;
import org.semel.internal.engine.loop.Lifecycle;
import org.semel.internal.engine.loop.Loop;
import org.semel.internal.engine.loop.LoopResult;
import org.semel.internal.engine.loop.WorkerThreads;
import org.semel.operations.Plan;

/** A node's thread that works on replay plans. Starts and stops any number of times. */
public final class PlanWorker implements Lifecycle {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Backoff OUTAGE = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(10));

  private final Supplier<PlanDriver> drivers;
  private final ThreadFactory threads;
  private final PlanListener listener;
  private @Nullable Gate gate;

  /**
   * A worker that is not started.
   *
   * @param threads makes threads that the server manages
   */
  public PlanWorker(Supplier<PlanDriver> drivers, ThreadFactory threads, PlanListener listener) {
    this.drivers = drivers;
    this.threads = threads;
    this.listener = listener;
  }

  @Override
  public synchronized void start() {
    stop();
    Gate next = new Gate();
    PlanDriver driver = drivers.get();
    Loop loop = new Loop(next, afterOutage -> round(driver), next::pause, OUTAGE, listener);
    new WorkerThreads(threads)
        .start("The work on replay plans", List.of(loop), begun -> next.shut());
    gate = next;
  }

  /** Lets the round in hand end; what is left is for the next node. */
  @Override
  public synchronized void stop() {
    Gate open = gate;
    if (open != null) {
      open.shut();
      open.drained(PATIENCE);
    }
    gate = null;
  }

  /** One round of work on a plan. */
  private LoopResult round(PlanDriver driver) {
    Round round = driver.round();
    if (round instanceof Round.NoPlan) {
      return new LoopResult.Succeeded(POLL);
    }
    if (round instanceof Round.Superseded lost) {
      listener.lost(lost.plan());
    } else if (round instanceof Round.Worked worked && worked.state() != Plan.State.RUNNING) {
      listener.ended(worked.plan(), worked.state());
    }
    return new LoopResult.Succeeded(Duration.ZERO);
  }
}
