// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Settlement.FailureOf;

/**
 * Intents whose transactions fail though they are alone in them. One such failure may be an outage;
 * so may repeated ones while no transaction commits. An intent that fails again though others have
 * committed since is to blame itself. Bounded memory. Used by one thread.
 */
final class CommitFailures {

  private static final int FAILURES = 3;
  private static final int MOST = 1_000;

  private final Map<UUID, Long> deferred = new LinkedHashMap<>();
  private Optional<UUID> key = Optional.empty();
  private int failures;
  private long commits;

  /**
   * A transaction has failed in which this one was alone.
   *
   * @return whether others must go first for now
   */
  boolean failed(Lease alone) {
    UUID next = alone.intent().key();
    failures = key.filter(next::equals).isPresent() ? failures + 1 : 1;
    key = Optional.of(next);
    return failures >= FAILURES;
  }

  /** Others go first; whose failure that is. */
  FailureOf deferred(Lease alone) {
    UUID one = alone.intent().key();
    Long before = deferred.remove(one);
    deferred.put(one, commits);
    if (deferred.size() > MOST) {
      deferred.remove(deferred.keySet().iterator().next());
    }
    return before != null && commits > before ? FailureOf.INTENT : FailureOf.DESTINATION;
  }

  /** A transaction has committed that sent so many. */
  void committed(int sent) {
    commits += sent;
  }
}
