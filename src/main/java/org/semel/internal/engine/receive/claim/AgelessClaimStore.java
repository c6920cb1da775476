// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.claim;

import java.util.List;
import org.semel.message.Identity;

/**
 * For messages that have held the claims of their identities until now: no copy of one can have
 * taken effect, so that it is not too late for any. No one else claims an identity that is too old
 * either, as each copy is answered with {@link Claim.OutOfTime}.
 */
public final class AgelessClaimStore implements ClaimStore {

  private final ClaimStore store;

  public AgelessClaimStore(ClaimStore store) {
    this.store = store;
  }

  @Override
  public void join() {
    store.join();
  }

  @Override
  public void bound() {
    store.bound();
  }

  @Override
  public boolean remembers() {
    return store.remembers();
  }

  @Override
  public List<Claim> claim(List<Offer> offers) {
    return store.claim(offers).stream()
        .map(claim -> claim instanceof Claim.OutOfTime ? new Claim.Claimed() : claim)
        .toList();
  }

  @Override
  public List<Offer> settled(List<Offer> offers) {
    return store.settled(offers);
  }

  @Override
  public void tookEffect(List<Identity> waited) {
    store.tookEffect(waited);
  }
}
