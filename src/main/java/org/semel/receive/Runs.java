// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.semel.inbox.Ending;
import org.semel.inbox.Failure;
import org.semel.inbox.Leased;
import org.semel.inbox.Offer;
import org.semel.inbox.Parked;
import org.semel.inbox.Progress;
import org.semel.inbox.StoredMessages.Move;
import org.semel.message.Identity;
import org.semel.tx.Completion;
import org.semel.tx.Completion.Committed;
import org.semel.tx.Completion.RolledBack;
import org.semel.tx.Decision;
import org.semel.tx.Faults;

/**
 * Runs the routes of stored messages. Effect, intents and the row's stage commit together, in one
 * transaction of the database; whoever has lost his lease meanwhile is rolled back.
 */
final class Runs {

  private final ConsumerPolicy policy;
  private final StoredPolicy stored;
  private final Desk.Shelves shelves;
  private final Means means;

  /**
   * What runs them.
   *
   * @param handler the user's route
   * @param ordered what runs them instead where versions are kept in order; it knows no steps
   * @param expiry what is too late to be run
   * @param ends what happens otherwise
   */
  record Means(SteppedHandler handler, Optional<Conduct> ordered, Expiry expiry, Ends ends) {}

  /**
   * What happens to those that do not end well.
   *
   * @param faults tells faults that pass from faults that stay
   * @param desk takes failures
   * @param listener hears of lost leases
   */
  record Ends(Faults faults, Desk desk, ReceiveListener listener) {}

  Runs(ConsumerPolicy policy, StoredPolicy stored, Desk.Shelves shelves, Means means) {
    this.policy = policy;
    this.stored = stored;
    this.shelves = shelves;
    this.means = means;
  }

  /** Runs these in one transaction. */
  RunResult together(List<Leased> leased, InHand hand) {
    hand.begin(policy.pace().transactionTimeout());
    Completion<List<Receipt>> completion =
        shelves
            .transactions()
            .inNew(policy.pace().transactionTimeout(), () -> Decision.commit(all(leased)));
    if (completion instanceof Committed<List<Receipt>> committed) {
      return ended(committed.value(), leased.size());
    }
    if (completion instanceof RolledBack<List<Receipt>> failed
        && Rollbacks.stays(means.ends().faults(), failed)) {
      return failed.cause() instanceof StepAmongOthers
          ? new RunResult.Stepped()
          : new RunResult.Spoilt();
    }
    Throwable cause = Rollbacks.cause(completion);
    return means.ends().faults().ofAll(cause) == Faults.Opinion.CONTENDED
        ? new RunResult.Contended(cause)
        : new RunResult.Passing(cause);
  }

  /** What has expired is left over, and somebody must park it. */
  private RunResult ended(List<Receipt> receipts, int run) {
    if (receipts.size() == run) {
      return new RunResult.Ended(receipts);
    }
    return means
        .ends()
        .desk()
        .park()
        .<RunResult>map(RunResult.Passing::new)
        .orElseGet(() -> new RunResult.Ended(receipts));
  }

  private List<Receipt> all(List<Leased> leased) {
    List<Move> moves = new ArrayList<>();
    List<Receipt> receipts =
        means
            .ordered()
            .map(order -> inOrder(order, inTime(leased, moves)))
            .orElseGet(() -> routed(leased, moves));
    end(moves);
    return receipts;
  }

  private List<Receipt> routed(List<Leased> leased, List<Move> moves) {
    List<Receipt> receipts = new ArrayList<>();
    for (Leased one : leased) {
      if (!isInTime(one, moves)) {
        continue;
      }
      if (handle(one).isPresent()) {
        throw new StepAmongOthers();
      }
      receipts.add(new Receipt.Processed(one.identity()));
    }
    return receipts;
  }

  private List<Leased> inTime(List<Leased> leased, List<Move> moves) {
    return leased.stream().filter(one -> isInTime(one, moves)).toList();
  }

  /** What has begun goes on to its end. */
  private boolean isInTime(Leased one, List<Move> moves) {
    Optional<Parked.Verdict> over =
        one.history().progress().isPresent()
            ? Optional.empty()
            : means.expiry().verdict(one.message());
    moves.add(
        new Move(
            one,
            over.<Ending>map(
                    verdict ->
                        new Ending.FailedForGood(
                            verdict.reason(), new Failure("expired", verdict.detail())))
                .orElseGet(Ending.Completed::new)));
    return over.isEmpty();
  }

  private List<Receipt> inOrder(Conduct order, List<Leased> leased) {
    List<Receipt> receipts =
        order.conduct(
            leased.stream()
                .map(
                    one ->
                        new Candidate(
                            one.message(),
                            new Offer(
                                one.identity(), policy.reading().fingerprint().of(one.message()))))
                .toList());
    for (Receipt receipt : receipts) {
      if (receipt instanceof Receipt.Parked parked) {
        shelves.memory().parking().park(List.of(parked.parked()));
      }
    }
    return receipts;
  }

  /** Runs this one, step by step, each in a transaction of its own. */
  RunResult alone(Leased leased, InHand hand) {
    Leased at = leased;
    while (true) {
      Leased from = at;
      hand.begin(policy.pace().transactionTimeout());
      Completion<Stretch> completion =
          shelves
              .transactions()
              .inNew(policy.pace().transactionTimeout(), () -> Decision.commit(stretch(from)));
      if (!(completion instanceof Committed<Stretch> committed)) {
        return ended(from, completion);
      }
      if (committed.value().progress().isEmpty()) {
        return ended(committed.value().receipts(), 1);
      }
      at = from.at(committed.value().progress().get());
    }
  }

  /** From one step to the next, or to the end. */
  private record Stretch(Optional<Progress> progress, List<Receipt> receipts) {}

  private Stretch stretch(Leased leased) {
    if (means.ordered().isPresent()) {
      return new Stretch(Optional.empty(), all(List.of(leased)));
    }
    List<Move> moves = new ArrayList<>();
    if (!isInTime(leased, moves)) {
      end(moves);
      return new Stretch(Optional.empty(), List.of());
    }
    Optional<Progress> progress = handle(leased);
    if (progress.isEmpty()) {
      end(moves);
      return new Stretch(progress, List.of(new Receipt.Processed(leased.identity())));
    }
    shelves.memory().intents().flush();
    if (!shelves.messages().finish(leased, progress.get(), stored.lease())) {
      throw new LeaseLost(leased.identity());
    }
    return new Stretch(progress, List.of());
  }

  private void end(List<Move> moves) {
    shelves.memory().intents().flush();
    shelves.memory().bodies().flush();
    List<Move> refused = shelves.messages().move(moves);
    if (!refused.isEmpty()) {
      throw new LeaseLost(refused.get(0).leased().identity());
    }
  }

  /** To the next step, or to the end: then it took effect. Where order is kept the route keeps. */
  private Optional<Progress> handle(Leased leased) {
    Identity identity = leased.identity();
    try {
      Optional<Progress> progress =
          means
              .handler()
              .handle(
                  leased.message().exposing(policy.reading().headers()),
                  identity,
                  leased.history().progress());
      if (progress.isEmpty()) {
        shelves.memory().bodies().keep(identity, leased.message());
      }
      return progress;
    } catch (OutOfMemoryError | InternalError | UnknownError e) {
      throw e;
    } catch (Throwable e) { // a route may throw anything, StackOverflowError included
      throw new HandlingFailed(identity, e);
    }
  }

  private RunResult ended(Leased leased, Completion<?> completion) {
    if (!(completion instanceof RolledBack<?> failed)
        || !Rollbacks.stays(means.ends().faults(), failed)) {
      return new RunResult.Passing(Rollbacks.cause(completion));
    }
    if (failed.cause() instanceof LeaseLost) {
      means.ends().listener().leaseLost(policy, leased.identity());
      return new RunResult.Ended(List.of());
    }
    return means.ends().desk().failed(leased, Rollbacks.failure(failed.cause()));
  }
}
