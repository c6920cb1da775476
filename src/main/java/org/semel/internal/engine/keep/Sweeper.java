// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.keep;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.semel.internal.engine.loop.Gate;
import org.semel.internal.engine.loop.Loop;
import org.semel.internal.engine.loop.LoopResult;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;
import org.semel.internal.engine.tx.Work;

/** Sweeps what is due, in short transactions. */
final class Sweeper implements Loop.Step {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final RetentionStore store;
  private final Transactions transactions;
  private final Gate gate;
  private final Supplier<Collection<RetentionRule>> rules;
  private final SweepPace pace;
  private final Observer<RetentionEvent> observer;
  private Set<RetentionRule> declared = Set.of();

  Sweeper(
      RetentionStore store,
      Transactions transactions,
      Gate gate,
      Supplier<Collection<RetentionRule>> rules,
      SweepPace pace,
      Observer<RetentionEvent> observer) {
    this.store = store;
    this.transactions = transactions;
    this.gate = gate;
    this.rules = rules;
    this.pace = pace;
    this.observer = observer;
  }

  /** A transaction that did not commit, for a reason that lies with the database. */
  private static final class SweepRolledBack extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Throwable why;

    SweepRolledBack(Throwable why) {
      super(why);
      this.why = why;
    }
  }

  /**
   * Sweeps what is due. A kind that cannot be swept does not hold up the others: of all that fails
   * the first is reported, at the end. But nothing is swept while the rules cannot be written:
   * those in the database may be older, and shorter.
   */
  @Override
  public LoopResult run(boolean afterOutage) {
    List<Throwable> failed = new ArrayList<>();
    guarded(this::declare, failed);
    if (failed.isEmpty()) {
      for (RetainedKind kept : RetainedKind.values()) {
        guarded(() -> sweepIfDue(kept), failed);
      }
    }
    return failed.isEmpty()
        ? new LoopResult.Succeeded(pace.look())
        : new LoopResult.Interrupted(failed.get(0));
  }

  private void guarded(Runnable act, List<Throwable> failed) {
    if (gate.isShut()) {
      return;
    }
    try {
      act.run();
    } catch (SweepRolledBack e) {
      failed.add(e.why);
    } catch (RuntimeException | Error e) { // a thread that dies in silence lets the tables grow
      failed.add(e);
    }
  }

  private void sweepIfDue(RetainedKind kept) {
    inNew(() -> Decision.commit(store.take(kept, pace))).ifPresent(this::sweep);
  }

  private void declare() {
    Set<RetentionRule> current = Set.copyOf(rules.get());
    if (!current.equals(declared)) {
      List<PendingRule> pending =
          inNew(
              () -> {
                store.declare(current);
                return Decision.commit(store.pending(current));
              });
      declared = current;
      pending.forEach(rule -> observer.on(new RetentionEvent.Pending(rule)));
    }
  }

  private void sweep(SweepLease lease) {
    long forgotten = 0;
    while (!gate.isShut()) {
      SweepStep step = inNew(() -> Decision.commit(store.step(lease, pace)));
      if (step instanceof SweepStep.Advanced advanced) {
        forgotten += advanced.forgotten();
        gate.pause(pace.breath());
        continue;
      }
      if (step instanceof SweepStep.Finished finished) {
        observer.on(new RetentionEvent.Swept(lease.kept(), forgotten + finished.forgotten()));
      }
      return;
    }
  }

  private <T> T inNew(Work<T> work) {
    return transactions.inNew(TIMEOUT, work).orElseThrow(SweepRolledBack::new);
  }
}
