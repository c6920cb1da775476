// SPDX-License-Identifier: Apache-2.0
package org.semel.message;

import java.util.Objects;

/**
 * The origin of a delivery, in the broker's words. Evidence for people; never part of an identity,
 * because a producer that sends again gets new coordinates.
 *
 * @param destination name of the queue or subscription
 * @param messageId the broker's id, blank if it gave none
 * @param deliveries how often the broker has handed this message out, this time included; at least
 *     1
 */
public record Origin(String destination, String messageId, int deliveries) {

  public Origin {
    Objects.requireNonNull(destination, "destination");
    Objects.requireNonNull(messageId, "messageId");
    if (deliveries < 1) {
      throw new IllegalArgumentException("deliveries must be at least 1, was " + deliveries);
    }
  }

  /** Whether the broker has handed this message out before. */
  public boolean redelivered() {
    return deliveries > 1;
  }
}
