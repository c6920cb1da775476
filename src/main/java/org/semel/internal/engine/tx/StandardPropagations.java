// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.tx;

import java.time.Duration;
import java.util.Optional;
import org.semel.Code;
import org.semel.SemelException;

/** The six propagations, over any {@link Transactions}. */
public final class StandardPropagations implements Propagations {

  private final Transactions transactions;
  private final Duration timeout;

  /**
   * Propagations over {@code transactions}.
   *
   * @param timeout of a transaction begun for a step; zero for the server's own
   */
  public StandardPropagations(Transactions transactions, Duration timeout) {
    this.transactions = transactions;
    this.timeout = timeout;
  }

  @Override
  public void run(Propagation propagation, TransactedStep step) {
    boolean present = transactions.present();
    switch (propagation) {
      case REQUIRED -> joinOrBegin(present, step);
      case REQUIRES_NEW -> begin(step);
      case MANDATORY -> {
        demand(present, "MANDATORY, and there is no transaction to join");
        join(step);
      }
      case SUPPORTS -> {
        if (present) {
          join(step);
        } else {
          step.run();
        }
      }
      case NOT_SUPPORTED -> transactions.outside(step::run);
      case NEVER -> {
        demand(!present, "NEVER, and there is a transaction");
        step.run();
      }
    }
  }

  private void joinOrBegin(boolean present, TransactedStep step) {
    if (present) {
      join(step);
    } else {
      begin(step);
    }
  }

  /** The owner of the transaction ends it; all a joined step can do is to forbid it to commit. */
  private void join(TransactedStep step) {
    Vote vote = Vote.ROLLBACK;
    try (LentTransaction lent = transactions.lend()) {
      Vote wish = step.run();
      lent.requireSame();
      vote = wish;
    } finally {
      if (vote == Vote.ROLLBACK && transactions.present()) {
        transactions.rollbackOnly();
      }
    }
  }

  private void begin(TransactedStep step) {
    Completion<Vote> completion = transactions.inNew(timeout, () -> decision(step.run()));
    Optional<RuntimeException> failure =
        completion.fold(
            committed -> Optional.empty(),
            discarded -> Optional.empty(),
            failed -> Optional.of(undone(failed.cause())),
            unknown -> Optional.of(inDoubt(unknown.cause())));
    if (failure.isPresent()) {
      throw failure.get();
    }
  }

  private static RuntimeException undone(Throwable cause) {
    return cause instanceof RuntimeException thrown
        ? thrown
        : new SemelException(
            Code.COMMIT_FAILED,
            "The transaction of a transacted route could not be committed; all of it is undone.",
            cause);
  }

  private static RuntimeException inDoubt(Throwable cause) {
    return new SemelException(
        Code.OUTCOME_IN_DOUBT,
        "It is unknown how the transaction of a transacted route ended; look at the transaction"
            + " manager's log.",
        cause);
  }

  private static Decision<Vote> decision(Vote vote) {
    return vote == Vote.COMMIT ? Decision.commit(vote) : Decision.discard(vote);
  }

  private static void demand(boolean met, String why) {
    if (!met) {
      throw new SemelException(Code.PROPAGATION_REFUSED, "The route's propagation is " + why + ".");
    }
  }
}
