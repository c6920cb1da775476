// SPDX-License-Identifier: Apache-2.0
package org.semel.small.liberty;

import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.Transaction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/** A transaction of {@link LibertyManager}. */
public final class LibertyTransaction implements Transaction {

  private final LibertyManager manager;
  private final List<LibertyBranch> branches = new ArrayList<>();
  private final List<Synchronization> outer = new ArrayList<>();
  private final List<Synchronization> interposed = new ArrayList<>();
  private final Map<Object, Object> resources = new HashMap<>();
  private final byte[] id = LibertyBranch.freshId();
  private volatile int status = Status.STATUS_ACTIVE;

  LibertyTransaction(LibertyManager manager, int seconds) {
    this.manager = manager;
    CompletableFuture.delayedExecutor(seconds, TimeUnit.SECONDS).execute(this::mark);
  }

  private synchronized void mark() {
    if (status == Status.STATUS_ACTIVE) {
      status = Status.STATUS_MARKED_ROLLBACK;
    }
  }

  boolean isOver() {
    return status == Status.STATUS_COMMITTED || status == Status.STATUS_ROLLEDBACK;
  }

  /** Its resources, as the synchronization registry keeps them. */
  Map<Object, Object> resources() {
    return resources;
  }

  void interpose(Synchronization synchronization) {
    interposed.add(synchronization);
  }

  /** The entries of its branches, in the order of their enlistment. */
  public List<String> entries() {
    return branches.stream().map(LibertyBranch::entry).toList();
  }

  @Override
  public boolean enlistResource(XAResource resource) throws RollbackException {
    return enlist(resource, "none");
  }

  boolean enlist(XAResource resource, String entry) throws RollbackException {
    requireUnmarked();
    if (branches.stream().anyMatch(branch -> branch.resource() == resource)) {
      return true;
    }
    LibertyBranch branch = new LibertyBranch(resource, entry, id, branches.size());
    try {
      branch.start();
    } catch (XAException e) {
      setRollbackOnly();
      return false;
    }
    branches.add(branch);
    return true;
  }

  private void requireUnmarked() throws RollbackException {
    if (status == Status.STATUS_MARKED_ROLLBACK) {
      throw new RollbackException("Transaction is marked for rollback");
    }
    if (status != Status.STATUS_ACTIVE) {
      throw new IllegalStateException("Transaction is not active: " + status);
    }
  }

  @Override
  public boolean delistResource(XAResource resource, int flag) {
    return true;
  }

  @Override
  public void registerSynchronization(Synchronization synchronization) throws RollbackException {
    requireUnmarked();
    outer.add(synchronization);
  }

  @Override
  public void setRollbackOnly() {
    if (isOver()) {
      throw new IllegalStateException("Transaction is over");
    }
    mark();
  }

  @Override
  public int getStatus() {
    return status;
  }

  @Override
  public void commit() throws RollbackException, HeuristicMixedException {
    if (isOver()) {
      throw new IllegalStateException("Transaction is over");
    }
    before(outer);
    before(interposed);
    boolean prepared = status == Status.STATUS_ACTIVE && prepare();
    if (!prepared) {
      undo();
      throw new RollbackException();
    }
    status = Status.STATUS_COMMITTING;
    boolean mixed = false;
    for (LibertyBranch branch : branches) {
      mixed |= !branch.commit(branches.size() == 1);
    }
    if (mixed && branches.size() == 1 && branches.get(0).hasRolledBack()) {
      end(Status.STATUS_ROLLEDBACK);
      throw new RollbackException();
    }
    end(Status.STATUS_COMMITTED);
    if (mixed) {
      throw new HeuristicMixedException();
    }
  }

  private void before(List<Synchronization> synchronizations) {
    for (Synchronization each : List.copyOf(synchronizations)) {
      if (status == Status.STATUS_ACTIVE) {
        try {
          each.beforeCompletion();
        } catch (RuntimeException e) {
          mark();
        }
      }
    }
  }

  /** The last one first. A single one is not asked. */
  private boolean prepare() {
    boolean ended = branches.stream().map(LibertyBranch::end).reduce(true, Boolean::logicalAnd);
    if (!ended || branches.size() == 1) {
      return ended;
    }
    status = Status.STATUS_PREPARING;
    for (int i = branches.size() - 1; i >= 0; i--) {
      if (!branches.get(i).prepare()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void rollback() {
    if (isOver()) {
      throw new IllegalStateException("Transaction is over");
    }
    undo();
  }

  private void undo() {
    status = Status.STATUS_ROLLING_BACK;
    branches.forEach(LibertyBranch::rollback);
    end(Status.STATUS_ROLLEDBACK);
  }

  private void end(int outcome) {
    status = outcome;
    manager.ended(this);
    interposed.forEach(each -> each.afterCompletion(outcome));
    outer.forEach(each -> each.afterCompletion(outcome));
  }
}
