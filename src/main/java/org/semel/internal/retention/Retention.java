// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.retention;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.semel.internal.loop.Backoff;
import org.semel.internal.loop.Gate;
import org.semel.internal.loop.Loop;
import org.semel.internal.loop.WorkerThreads;
import org.semel.internal.tx.Transactions;

/**
 * Forgets in time, on a thread of its own, while the application runs. Every node has one; a turn
 * in the database lets one of them sweep at a time. Start and stop may be called from any thread,
 * one after the other, any number of times.
 */
public final class Retention {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Backoff OUTAGE = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

  private final Depot depot;
  private final Supplier<Collection<RetentionRule>> rules;
  private final SweepPace pace;
  private final RetentionListener listener;
  private @Nullable Gate gate;

  /**
   * What it works with.
   *
   * @param forgetting the memory
   * @param transactions of the server
   * @param threads makes threads that the server manages
   */
  public record Depot(
      RetentionStore forgetting, Transactions transactions, ThreadFactory threads) {}

  /**
   * Retention by these rules.
   *
   * @param rules asked before each look, as consumers may come later
   */
  public Retention(
      Depot depot,
      Supplier<Collection<RetentionRule>> rules,
      SweepPace pace,
      RetentionListener listener) {
    this.depot = depot;
    this.rules = rules;
    this.pace = pace;
    this.listener = listener;
  }

  public synchronized void start() {
    stop();
    Gate next = new Gate();
    Sweeper sweeper = new Sweeper(depot, next, new Sweeper.Plan(rules, pace), listener);
    Loop loop = new Loop(next, sweeper, next::pause, OUTAGE, listener);
    new WorkerThreads(depot.threads()).start("Retention", List.of(loop), begun -> next.shut());
    gate = next;
  }

  /** Lets the step in hand end; what is left of the round is for the next one who looks. */
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
