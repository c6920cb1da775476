// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.tx;

/** The end that a piece of {@link Work} wants for its transaction. */
public sealed interface Decision<T> {

  /** Keep all of it. */
  record Commit<T>(T value) implements Decision<T> {}

  /** Undo all of it, though nothing failed: there was nothing to do. */
  record Discard<T>(T value) implements Decision<T> {}

  static <T> Decision<T> commit(T value) {
    return new Commit<>(value);
  }

  static <T> Decision<T> discard(T value) {
    return new Discard<>(value);
  }
}
