// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.proof;

/**
 * A setting of the server or its broker, as far as it can be read.
 *
 * @param <T> what is set
 */
public sealed interface Setting<T> {

  /** The value. */
  record Seen<T>(T value) implements Setting<T> {}

  /** It cannot be read: another server, a server that hides it, or a broker elsewhere. */
  record Hidden<T>() implements Setting<T> {}

  /** It cannot be read before the server has started. */
  record NotYet<T>() implements Setting<T> {}
}
