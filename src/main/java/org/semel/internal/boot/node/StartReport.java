// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.node;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.semel.internal.boot.log.DoctorLog;
import org.semel.internal.loop.Backoff;
import org.semel.internal.loop.Gate;
import org.semel.internal.loop.Lifecycle;
import org.semel.internal.loop.Loop;
import org.semel.internal.loop.LoopResult;
import org.semel.internal.loop.WorkerThreads;
import org.semel.operations.node.Diagnosis;

/**
 * Lets the doctor examine a node once after its start, on a thread of its own: as soon as no
 * consumer awaits its proof any more, or after a minute. The start does not wait for it.
 */
public final class StartReport implements Lifecycle {

  private static final Duration LOOK = Duration.ofMillis(500);
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration END = Duration.ofSeconds(30);
  private static final Backoff OUTAGE = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(10));

  private final BooleanSupplier settled;
  private final Supplier<Diagnosis> doctor;
  private final ThreadFactory threads;
  private final DoctorLog log = new DoctorLog();
  private Optional<Gate> gate = Optional.empty();

  /**
   * A report that is not made yet.
   *
   * @param settled whether each consumer has come to an end with its proof
   * @param threads makes threads that the server manages
   */
  public StartReport(BooleanSupplier settled, Supplier<Diagnosis> doctor, ThreadFactory threads) {
    this.settled = settled;
    this.doctor = doctor;
    this.threads = threads;
  }

  @Override
  public synchronized void start() {
    stop();
    Gate next = new Gate();
    long begun = System.nanoTime();
    Loop loop = new Loop(next, afterOutage -> step(next, begun), next::pause, OUTAGE, log);
    new WorkerThreads(threads).start("The doctor", List.of(loop), started -> next.shut());
    gate = Optional.of(next);
  }

  private LoopResult step(Gate open, long begun) {
    if (!settled.getAsBoolean() && System.nanoTime() - begun < PATIENCE.toNanos()) {
      return new LoopResult.Succeeded(LOOK);
    }
    log.examined(doctor.get());
    open.shut();
    return new LoopResult.Succeeded(Duration.ZERO);
  }

  @Override
  public synchronized void stop() {
    gate.ifPresent(
        open -> {
          open.shut();
          open.drained(END);
        });
    gate = Optional.empty();
  }
}
