// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send;

/**
 * The limit of what may be leased.
 *
 * @param intents the most of them
 * @param bytes once their bodies have so many, no further one joins; the first does, whatever its
 *     size
 */
public record LeaseLimit(int intents, long bytes) {

  /** So many, whatever their size. */
  public LeaseLimit(int intents) {
    this(intents, Long.MAX_VALUE);
  }
}
