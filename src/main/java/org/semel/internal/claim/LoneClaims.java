// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.claim;

import java.util.UUID;
import org.semel.message.Identity;

/**
 * Claims that stand alone, because the effect they guard is in no transaction with them. Only here
 * can a claim be taken back, and only by who made it. Joins the caller's transaction, which holds
 * nothing else.
 */
public interface LoneClaims {

  /**
   * Claims one identity.
   *
   * @param owner whoever knows it can take the claim back
   */
  Claim claim(Offer offer, UUID owner);

  /**
   * Takes a claim back.
   *
   * @return whether there was one of this owner
   */
  boolean release(Identity identity, UUID owner);

  /** Whether anyone has claimed it. */
  boolean claimed(Identity identity);
}
