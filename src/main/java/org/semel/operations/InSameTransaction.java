// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

/** What is written in the transaction in which a release is settled, or its failure noted. */
@FunctionalInterface
interface InSameTransaction {

  /**
   * Writes in the caller's transaction.
   *
   * @throws RuntimeException to undo it
   */
  void write(ReleaseResult outcome);
}
