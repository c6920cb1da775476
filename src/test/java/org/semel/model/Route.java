// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import java.util.Optional;
import org.semel.inbox.Progress;
import org.semel.intent.Destination;
import org.semel.intent.Intent;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.receive.SteppedHandler;

/** What the user has written: an effect, two intents; and it fails for poison. */
final class Route implements SteppedHandler {

  private final ModelWorld world;

  Route(ModelWorld world) {
    this.world = world;
  }

  @Override
  public void handle(Message message, Identity identity) {
    handle(message, identity, Optional.empty());
  }

  @Override
  public Optional<Progress> handle(Message message, Identity identity, Optional<Progress> behind) {
    world.database.effect(identity.key());
    record(identity, Server.CAREFUL);
    record(identity, Server.CARELESS);
    if (world.input.isPoison(identity.key())) {
      throw new IllegalStateException("poison");
    }
    return Optional.empty();
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
