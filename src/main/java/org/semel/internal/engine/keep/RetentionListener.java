// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.keep;

import java.time.Duration;
import org.semel.internal.engine.loop.OutageListener;

/**
 * Hears what retention does; for log lines, counters and tests. Called on the sweeping thread,
 * outside any transaction, and must not throw.
 */
public interface RetentionListener extends OutageListener {

  /** A rule that was declared at this start is shorter than one that still counts. */
  default void pending(PendingRule rule) {}

  /** A round is over. */
  default void swept(RetainedKind kept, long forgotten) {}

  /** The database cannot be reached, or refuses; it is tried again after {@code pause}. */
  @Override
  default void interrupted(Throwable cause, Duration pause) {}

  /** The database is back. */
  @Override
  default void resumed() {}
}
