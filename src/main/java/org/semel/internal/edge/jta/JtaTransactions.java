// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jta;

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
import java.util.stream.Stream;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Completion.During;
import org.semel.internal.engine.tx.Completion.RolledBack;
import org.semel.internal.engine.tx.Completion.Unknown;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.LentTransaction;
import org.semel.internal.engine.tx.MarkedRollbackOnly;
import org.semel.internal.engine.tx.NoTransaction;
import org.semel.internal.engine.tx.TransactionEnded;
import org.semel.internal.engine.tx.TransactionTimedOut;
import org.semel.internal.engine.tx.Transactions;
import org.semel.internal.engine.tx.Work;

/** {@link Transactions} over the server's transaction manager. Stateless; any thread. */
public final class JtaTransactions implements Transactions {

  private final TransactionManager manager;
  private final TransactionSynchronizationRegistry registry;
  private final SuspendedTransaction aside;
  private final Rollback rollback;
  private final JtaLending lending;
  private final CommitRefusals refusals;

  /** Of a transaction manager that tells what its resources answer. */
  public JtaTransactions(TransactionManager manager, TransactionSynchronizationRegistry registry) {
    this(manager, registry, CommitRefusals.TOLD);
  }

  /**
   * Of any transaction manager.
   *
   * @param refusals asked where it does not say why it has not committed
   */
  public JtaTransactions(
      TransactionManager manager,
      TransactionSynchronizationRegistry registry,
      CommitRefusals refusals) {
    this.refusals = refusals;
    this.manager = manager;
    this.registry = registry;
    this.aside = new SuspendedTransaction(manager);
    this.rollback = new Rollback(manager, aside);
    this.lending = new JtaLending(manager, registry);
  }

  @Override
  public <T> Completion<T> inNew(Duration timeout, Work<T> work) {
    Optional<Transaction> outer = aside.put();
    Deadline deadline = new Deadline(timeout); // the server's own begins to run inside its begin
    JtaLentTransaction ours;
    try {
      ours = begin(timeout, deadline);
    } catch (Throwable e) { // a class that is not found, too: the outer one must come back
      aside.put();
      aside.takeUp(outer);
      Rollback.throwIfTheMachineEnds(e);
      return new RolledBack<>(During.BEGIN, e);
    }
    try {
      return run(ours, deadline, work);
    } finally {
      aside.takeUp(outer);
    }
  }

  /**
   * Begins a transaction with this timeout. The thread's next transaction has the server's own
   * timeout again, if another party begins it.
   */
  private JtaLentTransaction begin(Duration timeout, Deadline deadline)
      throws SystemException, NotSupportedException {
    manager.setTransactionTimeout(Math.toIntExact(timeout.toSeconds()));
    try {
      manager.begin();
    } finally {
      manager.setTransactionTimeout(0);
    }
    try {
      keep(deadline);
      return lend();
    } catch (Throwable e) {
      rollback.here(e);
      throw e;
    }
  }

  /** Keeps the deadline with the transaction, so that a borrower can tell overtime from a mark. */
  private void keep(Deadline deadline) {
    try {
      registry.putResource(Deadline.class, deadline);
    } catch (IllegalStateException e) {
      // it is over already, and its status tells why
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
    TransactionStatus phase = phase();
    if (phase != TransactionStatus.ACTIVE) {
      throw new NoTransaction(act, phase.sentence());
    }
  }

  @Override
  public void requireCommittable() {
    try (LentTransaction now = lend()) {
      now.requireIntact();
    } catch (NoTransaction e) {
      throw new TransactionEnded("The work ended the transaction that it ran in");
    }
  }

  @Override
  public JtaLentTransaction lend() {
    return lending.lend();
  }

  @Override
  public boolean present() {
    return phase() != TransactionStatus.NONE;
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
    registry.registerInterposedSynchronization(Synchronizations.before(act));
  }

  @Override
  public void afterCommit(Runnable act) {
    registry.registerInterposedSynchronization(Synchronizations.after(act));
  }

  private <T> Completion<T> run(JtaLentTransaction ours, Deadline deadline, Work<T> work) {
    Decision<T> decision;
    try {
      decision = work.run();
      ours.requireSame();
    } catch (OutOfMemoryError | UnknownError e) { // the server ends; meanwhile nothing is learnt
      rollback.of(ours, e);
      throw e;
    } catch (Throwable e) { // whatever it is, the transaction must end
      return rollback.undone(ours, deadline.or(During.WORK), e);
    }
    if (decision instanceof Decision.Discard<T> discard) {
      return rollback.discarded(ours, discard.value());
    }
    return commit(ours, deadline, ((Decision.Commit<T>) decision).value());
  }

  private <T> Completion<T> commit(JtaLentTransaction ours, Deadline deadline, T value) {
    if (ours.phase().isDoomed()) {
      SemelException cause =
          deadline.passed() ? new TransactionTimedOut() : new MarkedRollbackOnly();
      return rollback.undone(ours, deadline.or(During.WORK), cause);
    }
    long asked = System.nanoTime();
    try {
      ours.close();
      manager.commit();
      return new Committed<>(value);
    } catch (RollbackException e) {
      return new RolledBack<>(deadline.or(During.COMMIT), told(e, asked));
    } catch (HeuristicMixedException
        | HeuristicRollbackException
        | SystemException
        | IllegalStateException
        | SecurityException e) {
      return new Unknown<>(told(e, asked));
    } catch (Throwable e) { // of a resource, which the transaction manager lets through
      return brokenOff(ours, e);
    }
  }

  /**
   * The result of a commit out of which the transaction manager itself was thrown. Before it began
   * to decide, the transaction can be undone; later only its recovery ends it.
   */
  private <T> Completion<T> brokenOff(JtaLentTransaction ours, Throwable why) {
    TransactionStatus phase = ours.phase();
    Completion<T> end;
    if (phase.isDoomed() || phase == TransactionStatus.ACTIVE) {
      end = rollback.undone(ours, During.COMMIT, why);
    } else {
      aside.put(); // the thread must not carry it into its next piece of work
      end = new Unknown<>(why);
    }
    Rollback.throwIfTheMachineEnds(why);
    return end;
  }

  /**
   * The exception of the end, with a branch's answer as its cause. Some transaction managers have
   * that answer beside their exception, not behind it, and some have dropped it.
   */
  private Exception told(Exception ended, long asked) {
    if (ended.getCause() == null) {
      Stream.of(ended.getSuppressed())
          .findFirst()
          .or(() -> refusals.since(asked))
          .ifPresent(why -> because(ended, why));
    }
    return ended;
  }

  private static void because(Exception ended, Throwable why) {
    try {
      ended.initCause(why);
    } catch (IllegalStateException e) {
      // it was made to say that there is no cause
    }
  }

  private TransactionStatus phase() {
    try {
      return TransactionStatus.of(manager.getStatus());
    } catch (SystemException e) {
      throw new SemelException(
          Code.NO_TRANSACTION,
          "The transaction manager cannot report the state of the transaction.",
          e);
    }
  }
}
