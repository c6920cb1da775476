// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.claim;

import java.util.List;
import org.semel.message.Identity;

/** For messages that have held the claims of their identities until now. */
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
    return store.reclaim(offers);
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
