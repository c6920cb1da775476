// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import java.time.Duration;
import org.semel.fake.FakeTransactions;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Completion.Discarded;
import org.semel.internal.engine.tx.Completion.During;
import org.semel.internal.engine.tx.Completion.RolledBack;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.NoTransaction;
import org.semel.internal.engine.tx.TransactionTimedOut;
import org.semel.internal.engine.tx.Work;

/**
 * Transactions of the model. The fakes register what undoes and what keeps their changes; here that
 * is a branch, which may stay prepared.
 */
final class ModelTransactions extends FakeTransactions {

  private final ModelWorld world;
  private final Underway underway;
  private final Committing committing;

  ModelTransactions(ModelWorld world, Underway underway) {
    this.world = world;
    this.underway = underway;
    this.committing = new Committing(world, underway);
  }

  Transaction demand(String act) {
    Transaction transaction = world.turn().transaction();
    if (transaction == null) {
      throw new NoTransaction(act, "there is no transaction");
    }
    return transaction;
  }

  @Override
  protected void enlist(Runnable undo, Runnable keep) {
    Transaction transaction = world.turn().transaction();
    if (transaction == null) {
      keep.run();
    } else {
      transaction.database().add(undo, keep);
    }
  }

  @Override
  protected Object owner() {
    Transaction transaction = world.turn().transaction();
    return transaction == null ? world.turn() : transaction;
  }

  @Override
  public void outside(Runnable act) {
    world.turn().outside(act);
  }

  @Override
  public boolean present() {
    return world.turn().transaction() != null;
  }

  @Override
  public void requireActive(String act) {
    if (demand(act).isOverrun()) {
      throw new NoTransaction(act, "it has been rolled back");
    }
  }

  @Override
  public void requireCommittable() {
    Transaction transaction = world.turn().transaction();
    if (transaction != null && transaction.isOverrun()) {
      throw new TransactionTimedOut();
    }
  }

  @Override
  public void beforeCommit(Runnable act) {
    demand("do something before the commit").before(act);
  }

  @Override
  public void afterCommit(Runnable act) {
    demand("do something after the commit").after(act);
  }

  @Override
  public <T> Completion<T> inNew(Duration timeout, Work<T> work) {
    Turn turn = world.turn();
    Transaction transaction = turn.begin();
    underway.add(transaction);
    try {
      return end(transaction, work);
    } finally {
      turn.leave(transaction);
    }
  }

  private <T> Completion<T> end(Transaction transaction, Work<T> work) {
    Decision<T> decision;
    try {
      decision = work.run();
    } catch (Crash crash) {
      throw crash; // whoever is left ends it
    } catch (Throwable e) {
      underway.rollBack(transaction);
      return new RolledBack<>(transaction.during(During.WORK), e);
    }
    if (decision instanceof Decision.Discard<T> discard) {
      underway.rollBack(transaction);
      return new Discarded<>(discard.value());
    }
    return committing.commit(transaction, ((Decision.Commit<T>) decision).value());
  }
}
