// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.proof;

import java.util.function.Consumer;

/**
 * Takes part in a transaction only to observe it: by two branches, one before all others and one
 * behind them. Some transaction managers prepare branches in the order in which they joined, others
 * in the reverse one; no specification says which. So one of the two is asked after all others,
 * whatever the order: it looks at what they have prepared, and votes to roll back. Neither branch
 * needs recovery.
 */
@FunctionalInterface
public interface Witness {

  /**
   * Joins the caller's transaction, runs {@code work}, by which the others join, and joins again.
   *
   * @param look called while the other branches are prepared; on another thread, outside any
   *     transaction
   */
  void around(Consumer<GlobalTransaction> look, Runnable work);
}
