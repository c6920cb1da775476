// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Completion.During;
import org.semel.internal.engine.tx.Completion.RolledBack;
import org.semel.internal.engine.tx.Completion.Unknown;
import org.semel.internal.engine.tx.TransactionTimedOut;

/**
 * Commits as a transaction manager does, in one phase or in two, with a log, and with a point
 * between any two steps at which somebody may die.
 */
final class Committing {

  private final ModelWorld world;
  private final Underway underway;

  Committing(ModelWorld world, Underway underway) {
    this.world = world;
    this.underway = underway;
  }

  <T> Completion<T> commit(Transaction transaction, T value) {
    if (transaction.isOverrun()) {
      return rolledBack(transaction, new TransactionTimedOut());
    }
    transaction.end();
    Completion<T> completion =
        transaction.broker().isEmpty() ? inOnePhase(transaction, value) : inTwo(transaction, value);
    if (completion instanceof Committed<T>) {
      transaction.ended();
    }
    return completion;
  }

  /**
   * Holds row locks to its end: others come before it or behind it, not between. Whether it has
   * committed nobody knows if the database goes before it has answered.
   */
  private <T> Completion<T> inOnePhase(Transaction transaction, T value) {
    world.fate.moment("before a commit in one phase");
    if (!transaction.database().prepare(world.fate.databaseIsAway())) {
      return rolledBack(transaction, new Away("commit"));
    }
    transaction.database().end(true, true);
    transaction.broker().lose();
    underway.forgetIfEnded(transaction);
    world.fate.moment("behind a commit in one phase");
    return world.fate.databaseIsAway()
        ? new Unknown<>(new Away("the answer to the commit"))
        : new Committed<>(value);
  }

  private <T> Completion<T> inTwo(Transaction transaction, T value) {
    for (Branch branch : transaction.branches()) {
      world.fate.point("before a prepare");
      if (!branch.prepare(isAway(transaction, branch))) {
        return rolledBack(transaction, new Away("prepare"));
      }
    }
    world.fate.point("all prepared, nothing logged");
    transaction.log();
    for (Branch branch : transaction.branches()) {
      world.fate.point("logged, before a commit");
      boolean away = isAway(transaction, branch);
      if (away && branch == transaction.database() && world.has(Mutation.BRANCH_GIVEN_UP)) {
        underway.giveUp(transaction, branch);
        return new Unknown<>(new Away("heuristic"));
      }
      branch.end(true, !away);
    }
    world.fate.point("committed, before the log is forgotten");
    transaction.abandon(); // to recovery, if anything is left
    underway.forgetIfEnded(transaction);
    return new Committed<>(value);
  }

  private boolean isAway(Transaction transaction, Branch branch) {
    return branch == transaction.database()
        ? world.fate.databaseIsAway()
        : world.fate.brokerIsAway();
  }

  private <T> Completion<T> rolledBack(Transaction transaction, RuntimeException cause) {
    underway.rollBack(transaction);
    return new RolledBack<>(transaction.during(During.COMMIT), cause);
  }
}
