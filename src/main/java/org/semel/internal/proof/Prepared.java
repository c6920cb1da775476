// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.proof;

/** What can be seen of the branches that a broker has prepared for one transaction. */
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
