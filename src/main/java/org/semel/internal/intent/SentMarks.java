// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.intent;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.semel.internal.tx.Completion;

/**
 * Notes deliveries as sent before they begin. While one thread's transaction notes some, others
 * wait, and one of these then notes all that wait: a destination needs one connection for this,
 * however many threads it has. Safe for any number of threads.
 */
public final class SentMarks {

  private final Function<List<Lease>, Completion<List<Lease>>> transaction;
  private final long freshness;
  private final LongSupplier clock;
  private List<Marking> waiting = new ArrayList<>();
  private boolean busy;

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
   * Whether it may be sent now. Not if another holds the lease, nor if the caller is interrupted.
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
        passOn();
      }
    }
    Long since = mine.since;
    if (since != null && clock.getAsLong() - since > freshness) {
      throw new IllegalStateException("to note an intent as sent took half of its lease");
    }
    return since != null && !Thread.currentThread().isInterrupted();
  }

  /** Waits until it is marked, or is the one who marks. */
  private synchronized boolean leads(Marking mine) {
    waiting.add(mine);
    try {
      while (busy && !mine.isOver) {
        wait();
      }
    } catch (InterruptedException e) { // it was given up
      Thread.currentThread().interrupt();
      waiting.remove(mine);
      return false;
    }
    boolean leads = !mine.isOver;
    busy |= leads;
    return leads;
  }

  private synchronized List<Marking> taken() {
    List<Marking> all = waiting;
    waiting = new ArrayList<>();
    return all;
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

  private synchronized void over(List<Marking> all, List<Lease> marked, long since) {
    for (Marking one : all) {
      one.since = marked.contains(one.lease) ? since : null;
      one.isOver = true;
    }
  }

  private synchronized void passOn() {
    busy = false;
    notifyAll();
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
