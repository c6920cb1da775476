// SPDX-License-Identifier: Apache-2.0
package org.semel.tx;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Tells faults that pass from faults that stay. Each adapter knows those of its own technology and
 * has no opinion on the rest.
 */
@FunctionalInterface
public interface Faults {

  /** What an adapter makes of one exception. */
  enum Opinion {
    /**
     * A lost connection, a lock not had in time, a deadlock: trying again later may go well. Burns
     * no attempt.
     */
    TRANSIENT,
    /** Trying again gives the same, as for a violated constraint. */
    LASTING,
    /** Not this adapter's to say. */
    NONE
  }

  /** Judges this one exception, without its causes. */
  Opinion of(Throwable fault);

  /**
   * Judges an exception with all that caused it or was suppressed by it. One transient fault
   * anywhere makes the whole transient: whatever else was reported is then a consequence of it.
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
      Opinion opinion = of(next);
      if (opinion == Opinion.TRANSIENT) {
        return opinion;
      }
      found = opinion == Opinion.LASTING ? opinion : found;
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
