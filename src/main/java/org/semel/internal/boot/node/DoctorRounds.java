// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.node;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.semel.internal.desk.watch.Exposure;
import org.semel.internal.desk.watch.log.DoctorLog;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.loop.Gate;
import org.semel.internal.engine.loop.Lifecycle;
import org.semel.internal.engine.loop.Loop;
import org.semel.internal.engine.loop.LoopResult;
import org.semel.internal.engine.loop.WorkerThreads;
import org.semel.operations.node.Diagnosis;

/**
 * Lets the doctor examine a node after its start, on a thread of its own: as soon as no consumer
 * awaits its proof any more, or after a minute. The start does not wait for it. If the series are
 * shown, the doctor examines the node again every ten minutes, as an examination reads sealed days
 * of the audit; and every minute while the database is away, to see soon that it is back.
 */
public final class DoctorRounds implements Lifecycle {

  static final Duration EVERY = Duration.ofMinutes(10);

  private static final Duration AWAY = Duration.ofMinutes(1);
  private static final Duration LOOK = Duration.ofMillis(500);
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration END = Duration.ofSeconds(30);
  private static final Backoff OUTAGE = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(10));

  private final Exposure exposure;
  private final BooleanSupplier settled;
  private final Function<BooleanSupplier, Diagnosis> doctor;
  private final ThreadFactory threads;
  private final DoctorLog log = new DoctorLog();
  private Optional<Gate> gate = Optional.empty();

  /**
   * Rounds that have not begun.
   *
   * @param exposure whether the first examination is reported, and whether others follow
   * @param settled whether each consumer has come to an end with its proof
   * @param doctor examines the node for as long as its argument says that it is wanted
   * @param threads makes threads that the server manages
   */
  public DoctorRounds(
      Exposure exposure,
      BooleanSupplier settled,
      Function<BooleanSupplier, Diagnosis> doctor,
      ThreadFactory threads) {
    this.exposure = exposure;
    this.settled = settled;
    this.doctor = doctor;
    this.threads = threads;
  }

  @Override
  public synchronized void start() {
    stop();
    Gate next = new Gate();
    Loop loop = new Loop(next, new Examination(next), next::pause, OUTAGE, log);
    new WorkerThreads(threads).start("The doctor", List.of(loop), started -> next.shut());
    gate = Optional.of(next);
  }

  /** Lets the check in hand end, which lasts for seconds; no other begins. */
  @Override
  public synchronized void stop() {
    gate.ifPresent(
        open -> {
          open.shut();
          open.drained(END);
        });
    gate = Optional.empty();
  }

  /** One after the other, since one start. */
  private final class Examination implements Loop.Step {

    private final Gate open;
    private final long begun = System.nanoTime();
    private boolean first = true;

    Examination(Gate open) {
      this.open = open;
    }

    @Override
    public LoopResult run(boolean afterOutage) {
      if (first && !settled.getAsBoolean() && System.nanoTime() - begun < PATIENCE.toNanos()) {
        return new LoopResult.Succeeded(LOOK);
      }
      Diagnosis diagnosis = doctor.apply(() -> !open.isShut());
      if (open.isShut()) {
        return new LoopResult.Succeeded(EVERY);
      }
      if (first && exposure.reportsStart()) {
        log.examined(diagnosis);
      }
      first = false;
      if (!exposure.showsMetrics()) {
        open.shut();
      }
      return new LoopResult.Succeeded(diagnosis.at().isPresent() ? EVERY : AWAY);
    }
  }
}
