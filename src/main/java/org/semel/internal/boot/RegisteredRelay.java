// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import org.semel.internal.engine.loop.Lifecycle;

/**
 * The relay of a destination that is registered each time before the relay begins: at its start,
 * and at each resume, as a suspended relay does not see that its destination moves.
 */
final class RegisteredRelay implements Lifecycle {

  private final RegisteredIntents intents;
  private final Lifecycle relay;

  RegisteredRelay(RegisteredIntents intents, Lifecycle relay) {
    this.intents = intents;
    this.relay = relay;
  }

  /**
   * Registers, and starts.
   *
   * @throws StartRefused if another application delivers to the destination; nothing runs then
   */
  @Override
  public void start() {
    intents.announce();
    relay.start();
  }

  @Override
  public void stop() {
    relay.stop();
  }
}
