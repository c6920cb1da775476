// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jta;

import java.util.Optional;

/**
 * The answers of resources that were to commit, for transaction managers that keep it to
 * themselves. Any thread.
 */
@FunctionalInterface
public interface CommitRefusals {

  /** Of resources whose transaction manager tells what they answer. */
  CommitRefusals TOLD = moment -> Optional.empty();

  /**
   * The refusal that a commit on the calling thread met; empty if there was none, or if that is not
   * known. Asks no resource.
   *
   * @param moment before the commit, by {@link System#nanoTime}
   */
  Optional<Exception> since(long moment);
}
