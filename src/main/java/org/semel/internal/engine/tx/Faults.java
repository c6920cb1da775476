// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.tx;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.semel.internal.engine.tx.Completion.During;
import org.semel.internal.engine.tx.Completion.RolledBack;

/**
 * Reads the {@link Cause} out of exceptions. Each adapter knows those of its own technology, and
 * leaves the rest {@link Cause#UNNAMED}.
 */
@FunctionalInterface
public interface Faults {

  /** The cause that this one exception shows, without the exceptions behind it. */
  Cause of(Throwable fault);

  /**
   * The strongest cause, by the lines of the table, that an exception shows, with all that caused
   * it or was suppressed by it.
   */
  default Cause ofAll(Throwable fault) {
    Cause found = Cause.UNNAMED;
    Deque<Throwable> open = new ArrayDeque<>(List.of(fault));
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    while (!open.isEmpty()) {
      Throwable next = open.pop();
      if (!seen.add(next)) {
        continue;
      }
      Cause told = next instanceof Cause.Classified known ? known.line() : of(next);
      found = found.or(told);
      if (told.tellsAll()) {
        continue;
      }
      if (next.getCause() != null) {
        open.push(next.getCause());
      }
      open.addAll(List.of(next.getSuppressed()));
    }
    return found;
  }

  /**
   * The cause of a rollback. Work that took too long is to blame for that, unless it met a fault
   * that passes: a service that hangs, or a database or broker that stood still, may have taken the
   * time.
   */
  default Cause of(RolledBack<?> failed) {
    Cause found = ofAll(failed.cause());
    if (failed.during() == During.BEGIN) {
      return found.or(Cause.NOT_BEGUN);
    }
    boolean untold = found == Cause.UNNAMED || found == Cause.UNTOLD;
    return failed.during() == During.OVERTIME && untold ? Cause.OVERTIME : found;
  }

  /** The faults as the first of {@code judges} that names a cause sees them. */
  static Faults firstOf(List<Faults> judges) {
    List<Faults> all = List.copyOf(judges);
    return fault ->
        all.stream()
            .map(judge -> judge.of(fault))
            .filter(cause -> cause != Cause.UNNAMED)
            .findFirst()
            .orElse(Cause.UNNAMED);
  }
}
