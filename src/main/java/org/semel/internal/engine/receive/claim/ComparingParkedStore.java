// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.claim;

import java.util.List;
import java.util.Optional;
import org.semel.internal.engine.receive.identity.Differences;
import org.semel.message.Body;
import org.semel.message.ParkingReason;

/** Parks conflicts with the names of the fields in which they differ, if the first body is kept. */
public final class ComparingParkedStore implements ParkedStore {

  private final ParkedStore parking;
  private final KeptBodies bodies;

  public ComparingParkedStore(ParkedStore parking, KeptBodies bodies) {
    this.parking = parking;
    this.bodies = bodies;
  }

  @Override
  public void park(List<ParkedMessage> messages) {
    parking.park(messages.stream().map(this::compared).toList());
  }

  private ParkedMessage compared(ParkedMessage parked) {
    if (!parked.verdict().reason().equals(ParkingReason.CONFLICT)
        || !parked.evidence().differing().isEmpty()) {
      return parked;
    }
    Optional<Body> first = parked.evidence().identity().flatMap(bodies::first);
    return first
        .flatMap(body -> Differences.topLevel(body, parked.message().body()))
        .map(
            names ->
                new ParkedMessage(
                    parked.consumer(),
                    parked.message(),
                    parked.verdict(),
                    parked.evidence().differingIn(names)))
        .orElse(parked);
  }
}
