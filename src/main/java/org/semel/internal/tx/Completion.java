// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.tx;

/** How a transaction ended. */
public sealed interface Completion<T> {

  /**
   * All of it holds. A branch may still be catching up, which recovery finishes; the decision is
   * logged.
   */
  record Committed<T>(T value) implements Completion<T> {}

  /** Undone at the work's own wish. */
  record Discarded<T>(T value) implements Completion<T> {}

  /**
   * Undone because something failed.
   *
   * @param during where it failed
   * @param cause what failed, as far down as it is known
   */
  record RolledBack<T>(During during, Throwable cause) implements Completion<T> {}

  /**
   * Nobody knows, or the branches disagree (a heuristic outcome). A person must look.
   *
   * @param cause what the transaction manager said
   */
  record Unknown<T>(Throwable cause) implements Completion<T> {}

  /** The part of a transaction in which it failed. */
  enum During {
    /** Before the work began: a resource could not be had, nothing was done. */
    BEGIN,
    /** The work threw. */
    WORK,
    /** The work was done; flushing, preparing or deciding failed. */
    COMMIT,
    /**
     * Wherever it was, the transaction had lasted longer than it may, and was rolled back for that.
     */
    OVERTIME
  }
}
