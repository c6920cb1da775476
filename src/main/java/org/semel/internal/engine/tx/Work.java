// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.tx;

/** The work inside one transaction. */
@FunctionalInterface
public interface Work<T> {

  /**
   * Does the work and says how the transaction is to end.
   *
   * @throws Exception to roll it back
   */
  Decision<T> run() throws Exception;
}
