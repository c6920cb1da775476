// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.semel.Gate;
import org.semel.inbox.LeasedMessage;
import org.semel.inbox.StoredMessages.Quota;
import org.semel.tx.Completion;
import org.semel.tx.Completion.Committed;
import org.semel.tx.Completion.Discarded;
import org.semel.tx.Completion.RolledBack;
import org.semel.tx.Completion.Unknown;
import org.semel.tx.Decision;

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
final class Errand implements Task {

  private final ConsumerPolicy policy;
  private final StoredPolicy stored;
  private final Board board;
  private final InHand hand;
  private boolean together = true;

  /**
   * What the errands of a consumer share.
   *
   * @param shelves where messages are stored
   * @param desk takes failures
   * @param runs runs routes
   * @param pace says when to begin and when to end
   */
  record Board(Desk.Shelves shelves, Desk desk, Runs runs, Pace pace) {}

  /**
   * When to begin and when to end.
   *
   * @param budget of retries
   * @param chime wakes
   * @param gate is shut when it is time to go home
   * @param shared how much to begin with
   */
  record Pace(RetryBudget budget, Chime chime, Gate gate, SharedState shared) {}

  Errand(ConsumerPolicy policy, StoredPolicy stored, Board board, InHand hand) {
    this.policy = policy;
    this.stored = stored;
    this.board = board;
    this.hand = hand;
  }

  @Override
  public Portion portion() {
    return shared().portion(policy.pace().batch());
  }

  @Override
  public PassResult run(Portion most) {
    Optional<Duration> wait = shared().mustWait();
    if (wait.isPresent()) {
      return new PassResult.Withheld(wait.get());
    }
    try {
      return lease(most);
    } finally {
      shared().left();
    }
  }

  private SharedState shared() {
    return board.pace().shared();
  }

  private PassResult lease(Portion most) {
    long heard = board.pace().chime().strokes();
    hand.begin(Desk.TIMEOUT);
    int retries = board.pace().budget().take((most.messages() + 1) / 2);
    Completion<List<LeasedMessage>> leased =
        board.shelves().transactions().inNew(Desk.TIMEOUT, () -> lease(most, retries));
    settle(leased, retries);
    if (leased instanceof RolledBack<List<LeasedMessage>> failed) {
      return new PassResult.Interrupted(failed.cause());
    }
    if (leased instanceof Unknown<List<LeasedMessage>> unknown) {
      return new PassResult.Interrupted(unknown.cause());
    }
    if (leased instanceof Discarded<List<LeasedMessage>>) {
      return idle(heard);
    }
    return workOff(((Committed<List<LeasedMessage>>) leased).value());
  }

  private PassResult idle(long heard) {
    Optional<Throwable> fault = board.desk().park();
    if (fault.isPresent()) {
      return new PassResult.Interrupted(fault.get());
    }
    board.pace().chime().await(heard, stored.poll());
    return new PassResult.Idle();
  }

  /** Gives back to the budget what was taken from it and is not tried again now. */
  private void settle(Completion<List<LeasedMessage>> completion, int taken) {
    List<LeasedMessage> leased =
        completion instanceof Committed<List<LeasedMessage>> committed
            ? committed.value()
            : List.of();
    int retries = (int) leased.stream().filter(one -> one.history().failures() > 0).count();
    board.pace().budget().givenBack(taken - retries);
    board.pace().budget().earned(leased.size() - retries);
  }

  /** Retries within their budget, and at most half of what is taken. */
  private Decision<List<LeasedMessage>> lease(Portion most, int retries) {
    Quota quota = new Quota(Math.max(1, most.messages() - retries), retries, most.bytes());
    List<LeasedMessage> leased =
        board.shelves().messages().lease(policy.name(), quota, stored.lease());
    return leased.isEmpty() ? Decision.discard(leased) : Decision.commit(leased);
  }

  private PassResult workOff(List<LeasedMessage> leased) {
    hand.take(leased);
    try {
      return each(leased);
    } finally {
      hand.clear();
    }
  }

  private PassResult each(List<LeasedMessage> leased) {
    List<LeasedMessage> calm = leased.stream().filter(one -> one.history().isEmpty()).toList();
    List<LeasedMessage> open = new ArrayList<>(calm);
    leased.stream().filter(one -> !one.history().isEmpty()).forEach(open::add);
    List<Receipt> receipts = new ArrayList<>();
    if (together && calm.size() > 1) {
      RunResult result = together(calm);
      if (result instanceof RunResult.Ended ended) {
        receipts.addAll(ended.receipts());
        open.removeAll(calm);
      }
      together = !(result instanceof RunResult.Stepped);
    }
    return oneByOne(open, receipts);
  }

  /** Those that something stops are left for later, and, if too many are in a row, all the rest. */
  private PassResult oneByOne(List<LeasedMessage> open, List<Receipt> receipts) {
    Unfinished unfinished = new Unfinished(shared().outage());
    while (!open.isEmpty() && !unfinished.isVain()) {
      if (board.pace().gate().isShut()) {
        break;
      }
      LeasedMessage next = open.remove(0);
      RunResult result = alone(next);
      hand.end(next);
      if (result instanceof RunResult.Passing passing) {
        unfinished.stopped(next, passing.cause());
      } else if (result instanceof RunResult.Ended ended) {
        receipts.addAll(ended.receipts());
        unfinished.wentWell();
      }
    }
    unfinished.notBegun(open);
    return unfinished.giveBack(board.desk(), receipts);
  }

  private RunResult together(List<LeasedMessage> calm) {
    long since = System.nanoTime();
    RunResult result = board.runs().together(calm, hand);
    shared().learn(result, calm.size(), Duration.ofNanos(System.nanoTime() - since));
    return result;
  }

  private RunResult alone(LeasedMessage leased) {
    if (leased.history().lapses() > policy.endurance().deliveries()) {
      return board.desk().worn(leased);
    }
    RunResult result = board.runs().alone(leased, hand);
    if (result instanceof RunResult.Ended ended) {
      shared().cameTo(ended.receipts());
    }
    return result;
  }
}
