// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.proof;

/** What can be seen of the branches that a broker has prepared for one transaction. */
public sealed interface Prepared {

  /**
   * It tells of them.
   *
   * @param branches how many there are
   */
  record Counted(int branches) implements Prepared {}

  /**
   * Its connection factory shows none of them, to nobody: what an application gets of a pool need
   * not know branches. Whether there is one, only its effect can tell.
   */
  record Uncounted() implements Prepared {}
}
