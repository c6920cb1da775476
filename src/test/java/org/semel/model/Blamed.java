// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.semel.internal.engine.receive.claim.AttemptStore;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Failures;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.message.Identity;

/** Looks on while attempts are counted; they are forgotten later, but not here. */
final class Blamed implements AttemptStore {

  private final ModelWorld world;
  private final AttemptStore attempts;
  private final Map<String, Integer> times = new HashMap<>();

  Blamed(ModelWorld world, AttemptStore attempts) {
    this.world = world;
    this.attempts = attempts;
  }

  @Override
  public Optional<Failures> failed(Offer offer, Failure failure) {
    Optional<Failures> counted = attempts.failed(offer, failure);
    if (counted.isPresent()) {
      String key = offer.identity().key();
      world.transactions.enlist(() -> {}, () -> times.merge(key, 1, Integer::sum));
    }
    return counted;
  }

  @Override
  public void suspect(Collection<Offer> offers, Failure failure) {
    attempts.suspect(offers, failure);
  }

  @Override
  public void stopped(Offer offer, Failure failure) {
    attempts.stopped(offer, failure);
  }

  @Override
  public void open(Offer offer) {
    attempts.open(offer);
  }

  @Override
  public void excuse(Identity identity) {
    attempts.excuse(identity);
  }

  @Override
  public Map<Identity, Failures> of(Collection<Identity> identities) {
    return attempts.of(identities);
  }

  @Override
  public void forget(Collection<Identity> identities) {
    attempts.forget(identities);
  }

  int times(String key) {
    return times.getOrDefault(key, 0);
  }
}
