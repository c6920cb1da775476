// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel;

import java.util.List;
import org.apache.camel.Endpoint;
import org.semel.internal.engine.loop.Lifecycle;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intents;
import org.semel.internal.engine.send.relay.DestinationPolicy;
import org.semel.internal.engine.send.relay.Inquiry.Inquiries;
import org.semel.internal.engine.send.relay.Provider;

/** The engine behind {@code intent:}. */
public interface IntentEngine {

  /** Remembers that a route gives this name to intents for {@code destination}. */
  void named(Destination destination, String name);

  /** The policy by which intents reach this destination. */
  DestinationPolicy policy(Destination destination);

  /** Records intents in the caller's transaction. */
  Intents intents();

  /**
   * A relay under the policy of this destination, not started.
   *
   * @param provider the user's route
   */
  Lifecycle relay(Destination destination, Provider provider);

  /** The query routes, by destination. */
  Inquiries inquiries();

  /**
   * Proves that what a route sends over {@code jms:} is part of the relay's transaction.
   *
   * @throws org.semel.SemelException if it is not, or if that cannot be proven yet
   */
  void proveTransfer();

  /**
   * Proves that who sends to {@code destination} by these endpoints over JMS hears of a broker that
   * does not take a message.
   *
   * @throws org.semel.SemelException if it does not, or if that cannot be proven yet
   */
  void proveSending(Destination destination, List<Endpoint> endpoints);
}
