// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.tx;

import java.util.Optional;
import java.util.function.Function;

/** The end of a transaction. */
public sealed interface Completion<T> {

  /** The result of the function for this case. */
  default <R> R fold(
      Function<? super T, ? extends R> committed,
      Function<? super T, ? extends R> discarded,
      Function<? super RolledBack<T>, ? extends R> rolledBack,
      Function<? super Unknown<T>, ? extends R> unknown) {
    if (this instanceof Committed<T> all) {
      return committed.apply(all.value());
    }
    if (this instanceof Discarded<T> nothing) {
      return discarded.apply(nothing.value());
    }
    return this instanceof RolledBack<T> undone
        ? rolledBack.apply(undone)
        : unknown.apply((Unknown<T>) this);
  }

  /**
   * The result of the function for this kind of end.
   *
   * @param ended takes what the work left, if the transaction ended as the work decided
   * @param undecided takes the {@link #fault} otherwise
   */
  default <R> R fold(
      Function<? super T, ? extends R> ended, Function<? super Throwable, ? extends R> undecided) {
    return fold(
        ended,
        ended,
        failed -> undecided.apply(failed.cause()),
        unknown -> undecided.apply(unknown.cause()));
  }

  /**
   * The value that the work left, if the transaction ended as the work decided.
   *
   * @param failure makes what is thrown otherwise of the {@link #fault}
   */
  default <X extends Exception> T orElseThrow(Function<? super Throwable, X> failure) throws X {
    Optional<T> ended = fold(Optional::of, fault -> Optional.empty());
    if (ended.isEmpty()) {
      throw failure.apply(fault().orElseThrow());
    }
    return ended.get();
  }

  /** The value that the work left, if the transaction committed. */
  default Optional<T> committed() {
    return fold(
        Optional::of, value -> Optional.empty(), f -> Optional.empty(), u -> Optional.empty());
  }

  /** The failure for which the transaction is known to be undone; empty if there is none. */
  default Optional<RolledBack<T>> rolledBack() {
    return fold(c -> Optional.empty(), d -> Optional.empty(), Optional::of, u -> Optional.empty());
  }

  /**
   * The fault that kept the transaction from ending as the work decided; empty if there was none.
   */
  default Optional<Throwable> fault() {
    return fold(ended -> Optional.empty(), Optional::of);
  }

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
   * No one knows, or the branches disagree (a heuristic outcome). A person must look.
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
