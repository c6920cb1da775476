// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.retention;

import java.util.Collection;
import java.util.Optional;

/**
 * The memory from which things are forgotten. Every act joins the caller's transaction and is
 * short: whoever writes to the same memory is never kept waiting for more than one step, and then
 * only for a row that is being forgotten.
 */
public interface RetentionStore {

  /**
   * Writes down how long rows are kept; later words on the same owner replace earlier ones. Rules
   * stand in the memory, so that any node can sweep for all, and what a consumer left is forgotten
   * though the consumer itself is gone.
   */
  void declare(Collection<RetentionRule> rules);

  /** Takes the turn to sweep {@code kept}, if it is due and nobody else has it. */
  Optional<SweepLease> take(RetainedKind kept, SweepPace pace);

  /**
   * Looks at the next few rows, forgets those that are older than their rule, and keeps the turn
   * for another lease. Rows that somebody else has locked are left for the next round, and so are
   * rows that no rule speaks of.
   */
  SweepStep step(SweepLease turn, SweepPace pace);
}
