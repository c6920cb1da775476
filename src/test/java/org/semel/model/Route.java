// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import java.util.Optional;
import org.semel.internal.engine.receive.SteppedHandler;
import org.semel.internal.engine.receive.claim.RouteProgress;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;

/** What the user has written: effects and intents, in one or two steps; it fails for poison. */
final class Route implements SteppedHandler {

  private final ModelWorld world;

  Route(ModelWorld world) {
    this.world = world;
  }

  @Override
  public void handle(Message message, Identity identity) {
    Optional<RouteProgress> behind = handle(message, identity, Optional.empty());
    if (behind.isPresent()) {
      handle(message, identity, behind);
    }
  }

  @Override
  public Optional<RouteProgress> handle(
      Message message, Identity identity, Optional<RouteProgress> behind) {
    String key = identity.key();
    if (behind.isEmpty()) {
      world.database.effect(key);
      record(identity, Server.CAREFUL);
      if (world.input.isStepped(key)) {
        return Optional.of(new RouteProgress("first", Body.none(), Headers.none()));
      }
    }
    world.database.effect(last(key));
    record(identity, Server.CARELESS);
    if (world.input.isPoison(key)) {
      throw new IllegalStateException("poison");
    }
    return Optional.empty();
  }

  /** The effect at the end of the route. */
  static String last(String key) {
    return key + ", at the end";
  }

  private void record(Identity identity, Destination destination) {
    Intent.Address address = new Intent.Address(destination, 0);
    world
        .database
        .memory()
        .intents()
        .record(new Intent(identity, address, Headers.none(), Body.none()));
  }
}
