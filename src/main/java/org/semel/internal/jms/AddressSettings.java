// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.jms;

/**
 * What the broker does with a message that is delivered again and again.
 *
 * @param deadLetters where it goes in the end, and whether anything keeps it there
 * @param maxDeliveries after how many deliveries; negative for never
 */
public record AddressSettings(DeadLetters deadLetters, int maxDeliveries) {

  /** What becomes of a message after its last delivery. */
  public enum DeadLetters {
    /** It goes to a queue. */
    KEPT,
    /** It goes to an address that no queue listens to, which throws it away. */
    QUEUE_MISSING,
    /** It is thrown away. */
    THROWN_AWAY
  }
}
