// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.claim;

import java.util.Collections;
import java.util.List;

/**
 * The claim store of a consumer for which Semel keeps nothing: the route must tolerate redelivery.
 * Every offer is claimed, equal ones too.
 */
public final class NoClaimStore implements ClaimStore {

  private final ClaimStore database;

  /**
   * Keeps nothing in {@code database}.
   *
   * @param database brings it into the transaction, and bounds how long that waits for locks
   */
  public NoClaimStore(ClaimStore database) {
    this.database = database;
  }

  @Override
  public void join() {
    database.join();
  }

  @Override
  public void bound() {
    database.bound();
  }

  @Override
  public List<Claim> claim(List<Offer> offers) {
    bound();
    return Collections.nCopies(offers.size(), new Claim.Claimed());
  }

  @Override
  public boolean remembers() {
    return false;
  }

  @Override
  public List<Offer> settled(List<Offer> offers) {
    return List.of();
  }
}
