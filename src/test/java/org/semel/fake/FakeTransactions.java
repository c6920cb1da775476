// SPDX-License-Identifier: Apache-2.0
package org.semel.fake;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Completion.Discarded;
import org.semel.internal.engine.tx.Completion.During;
import org.semel.internal.engine.tx.Completion.RolledBack;
import org.semel.internal.engine.tx.Completion.Unknown;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.LentTransaction;
import org.semel.internal.engine.tx.MarkedRollbackOnly;
import org.semel.internal.engine.tx.NoTransaction;
import org.semel.internal.engine.tx.TransactionEnded;
import org.semel.internal.engine.tx.Transactions;
import org.semel.internal.engine.tx.Work;

/**
 * Transactions over memory: the fakes beside it register how to undo what they did. Passes the
 * contract of the real ones.
 */
public class FakeTransactions implements Transactions {

  @SuppressWarnings("ThreadLocalUsage") // one world for each test
  private final ThreadLocal<Tx> current = new ThreadLocal<>();

  private final Queue<RuntimeException> commitFaults = new ConcurrentLinkedQueue<>();
  private final Queue<RuntimeException> lostAnswers = new ConcurrentLinkedQueue<>();

  /** Makes the next commit fail with {@code fault}. */
  public void failNextCommit(RuntimeException fault) {
    commitFaults.add(fault);
  }

  /** Lets the next commit be done, and nobody learn of it but by {@code fault}. */
  public void loseNextAnswer(RuntimeException fault) {
    lostAnswers.add(fault);
  }

  /** Registers what undoes a change, and what makes it final, in the caller's transaction. */
  protected void enlist(Runnable undo, Runnable keep) {
    Tx tx = current.get();
    if (tx == null) {
      keep.run();
      return;
    }
    tx.undo.push(undo);
    tx.keep.add(keep);
  }

  /** The caller's transaction, as something to compare. */
  protected Object owner() {
    return current.get() == null ? Thread.currentThread() : current.get();
  }

  @Override
  public <T> Completion<T> inNew(Duration timeout, Work<T> work) {
    Tx outer = current.get();
    Tx tx = new Tx();
    current.set(tx);
    try (LentTransaction ours = lend()) {
      return end(tx, work, ours);
    } finally {
      current.set(outer);
    }
  }

  private <T> Completion<T> end(Tx tx, Work<T> work, LentTransaction ours) {
    Decision<T> decision;
    try {
      decision = work.run();
      ours.requireSame();
    } catch (OutOfMemoryError | UnknownError e) {
      undo(tx);
      throw e;
    } catch (Throwable e) {
      undo(tx);
      return new RolledBack<>(During.WORK, e);
    }
    if (decision instanceof Decision.Discard<T> discard) {
      undo(tx);
      return new Discarded<>(discard.value());
    }
    if (tx.doomed) {
      tx.rollBack();
      return new RolledBack<>(During.WORK, new MarkedRollbackOnly());
    }
    ours.close();
    return commit(tx, ((Decision.Commit<T>) decision).value());
  }

  /** Ours, and whatever the work has left in its place. */
  private void undo(Tx ours) {
    Tx left = current.get();
    if (left != null && left != ours) {
      left.rollBack();
    }
    ours.rollBack();
  }

  private <T> Completion<T> commit(Tx tx, T value) {
    try {
      if (!tx.lent.isEmpty()) {
        throw new TransactionEnded("The work commits the transaction that it runs in");
      }
      for (int i = 0; i < tx.before.size(); i++) {
        tx.before.get(i).run();
      }
      RuntimeException fault = commitFaults.poll();
      if (fault != null) {
        throw fault;
      }
    } catch (RuntimeException e) {
      tx.rollBack();
      return new RolledBack<>(During.COMMIT, e);
    }
    tx.keep.forEach(Runnable::run);
    tx.undo.clear();
    current.remove();
    tx.after.forEach(Runnable::run);
    RuntimeException lost = lostAnswers.poll();
    return lost == null ? new Committed<>(value) : new Unknown<>(lost);
  }

  /** As a bean does that has the server's transaction in its hands. */
  public void beginByHand() {
    if (current.get() != null) {
      throw new IllegalStateException("the thread has a transaction");
    }
    current.set(new Tx());
  }

  /** See {@link #beginByHand}. */
  public void commitByHand() {
    Completion<String> completion = commit(demand(), "");
    current.remove();
    if (completion instanceof RolledBack<String> rolledBack) {
      throw new IllegalStateException("rolled back", rolledBack.cause());
    }
  }

  /** See {@link #beginByHand}. */
  public void rollBackByHand() {
    demand().rollBack();
    current.remove();
  }

  @Override
  public void outside(Runnable act) {
    Tx outer = current.get();
    current.remove();
    try {
      act.run();
    } finally {
      current.set(outer);
    }
  }

  @Override
  public void requireActive(String act) {
    if (current.get() == null || current.get().doomed) {
      throw new NoTransaction(act, "there is no transaction");
    }
  }

  @Override
  public void requireCommittable() {
    if (current.get() != null && current.get().doomed) {
      throw new MarkedRollbackOnly();
    }
  }

  /** Of those that extend this with transactions of their own, the state alone is looked at. */
  @Override
  public LentTransaction lend() {
    return new TxLent(current.get());
  }

  private final class TxLent implements LentTransaction {
    private final @Nullable Tx held;

    TxLent(@Nullable Tx held) {
      this.held = held;
      if (held != null) {
        held.lent.add(this);
      }
    }

    @Override
    public void requireSame() {
      if (current.get() != held) {
        throw new TransactionEnded("The work ended the transaction that it ran in, or replaced it");
      }
    }

    @Override
    public void requireIntact() {
      requireSame();
      requireCommittable();
    }

    @Override
    public void close() {
      if (held != null) {
        held.lent.remove(this);
      }
    }
  }

  @Override
  public boolean present() {
    return current.get() != null;
  }

  @Override
  public void rollbackOnly() {
    demand().doomed = true;
  }

  @Override
  public <T> T bound(Object key, Class<T> type, Supplier<T> make) {
    return type.cast(demand().bound.computeIfAbsent(key, absent -> make.get()));
  }

  @Override
  public void beforeCommit(Runnable act) {
    demand().before.add(act);
  }

  @Override
  public void afterCommit(Runnable act) {
    demand().after.add(act);
  }

  private Tx demand() {
    Tx tx = current.get();
    if (tx == null) {
      throw new IllegalStateException("no transaction");
    }
    return tx;
  }

  private static final class Tx {
    private final Deque<Runnable> undo = new ArrayDeque<>();
    private final List<Runnable> keep = new ArrayList<>();
    private final List<Runnable> before = new ArrayList<>();
    private final List<Runnable> after = new ArrayList<>();
    private final Map<Object, Object> bound = new HashMap<>();
    private final Set<LentTransaction> lent = new HashSet<>();
    private boolean doomed;

    void rollBack() {
      undo.forEach(Runnable::run);
      undo.clear();
    }
  }
}
