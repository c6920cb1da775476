// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.keep;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The rows that retention deletes. Every act joins the caller's transaction and is short: a writer
 * to the same tables waits for one step at the most, and only for a row that is being deleted.
 */
public interface RetentionStore {

  /**
   * Stores how long rows are kept; a later rule of the same owner replaces an earlier one. A
   * shorter one frees no row of what Semel remembers or did before the longer one has passed, and
   * contents at once. As rules are stored, any node can sweep for all, and the rows of a consumer
   * that is gone are deleted too.
   */
  void declare(Collection<RetentionRule> rules);

  /** Those of {@code declared} that are shorter than a rule that still counts. */
  List<PendingRule> pending(Collection<RetentionRule> declared);

  /**
   * Lets rows be kept for at least as long as {@code rule} says, because another owner relies on
   * them; a longer rule stays.
   */
  void prolong(RetentionRule rule);

  /** Leases the sweeping of {@code kept}, if it is due and no other node has it. */
  Optional<SweepLease> take(RetainedKind kept, SweepPace pace);

  /**
   * Reads the next few rows, deletes those that are older than their rule, and renews the lease.
   * Rows that another transaction has locked are left for the next round. Rows without a rule stay.
   */
  SweepStep step(SweepLease lease, SweepPace pace);
}
