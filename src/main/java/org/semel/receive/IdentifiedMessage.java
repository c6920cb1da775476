// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

import org.semel.inbox.Offer;
import org.semel.message.Identity;
import org.semel.message.Message;

/** A message that has an identity, headers and body as they came. */
record IdentifiedMessage(Message message, Offer offer) {

  Identity identity() {
    return offer.identity();
  }
}
