// SPDX-License-Identifier: Apache-2.0
package org.semel.small.liberty;

import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.io.Serializable;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.transaction.xa.XAResource;

/**
 * A transaction manager with the interface of Open Liberty's, and with its order: branches prepare
 * in the reverse order of their enlistment and commit in that of their enlistment. At its timeout a
 * transaction is marked, and stays with its thread. It keeps no log.
 */
@SuppressWarnings("ThreadLocalUsage") // a thread has a transaction of each manager
public class LibertyManager implements TransactionManager {

  /** As Liberty's own, which no timeout of a caller's replaces. */
  private static final int DEFAULT_SECONDS = 120;

  private final ThreadLocal<LibertyTransaction> current = new ThreadLocal<>();
  private final ThreadLocal<Integer> seconds = ThreadLocal.withInitial(() -> 0);
  private final List<String> entries = new CopyOnWriteArrayList<>();

  /** Returns the same token for the same entry, and a negative one for none. */
  public int registerResourceInfo(String filter, Serializable information) {
    if (!filter.startsWith("(") || information == null) {
      return -1;
    }
    String entry = filter + information;
    if (!entries.contains(entry)) {
      entries.add(entry);
    }
    return entries.indexOf(entry) + 1;
  }

  /** Makes a branch of the caller's transaction, which recovery finds by its token. */
  public boolean enlist(XAResource resource, int token) throws RollbackException {
    LibertyTransaction transaction = required();
    if (token < 1 || token > entries.size()) {
      throw new IllegalStateException("no such entry: " + token);
    }
    return transaction.enlist(resource, entries.get(token - 1));
  }

  /** What was registered, in that order. */
  public List<String> entries() {
    return List.copyOf(entries);
  }

  @Override
  public void begin() throws NotSupportedException {
    if (current.get() != null) {
      throw new NotSupportedException("there is one already");
    }
    int own = seconds.get();
    current.set(new LibertyTransaction(this, own == 0 ? DEFAULT_SECONDS : own));
  }

  @Override
  public void commit() throws RollbackException, HeuristicMixedException {
    required().commit();
  }

  @Override
  public void rollback() {
    required().rollback();
  }

  /** Takes it from the thread as it begins to end, or a thread of its own would keep it. */
  void ended(LibertyTransaction transaction) {
    if (current.get() == transaction) {
      current.remove();
    }
  }

  @Override
  public void setRollbackOnly() {
    required().setRollbackOnly();
  }

  @Override
  public void setTransactionTimeout(int wanted) {
    seconds.set(wanted);
  }

  @Override
  public int getStatus() {
    LibertyTransaction transaction = current.get();
    return transaction == null ? Status.STATUS_NO_TRANSACTION : transaction.getStatus();
  }

  @Override
  public LibertyTransaction getTransaction() {
    return current.get();
  }

  @Override
  public Transaction suspend() {
    LibertyTransaction transaction = current.get();
    current.remove();
    return transaction;
  }

  @Override
  public void resume(Transaction transaction) throws InvalidTransactionException {
    if (current.get() != null) {
      throw new IllegalStateException("there is one already");
    }
    if (!(transaction instanceof LibertyTransaction ours) || ours.isOver()) {
      throw new InvalidTransactionException();
    }
    current.set(ours);
  }

  LibertyTransaction required() {
    LibertyTransaction transaction = current.get();
    if (transaction == null) {
      throw new IllegalStateException("No transaction associated with this thread");
    }
    return transaction;
  }
}
