// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.node;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.semel.internal.boot.config.Settings;
import org.semel.internal.desk.operate.audit.AuditSealing;
import org.semel.internal.desk.operate.audit.AuditSeals;
import org.semel.internal.desk.operate.indoubt.OutsideLook;
import org.semel.internal.desk.operate.pause.PauseEvent;
import org.semel.internal.desk.operate.pause.PauseWatch;
import org.semel.internal.desk.operate.pause.Pauses;
import org.semel.internal.desk.operate.plan.PlanDriver;
import org.semel.internal.desk.operate.plan.PlanWorker;
import org.semel.internal.desk.watch.Exposure;
import org.semel.internal.desk.watch.Telemetry;
import org.semel.internal.desk.watch.log.PauseLog;
import org.semel.internal.desk.watch.log.PlanLog;
import org.semel.internal.desk.watch.log.RetentionLog;
import org.semel.internal.desk.watch.log.SealLog;
import org.semel.internal.desk.watch.log.WaitLog;
import org.semel.internal.engine.keep.Retention;
import org.semel.internal.engine.keep.RetentionStore;
import org.semel.internal.engine.keep.SweepPace;
import org.semel.internal.engine.loop.Lifecycle;
import org.semel.internal.engine.loop.LoopThread;
import org.semel.internal.engine.loop.OutageListener;
import org.semel.internal.engine.loop.WakeUp;
import org.semel.internal.engine.tx.Transactions;

/** The parts that run beside consumers and relays as long as the application does. */
public final class BackgroundParts {

  private final Settings settings;
  private final Telemetry telemetry;
  private final Transactions transactions;
  private final ThreadFactory threads;
  private final OutsideLook outside;

  /**
   * The parts of one application.
   *
   * @param outside what is in doubt outside the database
   */
  public BackgroundParts(
      Settings settings,
      Telemetry telemetry,
      Transactions transactions,
      ThreadFactory threads,
      OutsideLook outside) {
    this.settings = settings;
    this.telemetry = telemetry;
    this.transactions = transactions;
    this.threads = threads;
    this.outside = outside;
  }

  /**
   * Looks at what operators have paused.
   *
   * @param suspended whether the server is
   */
  public PauseWatch pauses(Pauses pauses, BooleanSupplier suspended) {
    return new PauseWatch(
        pauses, transactions, suspended, telemetry.pauses(new PauseLog()), System::nanoTime);
  }

  /** Works on replay plans. */
  public PlanWorker plans(Supplier<PlanDriver> drivers) {
    return new PlanWorker(drivers, threads, new PlanLog());
  }

  /** Deletes rows that exceeded their retention time. */
  public Retention retention(RetentionStore store) {
    return new Retention(
        store,
        transactions,
        threads,
        settings::retention,
        SweepPace.every(settings.semel().retentionEvery()),
        telemetry.retention(new RetentionLog()));
  }

  /**
   * The look at what operators have paused, and the seals of what they did; and, where they are
   * switched on, the look at the database for those who watch from outside, and the doctor's
   * rounds.
   *
   * @param up whether the application has started
   */
  public List<Lifecycle> all(
      PauseWatch pauses, AuditSeals seals, LocalNode node, BooleanSupplier up) {
    List<Lifecycle> all = new ArrayList<>();
    all.add(
        new LoopThread(
            "The look at pauses",
            pauses,
            new WakeUp(),
            threads,
            OutageListener.reporting(
                telemetry.pauses(new PauseLog()),
                PauseEvent.Interrupted::new,
                PauseEvent.Resumed::new)));
    SealLog log = new SealLog();
    AuditSealing sealing = new AuditSealing(seals, transactions, log);
    all.add(new LoopThread("The sealing of the audit", sealing, new WakeUp(), threads, log));
    telemetry.sampling(threads).ifPresent(all::add);
    Exposure exposure = settings.semel().exposure();
    if (exposure.showsMetrics() || exposure.hasConsole()) {
      all.add(
          new LoopThread(
              "The look at brokers and log",
              outside,
              new WakeUp(),
              threads,
              WaitLog.ofWhatIsInDoubt()));
    }
    if (exposure.reportsStart() || exposure.showsMetrics()) {
      all.add(new DoctorRounds(exposure, () -> hasSettled(up), node::examine, threads));
    }
    return all;
  }

  private boolean hasSettled(BooleanSupplier up) {
    return up.getAsBoolean() && !telemetry.consumers().anyWaits();
  }
}
