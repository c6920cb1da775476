// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route.classic;

import java.util.Optional;
import java.util.UUID;
import org.apache.camel.Exchange;
import org.apache.camel.SafeCopyProperty;
import org.jspecify.annotations.Nullable;
import org.semel.message.Identity;

/**
 * What an exchange knows of a key: that it has claimed it outside a transaction, and as whom, or
 * that the claim is not its own to take back. An exchange has one for each of its keys. They lie
 * where a route that removes properties does not reach them, go along with copies of the exchange,
 * which may have to end what it has begun, and last as long as it does.
 *
 * @param owner null if another exchange, a transaction or nobody has claimed the key
 */
record OwnClaim(@Nullable UUID owner) implements SafeCopyProperty {

  private static final OwnClaim NOT_ITS_OWN = new OwnClaim(null);

  @Override
  public SafeCopyProperty safeCopy() {
    return this;
  }

  static void claimed(Exchange exchange, Identity identity, UUID owner) {
    set(exchange, identity, new OwnClaim(owner));
  }

  /** The claim is a transaction's, or no more: there is nothing for the exchange to take back. */
  static void disown(Exchange exchange, Identity identity) {
    set(exchange, identity, NOT_ITS_OWN);
  }

  /** The exchange has met a claim, which may be its own. */
  static void met(Exchange exchange, Identity identity) {
    if (of(exchange, identity).isEmpty()) {
      set(exchange, identity, NOT_ITS_OWN);
    }
  }

  static Optional<OwnClaim> of(Exchange exchange, Identity identity) {
    return Optional.ofNullable(
        exchange.getExchangeExtension().getSafeCopyProperty(name(identity), OwnClaim.class));
  }

  private static void set(Exchange exchange, Identity identity, OwnClaim claim) {
    exchange.getExchangeExtension().setSafeCopyProperty(name(identity), claim);
  }

  private static String name(Identity identity) {
    return "SemelClaim:" + identity.digest();
  }
}
