// SPDX-License-Identifier: Apache-2.0
package org.semel.jta;

import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.tx.Completion;
import org.semel.tx.Completion.Committed;
import org.semel.tx.Completion.Discarded;
import org.semel.tx.Completion.During;
import org.semel.tx.Completion.RolledBack;
import org.semel.tx.Completion.Unknown;
import org.semel.tx.Decision;
import org.semel.tx.MarkedRollbackOnly;
import org.semel.tx.NoTransaction;
import org.semel.tx.TransactionTimedOut;
import org.semel.tx.Transactions;
import org.semel.tx.Work;

/** {@link Transactions} over the server's transaction manager. Stateless; any thread. */
public final class JtaTransactions implements Transactions {

  private final TransactionManager manager;
  private final TransactionSynchronizationRegistry registry;
  private final Aside aside;

  public JtaTransactions(TransactionManager manager, TransactionSynchronizationRegistry registry) {
    this.manager = manager;
    this.registry = registry;
    this.aside = new Aside(manager);
  }

  @Override
  public <T> Completion<T> inNew(Duration timeout, Work<T> work) {
    Optional<Transaction> outer = aside.put();
    try {
      manager.setTransactionTimeout(Math.toIntExact(timeout.toSeconds()));
      manager.begin();
    } catch (SystemException | NotSupportedException e) {
      aside.takeUp(outer);
      return new RolledBack<>(During.BEGIN, e);
    }
    try {
      return run(new Deadline(timeout), work);
    } finally {
      aside.takeUp(outer);
    }
  }

  @Override
  public void outside(Runnable act) {
    Optional<Transaction> outer = aside.put();
    try {
      act.run();
    } finally {
      aside.takeUp(outer);
    }
  }

  @Override
  public void requireActive(String act) {
    Phase phase = phase();
    if (phase != Phase.ACTIVE) {
      throw new NoTransaction(act, phase.sentence());
    }
  }

  /**
   * Nobody but the transaction manager itself rolls back under the feet of the work, and only for
   * its time.
   */
  @Override
  public void requireCommittable() {
    Phase phase = phase();
    if (phase == Phase.ROLLED_BACK) {
      throw new TransactionTimedOut();
    }
    if (phase == Phase.MARKED) {
      throw new MarkedRollbackOnly();
    }
  }

  @Override
  public boolean present() {
    return phase() != Phase.NONE;
  }

  @Override
  public void rollbackOnly() {
    registry.setRollbackOnly();
  }

  @Override
  public <T> T bound(Object key, Class<T> type, Supplier<T> make) {
    Object there = registry.getResource(key);
    if (there != null) {
      return type.cast(there);
    }
    T made = make.get();
    registry.putResource(key, made);
    return made;
  }

  @Override
  public void beforeCommit(Runnable act) {
    registry.registerInterposedSynchronization(Acts.before(act));
  }

  @Override
  public void afterCommit(Runnable act) {
    registry.registerInterposedSynchronization(Acts.after(act));
  }

  private <T> Completion<T> run(Deadline deadline, Work<T> work) {
    Decision<T> decision;
    try {
      decision = work.run();
    } catch (OutOfMemoryError | InternalError | UnknownError e) {
      rollBack(e);
      throw e;
    } catch (Throwable e) { // whatever it is, the transaction must end
      rollBack(e);
      return new RolledBack<>(deadline.or(During.WORK), e);
    }
    if (decision instanceof Decision.Discard<T> discard) {
      rollBack(new IllegalStateException("nothing to do"));
      return new Discarded<>(discard.value());
    }
    return commit(deadline, ((Decision.Commit<T>) decision).value());
  }

  private <T> Completion<T> commit(Deadline deadline, T value) {
    if (phase().isDoomed()) {
      SemelException cause =
          deadline.passed() ? new TransactionTimedOut() : new MarkedRollbackOnly();
      rollBack(cause);
      return new RolledBack<>(deadline.or(During.WORK), cause);
    }
    try {
      manager.commit();
      return new Committed<>(value);
    } catch (RollbackException e) {
      return new RolledBack<>(deadline.or(During.COMMIT), e);
    } catch (HeuristicMixedException
        | HeuristicRollbackException
        | SystemException
        | IllegalStateException
        | SecurityException e) {
      return new Unknown<>(e);
    }
  }

  /** Rolls back and keeps, beside {@code because}, whatever goes wrong on the way. */
  private void rollBack(Throwable because) {
    try {
      manager.rollback();
    } catch (SystemException | IllegalStateException | SecurityException e) {
      because.addSuppressed(e);
      aside.put(); // the thread must not carry it into its next piece of work
    }
  }

  private Phase phase() {
    try {
      return Phase.of(manager.getStatus());
    } catch (SystemException e) {
      throw new SemelException(
          Code.NO_TRANSACTION,
          "The transaction manager cannot tell the state of the transaction.",
          e);
    }
  }
}
