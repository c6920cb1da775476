// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.stored;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.semel.internal.loop.Gate;
import org.semel.internal.loop.SharedWakeUp;
import org.semel.internal.policy.BatchLimit;
import org.semel.internal.policy.ConsumerPolicy;
import org.semel.internal.policy.StoredPolicy;
import org.semel.internal.receive.BatchResult;
import org.semel.internal.receive.Receipt;
import org.semel.internal.receive.ReceiveTask;
import org.semel.internal.receive.StoredRunResult;
import org.semel.internal.receive.WorkersState;
import org.semel.internal.stored.StoredMessages.Quota;
import org.semel.internal.tx.Completion;
import org.semel.internal.tx.Decision;

/**
 * Works off stored messages:
 *
 * <ol>
 *   <li>lease what is due, in a short transaction;
 *   <li>run those that have never failed together, in one transaction;
 *   <li>if that fails, and for those that have failed before, each in a transaction of its own: so
 *       nobody suffers for a neighbour, and nobody is blamed for one;
 *   <li>if a fault that passes stops one of these, leave the rest for later: most often the
 *       database is gone. But as it may be the message's own, such as a statement that always runs
 *       out of time, it counts as a lapse once others have taken effect meanwhile, and too many
 *       park it;
 *   <li>if there was nothing, sleep until something is stored.
 * </ol>
 */
public final class StoredMessageWorker implements ReceiveTask {

  private final ConsumerPolicy policy;
  private final StoredPolicy stored;
  private final Board board;
  private final HeldLeases hand;
  private boolean together = true;

  /** What the workers of a consumer share: where rows are, who runs them and takes failures. */
  public record Board(
      StoredFailureHandler.Shelves shelves,
      StoredFailureHandler desk,
      StoredRouteRunner runs,
      Pace pace) {}

  /**
   * When to begin and when to end.
   *
   * @param budget of retries
   * @param chime wakes
   * @param gate is shut when it is time to go home
   * @param shared how much to begin with
   */
  public record Pace(RetryBudget budget, SharedWakeUp chime, Gate gate, WorkersState shared) {}

  public StoredMessageWorker(
      ConsumerPolicy policy, StoredPolicy stored, Board board, HeldLeases hand) {
    this.policy = policy;
    this.stored = stored;
    this.board = board;
    this.hand = hand;
  }

  @Override
  public BatchLimit portion() {
    return shared().portion(policy.pace().batch());
  }

  @Override
  public BatchResult run(BatchLimit most) {
    Optional<Duration> wait = shared().mustWait();
    if (wait.isPresent()) {
      return new BatchResult.Withheld(wait.get());
    }
    try {
      return lease(most);
    } finally {
      shared().left();
    }
  }

  private WorkersState shared() {
    return board.pace().shared();
  }

  private BatchResult lease(BatchLimit most) {
    long heard = board.pace().chime().strokes();
    hand.begin(StoredFailureHandler.TIMEOUT);
    int retries = board.pace().budget().take((most.messages() + 1) / 2);
    Completion<List<LeasedMessage>> leased =
        board
            .shelves()
            .transactions()
            .inNew(StoredFailureHandler.TIMEOUT, () -> lease(most, retries));
    settle(leased, retries);
    return leased.fold(
        this::workOff,
        nothing -> idle(heard),
        failed -> new BatchResult.Interrupted(failed.cause()),
        unknown -> new BatchResult.Interrupted(unknown.cause()));
  }

  private BatchResult idle(long heard) {
    Optional<Throwable> fault = board.desk().park();
    if (fault.isPresent()) {
      return new BatchResult.Interrupted(fault.get());
    }
    board.pace().chime().await(heard, stored.poll());
    return new BatchResult.Idle();
  }

  /** Gives back to the budget what was taken from it and is not tried again now. */
  private void settle(Completion<List<LeasedMessage>> completion, int taken) {
    List<LeasedMessage> leased = completion.committed().orElse(List.of());
    int retries = (int) leased.stream().filter(one -> one.history().failures() > 0).count();
    board.pace().budget().givenBack(taken - retries);
    board.pace().budget().earned(leased.size() - retries);
  }

  /** Retries within their budget, and at most half of what is taken. */
  private Decision<List<LeasedMessage>> lease(BatchLimit most, int retries) {
    Quota quota = new Quota(Math.max(1, most.messages() - retries), retries, most.bytes());
    List<LeasedMessage> leased =
        board.shelves().messages().lease(policy.name(), quota, stored.lease());
    return leased.isEmpty() ? Decision.discard(leased) : Decision.commit(leased);
  }

  private BatchResult workOff(List<LeasedMessage> leased) {
    hand.take(leased);
    try {
      return each(leased);
    } finally {
      hand.clear();
    }
  }

  private BatchResult each(List<LeasedMessage> leased) {
    List<LeasedMessage> calm = leased.stream().filter(one -> one.history().isEmpty()).toList();
    List<LeasedMessage> open = new ArrayList<>(calm);
    leased.stream().filter(one -> !one.history().isEmpty()).forEach(open::add);
    List<Receipt> receipts = new ArrayList<>();
    if (together && calm.size() > 1) {
      StoredRunResult result = together(calm);
      if (result instanceof StoredRunResult.Ended ended) {
        receipts.addAll(ended.receipts());
        open.removeAll(calm);
      }
      together = !(result instanceof StoredRunResult.Stepped);
    }
    return oneByOne(open, receipts);
  }

  /** Those that something stops are left for later, and, if too many are in a row, all the rest. */
  private BatchResult oneByOne(List<LeasedMessage> open, List<Receipt> receipts) {
    UnfinishedMessages unfinished = new UnfinishedMessages(shared().outage());
    while (!open.isEmpty() && !unfinished.isVain()) {
      if (board.pace().gate().isShut()) {
        break;
      }
      LeasedMessage next = open.remove(0);
      StoredRunResult result = alone(next);
      hand.end(next);
      if (result instanceof StoredRunResult.Passing passing) {
        unfinished.stopped(next, passing.cause());
      } else if (result instanceof StoredRunResult.Ended ended) {
        receipts.addAll(ended.receipts());
        unfinished.wentWell();
      }
    }
    unfinished.notBegun(open);
    return unfinished.giveBack(board.desk(), receipts);
  }

  private StoredRunResult together(List<LeasedMessage> calm) {
    long since = System.nanoTime();
    StoredRunResult result = board.runs().together(calm, hand);
    shared().learn(result, calm.size(), Duration.ofNanos(System.nanoTime() - since));
    return result;
  }

  private StoredRunResult alone(LeasedMessage leased) {
    if (leased.history().lapses() > policy.endurance().deliveries()) {
      return board.desk().worn(leased);
    }
    StoredRunResult result = board.runs().alone(leased, hand);
    if (result instanceof StoredRunResult.Ended ended) {
      shared().cameTo(ended.receipts());
    }
    return result;
  }
}
