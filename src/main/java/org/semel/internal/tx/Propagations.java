// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.tx;

/**
 * Runs a step as its {@link Propagation} asks. For routes that carry {@code transacted()}
 * themselves.
 */
@FunctionalInterface
public interface Propagations {

  /** How the step wants the transaction to end in which it ran. */
  enum Ending {
    /** All went well. */
    COMMIT,
    /** It failed, or asked for a roll-back. */
    ROLLBACK
  }

  /** What is to be run. */
  @FunctionalInterface
  interface Step {
    Ending run();
  }

  /**
   * Runs {@code step} on the calling thread. A transaction begun for it is ended as it wishes; one
   * that was joined is marked rollback-only if it wishes to roll back, for its owner to end. A
   * transaction that was set aside is taken up again in every case.
   *
   * @throws org.semel.SemelException if the propagation forbids the step here, or if the
   *     transaction could not be committed
   */
  void run(Propagation propagation, Step step);
}
