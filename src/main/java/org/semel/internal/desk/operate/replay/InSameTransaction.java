// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.replay;

import org.semel.operations.ReleaseResult;

/** Writes in the transaction in which a release is settled, or its failure noted. */
@FunctionalInterface
public interface InSameTransaction {

  /**
   * Writes in the caller's transaction.
   *
   * @throws RuntimeException to undo it
   */
  void write(ReleaseResult outcome);
}
