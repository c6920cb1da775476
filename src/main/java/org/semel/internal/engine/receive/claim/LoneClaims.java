// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.claim;

import java.util.UUID;
import org.semel.message.Identity;

/**
 * Claims outside the transaction of the effect that they guard. Only such a claim can be withdrawn,
 * and only by its owner. Joins the caller's transaction, which holds nothing else.
 */
public interface LoneClaims {

  /**
   * Claims one identity.
   *
   * @param owner whose {@link #release} withdraws the claim
   */
  Claim claim(Offer offer, UUID owner);

  /**
   * Withdraws a claim.
   *
   * @return whether there was one of this owner
   */
  boolean release(Identity identity, UUID owner);

  /** Whether the identity is claimed, by any owner. */
  boolean claimed(Identity identity);
}
