// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.classic;

import java.util.Optional;
import java.util.UUID;
import org.apache.camel.Exchange;
import org.apache.camel.SafeCopyProperty;
import org.jspecify.annotations.Nullable;
import org.semel.message.Identity;

/**
 * An exchange's knowledge of one key: the owner under which it claimed the key outside a
 * transaction, or that it may not remove the claim. A route that removes properties cannot remove
 * it. Copies of the exchange carry it too, because a copy may have to confirm or remove the claim.
 *
 * @param owner null if another exchange, a transaction or no one claimed the key
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

  /** The claim belongs to a transaction, or is gone: the exchange has nothing to remove. */
  static void disown(Exchange exchange, Identity identity) {
    set(exchange, identity, NOT_ITS_OWN);
  }

  /** The exchange found a claim, which may be its own. */
  static void found(Exchange exchange, Identity identity) {
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
