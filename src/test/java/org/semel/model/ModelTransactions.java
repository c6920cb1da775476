// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.semel.fake.FakeTransactions;
import org.semel.tx.Completion;
import org.semel.tx.Completion.Committed;
import org.semel.tx.Completion.Discarded;
import org.semel.tx.Completion.During;
import org.semel.tx.Completion.RolledBack;
import org.semel.tx.Completion.Unknown;
import org.semel.tx.Decision;
import org.semel.tx.Work;

/**
 * Two-phase commit as a transaction manager does it, with a log, and with a point between any two
 * steps at which a process may die. The fakes register what undoes and what keeps their changes;
 * here that is a branch, which may stay prepared.
 */
final class ModelTransactions extends FakeTransactions {

  private final ModelWorld world;
  private final Deque<Transaction> current = new ArrayDeque<>();
  private final List<Transaction> open = new ArrayList<>();
  private final List<Branch> forgotten = new ArrayList<>();

  ModelTransactions(ModelWorld world) {
    this.world = world;
  }

  /** The branch at the database loses what was not prepared. */
  void databaseDied() {
    open.forEach(transaction -> transaction.database().lose());
  }

  void brokerDied() {
    open.forEach(transaction -> transaction.broker().lose());
  }

  /** What a node had in hand, and neither prepared nor logged, is undone by those who held it. */
  void nodeDied(Node node) {
    for (Transaction transaction : open) {
      if (transaction.node() == node) {
        transaction.database().lose();
        transaction.broker().lose();
        transaction.abandon();
      }
    }
  }

  /** Ends what a crash has left: as the log says, or, where it says nothing, by roll-back. */
  void recover(Node node) {
    for (Transaction transaction : List.copyOf(open)) {
      if (transaction.node().server() == node.server() && transaction.isAbandoned()) {
        boolean logged = transaction.isLogged() && !world.has(Mutation.LOG_LOST);
        transaction.database().end(logged, !world.databaseIsAway());
        transaction.broker().end(logged, !world.brokerIsAway());
        forgetIfEnded(transaction);
      }
    }
  }

  /** Branches that a resource holds prepared, though nobody will ever end them. */
  long heldForEver() {
    return forgotten.stream().filter(branch -> !branch.isEnded()).count();
  }

  boolean anyInDoubt() {
    return !open.isEmpty();
  }

  Transaction present(String who) {
    Transaction transaction = current.peek();
    if (transaction == null) {
      throw new IllegalStateException("no transaction for " + who);
    }
    return transaction;
  }

  /** Whether the database still knows of the caller's transaction. */
  boolean isForgottenByTheDatabase() {
    return !current.isEmpty() && current.peek().database().isLost();
  }

  /** Does something outside the caller's transaction, as a fault of ours would. */
  void beside(Runnable act) {
    Deque<Transaction> set = new ArrayDeque<>(current);
    current.clear();
    act.run();
    current.addAll(set);
  }

  @Override
  protected void enlist(Runnable undo, Runnable keep) {
    if (current.isEmpty()) {
      keep.run();
    } else {
      current.peek().database().add(undo, keep);
    }
  }

  @Override
  protected Object owner() {
    return current.isEmpty() ? world : current.peek();
  }

  @Override
  public void requireActive(String act) {
    present(act);
  }

  @Override
  public void requireCommittable() {}

  @Override
  public <T> Completion<T> inNew(Duration timeout, Work<T> work) {
    Transaction transaction = new Transaction(world.running());
    current.push(transaction);
    open.add(transaction);
    try {
      return end(transaction, work);
    } finally {
      current.remove(transaction);
    }
  }

  private <T> Completion<T> end(Transaction transaction, Work<T> work) {
    Decision<T> decision;
    try {
      decision = work.run();
    } catch (Crash crash) {
      throw crash; // whoever is left ends it
    } catch (Throwable e) {
      rollBack(transaction);
      return new RolledBack<>(During.WORK, e);
    }
    if (decision instanceof Decision.Discard<T> discard) {
      rollBack(transaction);
      return new Discarded<>(discard.value());
    }
    return commit(transaction, ((Decision.Commit<T>) decision).value());
  }

  private <T> Completion<T> commit(Transaction transaction, T value) {
    return transaction.broker().isEmpty()
        ? inOnePhase(transaction, value)
        : inTwo(transaction, value);
  }

  /** Holds row locks to its end: others come before it or behind it, not between. */
  private <T> Completion<T> inOnePhase(Transaction transaction, T value) {
    world.moment("before a commit in one phase");
    if (!transaction.database().prepare(world.databaseIsAway())) {
      rollBack(transaction);
      return new RolledBack<>(During.COMMIT, new Away("commit"));
    }
    transaction.database().end(true, true);
    transaction.broker().lose();
    forgetIfEnded(transaction);
    world.moment("behind a commit in one phase");
    return new Committed<>(value);
  }

  private <T> Completion<T> inTwo(Transaction transaction, T value) {
    for (Branch branch : transaction.branches()) {
      world.point("before a prepare");
      if (!branch.prepare(isAway(transaction, branch))) {
        rollBack(transaction);
        return new RolledBack<>(During.COMMIT, new Away("prepare"));
      }
    }
    world.point("all prepared, nothing logged");
    transaction.log();
    for (Branch branch : transaction.branches()) {
      world.point("logged, before a commit");
      boolean away = isAway(transaction, branch);
      if (away && branch == transaction.database() && world.has(Mutation.BRANCH_GIVEN_UP)) {
        open.remove(transaction); // a heuristic outcome: nobody looks at it any more
        forgotten.add(branch);
        return new Unknown<>(new Away("heuristic"));
      }
      branch.end(true, !away);
    }
    world.point("committed, before the log is forgotten");
    transaction.abandon(); // to recovery, if anything is left
    forgetIfEnded(transaction);
    return new Committed<>(value);
  }

  private boolean isAway(Transaction transaction, Branch branch) {
    return branch == transaction.database() ? world.databaseIsAway() : world.brokerIsAway();
  }

  private void rollBack(Transaction transaction) {
    transaction.database().end(false, !world.databaseIsAway());
    transaction.broker().end(false, !world.brokerIsAway());
    transaction.abandon();
    forgetIfEnded(transaction);
  }

  private void forgetIfEnded(Transaction transaction) {
    if (transaction.database().isEnded() && transaction.broker().isEnded()) {
      open.remove(transaction);
    }
  }
}
