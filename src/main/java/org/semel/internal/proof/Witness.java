// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.proof;

import java.util.function.Consumer;

/**
 * Takes part in a transaction only to observe it. It is asked to prepare after all branches that
 * joined before it, looks at what they have prepared, and votes to roll back. Its branch is never
 * logged and needs no recovery.
 */
@FunctionalInterface
public interface Witness {

  /**
   * Joins the caller's transaction as its last branch.
   *
   * @param look called while the branches that joined before are prepared; on another thread,
   *     outside any transaction
   */
  void join(Consumer<GlobalTransaction> look);
}
