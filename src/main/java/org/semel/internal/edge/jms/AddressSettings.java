// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

/**
 * The broker's treatment of a message that is redelivered repeatedly.
 *
 * @param deadLetters where it goes after its last delivery
 * @param maxDeliveries after how many deliveries; negative for never
 */
public record AddressSettings(DeadLetters deadLetters, int maxDeliveries) {

  /** The fate of a message after its last delivery. */
  public enum DeadLetters {
    /** It goes to a queue. */
    KEPT,
    /** It goes to an address without a queue, which discards it. */
    QUEUE_MISSING,
    /** It is discarded. */
    THROWN_AWAY
  }
}
