// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.tx;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Classifies faults as transient or permanent. Each adapter knows those of its own technology and
 * has no opinion on the rest.
 */
@FunctionalInterface
public interface Faults {

  /** What an adapter makes of one exception, from the weakest word to the strongest. */
  enum Opinion {
    /** Not this adapter's to say. */
    NONE,
    /**
     * There was no connection to be had: a pool has none left, or gives none to a transaction that
     * is already lost. Passes, unless something else tells why.
     */
    UNREACHED,
    /**
     * A statement of Semel's own was cut off, as the time of its transaction was up. Passes, unless
     * something else tells why; whatever came of that tells nothing else.
     */
    HELD_UP,
    /**
     * The connection was closed from this side under a statement, as the time of its transaction
     * was up: it takes too long. Whatever came of that tells nothing else.
     */
    CUT_OFF,
    /** Trying again gives the same, as for a violated constraint. */
    LASTING,
    /**
     * Something before this one had already broken the transaction; whoever meets it is not the one
     * who broke it.
     */
    INHERITED,
    /**
     * Another transaction was in the way: a deadlock, or a lock that was not had in time. Passes,
     * and comes less often the fewer messages share a transaction.
     */
    CONTENDED,
    /** A lost connection, an outage: trying again later may go well. Burns no attempt. */
    TRANSIENT;

    /** Whether it goes away by itself, and is no failure of the message. */
    public boolean passes() {
      return this == UNREACHED || this == HELD_UP || isDecisive();
    }

    private boolean tellsAll() {
      return this == HELD_UP || this == CUT_OFF;
    }

    private boolean isDecisive() {
      return this == CONTENDED || this == TRANSIENT;
    }

    private Opinion or(Opinion other) {
      return compareTo(other) < 0 ? other : this;
    }
  }

  /** Judges this one exception, without its causes. */
  Opinion of(Throwable fault);

  /**
   * Judges an exception with all that caused it or was suppressed by it. One fault that passes
   * anywhere makes the whole pass: whatever else was reported is then a consequence of it. But what
   * follows from a {@link TransactionMisuse} is no excuse for it.
   */
  default Opinion ofAll(Throwable fault) {
    Opinion found = Opinion.NONE;
    Deque<Throwable> open = new ArrayDeque<>(List.of(fault));
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    while (!open.isEmpty()) {
      Throwable next = open.pop();
      if (!seen.add(next)) {
        continue;
      }
      if (next instanceof TransactionMisuse) {
        return Opinion.LASTING;
      }
      Opinion opinion = of(next);
      found = found.or(opinion);
      if (found.isDecisive()) {
        return found;
      }
      if (opinion.tellsAll()) {
        continue;
      }
      if (next.getCause() != null) {
        open.push(next.getCause());
      }
      open.addAll(List.of(next.getSuppressed()));
    }
    return found;
  }

  /** The first opinion that any of {@code judges} has. */
  static Faults firstOf(List<Faults> judges) {
    List<Faults> all = List.copyOf(judges);
    return fault ->
        all.stream()
            .map(judge -> judge.of(fault))
            .filter(opinion -> opinion != Opinion.NONE)
            .findFirst()
            .orElse(Opinion.NONE);
  }
}
