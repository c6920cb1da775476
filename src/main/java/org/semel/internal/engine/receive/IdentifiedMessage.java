// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import org.semel.internal.engine.receive.claim.Offer;
import org.semel.message.Identity;
import org.semel.message.Message;

/** A message that has an identity, headers and body as they came. */
public record IdentifiedMessage(Message message, Offer offer) {

  public Identity identity() {
    return offer.identity();
  }

  /** The same, of which nothing is written if it is a duplicate. */
  IdentifiedMessage untraced() {
    return new IdentifiedMessage(message, offer.untraced());
  }
}
