// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.proof;

/**
 * What can be seen from here of a setting of the server or its broker.
 *
 * @param <T> what is set
 */
public sealed interface Setting<T> {

  /** It is this. */
  record Seen<T>(T value) implements Setting<T> {}

  /** Nobody here can tell: another server, one that hides it, or a broker elsewhere. */
  record Hidden<T>() implements Setting<T> {}

  /** The server is still starting and does not show it before it has. */
  record NotYet<T>() implements Setting<T> {}
}
