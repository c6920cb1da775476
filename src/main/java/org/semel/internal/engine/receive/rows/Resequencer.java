// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.semel.internal.engine.receive.HandlingFailed;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.batch.DueRows;
import org.semel.internal.engine.receive.batch.StoredRunResult;
import org.semel.internal.engine.receive.batch.WorkersState;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.rows.Versions.Run;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Completion.During;
import org.semel.internal.engine.tx.Completion.RolledBack;
import org.semel.internal.engine.tx.Faults;
import org.semel.internal.engine.tx.Transactions;

/**
 * Held messages: releases those whose predecessor has come, in order, in transactions of the
 * database alone: they are gone from the broker since they were kept. Effects, intents and the
 * aggregate's version commit together. One that fails is tried again alone, and parked after the
 * policy's attempts; its aggregate then waits for a person.
 */
public final class Resequencer implements DueRows {

  /** The number of batches after which a worker that is never idle looks for gaps. */
  private static final int REPORT_EVERY = 20;

  private final ConsumerPolicy policy;
  private final HeldTransaction work;
  private final Transactions transactions;
  private final Faults faults;
  private final HeldFailureHandler failures;
  private final WorkersState learnt;
  private boolean alone;
  private int busy;

  /**
   * The only one of its consumer.
   *
   * @param faults tells faults that pass from faults that stay
   */
  public Resequencer(
      ConsumerPolicy policy,
      HeldTransaction work,
      Transactions transactions,
      Faults faults,
      HeldFailureHandler failures) {
    this.policy = policy;
    this.work = work;
    this.transactions = transactions;
    this.faults = faults;
    this.failures = failures;
    this.learnt = WorkersState.nothing(policy);
  }

  /** No more than fit into the time of a transaction, as far as is known. */
  @Override
  public BatchLimit limit() {
    return learnt.limit(policy.concurrency().batch());
  }

  @Override
  public Optional<BatchResult> workOff(BatchLimit most) {
    List<Run> runs = new ArrayList<>();
    long since = System.nanoTime();
    Completion<List<Receipt>> completion =
        transactions.inNew(
            policy.concurrency().transactionTimeout(),
            () -> work.release(alone ? most.atMost(1) : most, runs));
    return ended(completion, runs, Duration.ofNanos(System.nanoTime() - since));
  }

  private Optional<BatchResult> ended(
      Completion<List<Receipt>> completion, List<Run> runs, Duration lasted) {
    return completion.fold(
        receipts -> Optional.of(released(receipts, lasted)),
        nothing -> Optional.empty(),
        failed ->
            Optional.of(
                faults.of(failed).passes()
                    ? stopped(failed.cause(), runs)
                    : failed(failed, runs, lasted)),
        unknown -> Optional.of(stopped(unknown.cause(), runs)));
  }

  @Override
  public BatchResult idle() {
    return learnt.outage().idle();
  }

  /** A notice of each gap that has lasted too long. */
  @Override
  public Optional<Throwable> park() {
    return failures.reportGaps();
  }

  /** A fault that passes; should it never pass for one message, that is parked in the end. */
  private BatchResult stopped(Throwable cause, List<Run> runs) {
    if (!runs.isEmpty()) {
      learnt.outage().stopped();
    }
    if (alone && !runs.isEmpty()) {
      failures.stopped(runs.get(0), cause);
    }
    alone = true;
    return new BatchResult.TransientFault(cause);
  }

  private BatchResult released(List<Receipt> receipts, Duration lasted) {
    alone = false;
    learnt.learn(new StoredRunResult.Concluded(receipts), receipts.size(), lasted);
    Optional<Throwable> fault =
        ++busy % REPORT_EVERY == 0 ? failures.reportGaps() : Optional.empty();
    if (fault.isEmpty()) {
      return new BatchResult.BatchCommitted(receipts);
    }
    failures.report(receipts);
    return new BatchResult.TransientFault(fault.get());
  }

  /**
   * The result of a failed transaction. If several messages ran in it, any may be at fault: they
   * are tried again one by one.
   */
  private BatchResult failed(RolledBack<?> failed, List<Run> runs, Duration lasted) {
    if (!alone || runs.isEmpty()) {
      alone = true;
      return severalFailed(failed, runs.stream().mapToInt(run -> run.next().size()).sum(), lasted);
    }
    BatchResult counted = failures.failed(runs.get(0), HandlingFailed.failure(failed.cause()));
    alone = counted instanceof BatchResult.TransientFault;
    return counted;
  }

  private BatchResult severalFailed(RolledBack<?> failed, int messages, Duration lasted) {
    if (failed.during() == During.OVERTIME && messages > 1) {
      learnt.overran(messages, lasted);
      return new BatchResult.Overran(messages, failed.cause());
    }
    return new BatchResult.PermanentFault(
        messages, Optional.empty(), HandlingFailed.failure(failed.cause()));
  }
}
