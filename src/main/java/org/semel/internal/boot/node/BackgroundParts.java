// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.node;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.BooleanSupplier;
import org.semel.internal.audit.AuditSealing;
import org.semel.internal.audit.AuditSeals;
import org.semel.internal.boot.config.Exposure;
import org.semel.internal.boot.log.PauseLog;
import org.semel.internal.boot.log.SealLog;
import org.semel.internal.boot.telemetry.Telemetry;
import org.semel.internal.loop.Lifecycle;
import org.semel.internal.loop.LoopThread;
import org.semel.internal.loop.WakeUp;
import org.semel.internal.pause.PauseWatch;
import org.semel.internal.tx.Transactions;
import org.semel.operations.node.Node;

/** What runs beside consumers and relays as long as the application does. */
public final class BackgroundParts {

  private final Exposure exposure;
  private final Telemetry telemetry;
  private final Transactions transactions;
  private final ThreadFactory threads;

  public BackgroundParts(
      Exposure exposure, Telemetry telemetry, Transactions transactions, ThreadFactory threads) {
    this.exposure = exposure;
    this.telemetry = telemetry;
    this.transactions = transactions;
    this.threads = threads;
  }

  /**
   * The look at what operators have paused, and the seals of what they did; and, where they are
   * switched on, the look at the database for those who watch from outside, and the doctor's report
   * of the start.
   *
   * @param up whether the application has started
   */
  public List<Lifecycle> all(PauseWatch pauses, AuditSeals seals, Node node, BooleanSupplier up) {
    List<Lifecycle> all = new ArrayList<>();
    all.add(
        new LoopThread(
            "The look at pauses", pauses, new WakeUp(), threads, telemetry.pauses(new PauseLog())));
    SealLog log = new SealLog();
    AuditSealing sealing = new AuditSealing(seals, transactions, log);
    all.add(new LoopThread("The sealing of the audit", sealing, new WakeUp(), threads, log));
    telemetry.sampling(threads).ifPresent(all::add);
    if (exposure.reportsStart()) {
      all.add(new StartReport(() -> hasSettled(up), node::examine, threads));
    }
    return all;
  }

  private boolean hasSettled(BooleanSupplier up) {
    return up.getAsBoolean() && !telemetry.consumers().anyWaits();
  }
}
