// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import org.semel.internal.engine.receive.claim.AttemptStore;
import org.semel.internal.engine.receive.claim.ClaimStore;
import org.semel.internal.engine.receive.claim.KeptBodies;
import org.semel.internal.engine.receive.claim.ParkedStore;
import org.semel.internal.engine.send.Intents;

/**
 * The stores that a receiver writes to; every one joins its transaction.
 *
 * @param claims which identities are taken
 * @param attempts failures
 * @param parking what waits for a person
 * @param intents effects still to happen
 * @param bodies what took effect, where the policy keeps it
 */
public record ReceiverStores(
    ClaimStore claims,
    AttemptStore attempts,
    ParkedStore parking,
    Intents intents,
    KeptBodies bodies) {

  /** Without kept bodies. */
  public ReceiverStores(
      ClaimStore claims, AttemptStore attempts, ParkedStore parking, Intents intents) {
    this(claims, attempts, parking, intents, KeptBodies.NONE);
  }

  /**
   * Whether a copy waits for its claim until the transaction that claimed first is over, and is
   * absorbed then.
   */
  public boolean absorbCopies() {
    return claims.remembers();
  }

  /** The same, but {@code other} claims. */
  ReceiverStores claimingBy(ClaimStore other) {
    return new ReceiverStores(other, attempts, parking, intents, bodies);
  }

  /** The same, but {@code other} keeps what waits for a person. */
  public ReceiverStores parkingBy(ParkedStore other) {
    return new ReceiverStores(claims, attempts, other, intents, bodies);
  }
}
