// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.keep;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.loop.Gate;
import org.semel.internal.engine.loop.Lifecycle;
import org.semel.internal.engine.loop.Loop;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.loop.OutageListener;
import org.semel.internal.engine.loop.WorkerThreads;
import org.semel.internal.engine.tx.Transactions;

/**
 * Deletes what has expired, on a thread of its own, while the application runs. Every node has one;
 * a lease in the database lets one of them sweep at a time. Start and stop may be called from any
 * thread, one after the other, any number of times.
 */
public final class Retention implements Lifecycle {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Backoff OUTAGE = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

  private final RetentionStore store;
  private final Transactions transactions;
  private final ThreadFactory threads;
  private final Supplier<Collection<RetentionRule>> rules;
  private final SweepPace pace;
  private final Observer<RetentionEvent> observer;
  private @Nullable Gate gate;

  /**
   * Retention by these rules.
   *
   * @param threads makes threads that the server manages
   * @param rules asked before each look, as consumers may come later
   */
  public Retention(
      RetentionStore store,
      Transactions transactions,
      ThreadFactory threads,
      Supplier<Collection<RetentionRule>> rules,
      SweepPace pace,
      Observer<RetentionEvent> observer) {
    this.store = store;
    this.transactions = transactions;
    this.threads = threads;
    this.rules = rules;
    this.pace = pace;
    this.observer = observer;
  }

  @Override
  public synchronized void start() {
    stop();
    Gate next = new Gate();
    Sweeper sweeper = new Sweeper(store, transactions, next, rules, pace, observer);
    Loop loop =
        new Loop(
            next,
            sweeper,
            next::pause,
            OUTAGE,
            OutageListener.reporting(
                observer, RetentionEvent.Interrupted::new, RetentionEvent.Resumed::new));
    new WorkerThreads(threads).start("Retention", List.of(loop), begun -> next.shut());
    gate = next;
  }

  /** Lets the step under way end; what is left is for the next node that looks. */
  @Override
  public synchronized void stop() {
    Optional.ofNullable(gate)
        .ifPresent(
            open -> {
              open.shut();
              open.drained(PATIENCE);
            });
    gate = null;
  }
}
