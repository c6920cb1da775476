// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.provider;

import org.apache.camel.Exchange;
import org.apache.camel.SafeCopyProperty;

/**
 * The terms of a delivery, for its exchange and each copy of it: what holds whatever route a
 * message chooses, and whatever its destination allows. A question about an intent has none.
 */
public record DeliveryTerms() implements SafeCopyProperty {

  private static final String NAME = "SemelDeliveryTerms";

  /** Notes that the exchange, and each copy of it, delivers an intent. */
  static void note(Exchange exchange) {
    exchange.getExchangeExtension().setSafeCopyProperty(NAME, new DeliveryTerms());
  }

  /** Whether the exchange delivers an intent. */
  public static boolean holdFor(Exchange exchange) {
    return exchange.getExchangeExtension().getSafeCopyProperty(NAME, DeliveryTerms.class) != null;
  }

  @Override
  public SafeCopyProperty safeCopy() {
    return this;
  }
}
