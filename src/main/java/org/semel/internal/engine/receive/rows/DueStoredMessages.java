// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.semel.internal.engine.loop.Gate;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.batch.DueRows;
import org.semel.internal.engine.receive.batch.StoredRunResult;
import org.semel.internal.engine.receive.batch.WorkersState;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;

/**
 * Stored messages, leased to one worker:
 *
 * <ol>
 *   <li>lease what is due, in a short transaction;
 *   <li>run those that have never failed together, in one transaction;
 *   <li>if that fails, and for those that have failed before, each in a transaction of its own: so
 *       no message is undone by a neighbour, and none is blamed for one;
 *   <li>if a fault that passes stops one of these, leave the rest for later: most often the
 *       database is gone. But as it may be the message's own, such as a statement that always runs
 *       out of time, it counts as a lapse once others have taken effect meanwhile, and too many
 *       park it.
 * </ol>
 */
public final class DueStoredMessages implements DueRows {

  /** The number of passes after which a worker that is never idle parks what a person must see. */
  private static final int PARK_EVERY = 20;

  private final ConsumerPolicy policy;
  private final StoredLeases leases;
  private final StoredRouteRunner runner;
  private final StoredFailureHandler failures;
  private final Gate gate;
  private final WorkersState shared;
  private boolean together = true;
  private int passes;

  /**
   * One of the workers of a consumer.
   *
   * @param gate closed when nothing more is to be begun, and shut when it is to end
   * @param shared how much to begin with
   */
  public DueStoredMessages(
      ConsumerPolicy policy,
      StoredLeases leases,
      StoredRouteRunner runner,
      StoredFailureHandler failures,
      Gate gate,
      WorkersState shared) {
    this.policy = policy;
    this.leases = leases;
    this.runner = runner;
    this.failures = failures;
    this.gate = gate;
    this.shared = shared;
  }

  @Override
  public BatchLimit limit() {
    return shared.limit(policy.concurrency().batch());
  }

  @Override
  public Optional<BatchResult> workOff(BatchLimit most) {
    Optional<Duration> wait = shared.mustWait();
    if (wait.isPresent()) {
      return Optional.of(new BatchResult.Withheld(wait.get()));
    }
    try {
      parkNowAndThen();
      return lease(most);
    } finally {
      shared.left();
    }
  }

  @Override
  public BatchResult idle() {
    return shared.outage().idle();
  }

  /**
   * Parks, at every so many passes, what failed for good. If that cannot be written now, it is left
   * for the next time; the messages that are due report the fault.
   */
  private void parkNowAndThen() {
    if (++passes % PARK_EVERY == 0) {
      failures.park();
    }
  }

  /** Parks all that failed for good, a crash's leftovers included. */
  @Override
  public Optional<Throwable> park() {
    return failures.park();
  }

  private Optional<BatchResult> lease(BatchLimit most) {
    return leases
        .lease(most)
        .fold(
            leased -> leased.isEmpty() ? Optional.empty() : Optional.of(run(leased)),
            fault -> Optional.of(new BatchResult.TransientFault(fault)));
  }

  private BatchResult run(List<LeasedMessage> leased) {
    leases.held().take(leased);
    try {
      return each(leased);
    } finally {
      leases.held().clear();
    }
  }

  private BatchResult each(List<LeasedMessage> leased) {
    List<LeasedMessage> fresh = leased.stream().filter(one -> one.history().isEmpty()).toList();
    List<LeasedMessage> open = new ArrayList<>(fresh);
    leased.stream().filter(one -> !one.history().isEmpty()).forEach(open::add);
    List<Receipt> receipts = new ArrayList<>();
    if (together && fresh.size() > 1 && gate.isOpen()) {
      StoredRunResult result = together(fresh);
      if (result instanceof StoredRunResult.Concluded ended) {
        receipts.addAll(ended.receipts());
        open.removeAll(fresh);
      }
      together = !(result instanceof StoredRunResult.Stepped);
    }
    return oneByOne(open, receipts);
  }

  /**
   * Those that something stops are left for later, and, if too many are in a row, all the rest.
   * Messages that were stopped before go last, so that none waits behind them for ever.
   */
  private BatchResult oneByOne(List<LeasedMessage> open, List<Receipt> receipts) {
    open.sort(Comparator.comparing(one -> shared.outage().isRemembered(one.identity())));
    UnfinishedMessages unfinished = new UnfinishedMessages(shared.outage());
    while (!open.isEmpty() && !unfinished.isOutage() && gate.isOpen()) {
      LeasedMessage next = open.remove(0);
      StoredRunResult result = alone(next);
      leases.held().end(next);
      if (result instanceof StoredRunResult.Unfinished interrupted) {
        unfinished.stopped(next, interrupted);
      } else if (result instanceof StoredRunResult.Concluded ended) {
        receipts.addAll(ended.receipts());
        unfinished.wentWell();
      }
    }
    unfinished.notBegun(open);
    return unfinished.giveBack(failures, receipts);
  }

  private StoredRunResult together(List<LeasedMessage> fresh) {
    long since = System.nanoTime();
    StoredRunResult result = runner.together(fresh, leases.held());
    shared.learn(result, fresh.size(), Duration.ofNanos(System.nanoTime() - since));
    return result;
  }

  private StoredRunResult alone(LeasedMessage leased) {
    if (policy.attemptLimits().afterStops(leased.history().lapses()).isPresent()) {
      return failures.lapsed(leased);
    }
    StoredRunResult result = runner.alone(leased, leases.held());
    if (result instanceof StoredRunResult.Concluded ended) {
      shared.cameTo(ended.receipts());
    }
    return result;
  }
}
