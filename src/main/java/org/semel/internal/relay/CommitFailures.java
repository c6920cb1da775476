// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.relay;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.semel.internal.intent.Lease;
import org.semel.internal.intent.Settlement.FailureOf;

/**
 * Whose transactions fail though they are alone in them. Whoever fails so once may have met an
 * outage; so may all who fail again and again while nothing commits. Whoever does so, and does so
 * again though others have committed since, does so himself. Remembered in bounded memory. Used by
 * one thread.
 */
final class CommitFailures {

  private static final int FAILURES = 3;
  private static final int MOST = 1_000;

  private final Map<UUID, Long> put = new LinkedHashMap<>();
  private Optional<UUID> key = Optional.empty();
  private int failures;
  private long commits;

  /**
   * A transaction has failed in which this one was alone.
   *
   * @return whether it must let others pass for now
   */
  boolean failed(Lease alone) {
    UUID next = alone.intent().key();
    failures = key.filter(next::equals).isPresent() ? failures + 1 : 1;
    key = Optional.of(next);
    return failures >= FAILURES;
  }

  /** It lets others pass; whose failure that is. */
  FailureOf passed(Lease alone) {
    UUID one = alone.intent().key();
    Long before = put.remove(one); // so that it is the latest, too
    put.put(one, commits);
    if (put.size() > MOST) {
      put.remove(put.keySet().iterator().next());
    }
    return before != null && commits > before ? FailureOf.INTENT : FailureOf.DESTINATION;
  }

  /** A transaction has committed that sent so many. */
  void committed(int sent) {
    commits += sent;
  }
}
