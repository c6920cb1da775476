// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.proof;

/** The branches that a broker has prepared for one transaction, as far as they can be seen. */
public sealed interface Prepared {

  /**
   * The broker shows them.
   *
   * @param branches how many there are
   */
  record Counted(int branches) implements Prepared {}

  /**
   * Its connection factory shows none: a pooled connection need not know branches. Only the effect
   * shows whether there is one.
   */
  record Uncounted() implements Prepared {}
}
