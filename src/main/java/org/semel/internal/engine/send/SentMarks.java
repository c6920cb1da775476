// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.semel.internal.engine.tx.Completion;

/**
 * Notes deliveries as sent before they begin. While one thread's transaction notes some, others
 * wait, and one of these then notes all that wait: a destination needs one connection for this,
 * however many threads it has. One that takes half of a lease comes too late for all that it notes,
 * and is no longer waited for: its connection may hang. Safe for any number of threads.
 */
public final class SentMarks {

  /** Between two looks whether who marks hangs. */
  private static final long LOOK = Duration.ofSeconds(1).toNanos();

  private final Function<List<Lease>, Completion<List<Lease>>> transaction;
  private final long freshness;
  private final LongSupplier clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private List<Marking> waiting = new ArrayList<>();
  private @Nullable Marking leader;
  private long leads;

  /**
   * Marks made by {@code transaction}.
   *
   * @param transaction marks leases, which last for {@code life} from then on; comes to those that
   *     are marked
   * @param clock nanoseconds that never run backwards
   */
  public SentMarks(
      Function<List<Lease>, Completion<List<Lease>>> transaction,
      Duration life,
      LongSupplier clock) {
    this.transaction = transaction;
    this.freshness = life.toNanos() / 2;
    this.clock = clock;
  }

  /**
   * Whether it may be sent now. Not if another holds the lease, nor if the caller is interrupted,
   * nor if the transaction of another thread that would mark it hangs.
   *
   * @throws IllegalStateException if it is not known to be marked, as the transaction failed; one
   *     caller of several that waited gets it. Or if it took so long that another may hold the
   *     lease before the provider has the intent
   */
  public boolean mark(Lease lease) {
    Marking mine = new Marking(lease);
    if (leads(mine)) {
      try {
        markAll(taken());
      } finally {
        passOn(mine);
      }
    }
    Long since = mine.since;
    if (since != null && tooLate(since)) {
      throw new IllegalStateException("to note an intent as sent took half of its lease");
    }
    return since != null && !Thread.currentThread().isInterrupted();
  }

  /** Waits until it is marked, or cannot be any more, or is the one who marks. */
  private boolean leads(Marking mine) {
    lock.lock();
    try {
      waiting.add(mine);
      while (leader != null && !mine.isOver && !tooLate(leads)) {
        changed.awaitNanos(LOOK);
      }
      if (mine.isOver || !waiting.contains(mine)) {
        return false;
      }
      leader = mine;
      leads = clock.getAsLong();
      return true;
    } catch (InterruptedException e) { // it was given up
      Thread.currentThread().interrupt();
      waiting.remove(mine);
      return false;
    } finally {
      lock.unlock();
    }
  }

  private boolean tooLate(long since) {
    return clock.getAsLong() - since > freshness;
  }

  private List<Marking> taken() {
    lock.lock();
    try {
      List<Marking> all = waiting;
      waiting = new ArrayList<>();
      return all;
    } finally {
      lock.unlock();
    }
  }

  private void markAll(List<Marking> all) {
    long since = clock.getAsLong();
    List<Lease> marked = List.of();
    try {
      Completion<List<Lease>> completion =
          transaction.apply(all.stream().map(one -> one.lease).toList());
      Optional<Throwable> fault = completion.fault();
      if (fault.isPresent()) {
        throw new IllegalStateException("intents could not be noted as sent", fault.get());
      }
      marked = completion.committed().orElse(List.of());
    } finally {
      over(all, marked, since);
    }
  }

  private static void over(List<Marking> all, List<Lease> marked, long since) {
    for (Marking one : all) {
      one.since = marked.contains(one.lease) ? since : null;
      one.isOver = true;
    }
  }

  /** Unless another leads by now. */
  @SuppressWarnings("ReferenceEquality") // each is one delivery
  private void passOn(Marking mine) {
    lock.lock();
    try {
      if (leader == mine) {
        leader = null;
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** A delivery that waits to begin. */
  private static final class Marking {
    private final Lease lease;
    private volatile boolean isOver;

    /** Just before its lease was renewed with the mark; null if it is not marked. */
    private volatile @Nullable Long since;

    Marking(Lease lease) {
      this.lease = lease;
    }
  }
}
