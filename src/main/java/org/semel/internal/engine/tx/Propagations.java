// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.tx;

/**
 * Runs a step as its {@link Propagation} asks. For routes that carry {@code transacted()}
 * themselves.
 */
@FunctionalInterface
public interface Propagations {

  /** The step's vote on the end of its transaction. */
  enum Vote {
    /** All went well. */
    COMMIT,
    /** It failed, or asked for a roll-back. */
    ROLLBACK
  }

  /** The step that is to be run. */
  @FunctionalInterface
  interface TransactedStep {
    Vote run();
  }

  /**
   * Runs {@code step} on the calling thread. A transaction begun for it ends as it votes; one that
   * it joined is marked rollback-only if it votes so. A suspended one is resumed in every case.
   *
   * @throws org.semel.SemelException if the propagation forbids the step here, or if the
   *     transaction could not be committed
   */
  void run(Propagation propagation, TransactedStep step);
}
