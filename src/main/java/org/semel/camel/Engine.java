// SPDX-License-Identifier: Apache-2.0
package org.semel.camel;

import org.semel.internal.claim.EffectNames;
import org.semel.internal.consumer.Consumer;
import org.semel.internal.intent.Destination;
import org.semel.internal.intent.Intents;
import org.semel.internal.receive.SteppedHandler;
import org.semel.internal.relay.DestinationPolicy;
import org.semel.internal.relay.Inquiries;
import org.semel.internal.relay.Provider;
import org.semel.internal.relay.Relay;

/**
 * What the two components need of the rest of Semel. Bound in Camel's registry by whoever starts
 * Camel; found there by type.
 */
public interface Engine {

  /**
   * A consumer under the policy of this name, not started.
   *
   * @param handler the user's route
   */
  Consumer consumer(String name, SteppedHandler handler);

  /** Whether the route of this consumer may do what a roll-back does not undo. */
  boolean allowsExternal(String consumer);

  /**
   * A relay under the policy of this destination, not started.
   *
   * @param provider the user's route
   */
  Relay relay(Destination destination, Provider provider);

  /**
   * Shows that what a route sends over {@code jms:} is part of the relay's transaction.
   *
   * @throws org.semel.SemelException if it is not, or if that cannot be shown yet
   */
  void proveTransfer();

  /** Writes down what routes call their effects, in the caller's transaction. */
  EffectNames effects();

  /** Records intents in the caller's transaction. */
  Intents intents();

  /** A route calls intents to this destination so. */
  void named(Destination destination, String name);

  /** How intents reach this destination. */
  DestinationPolicy policy(Destination destination);

  /** Which providers can be asked what became of an intent. */
  Inquiries inquiries();
}
