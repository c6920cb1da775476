// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route;

import java.util.Optional;
import org.apache.camel.Processor;
import org.apache.camel.Suspendable;
import org.apache.camel.support.DefaultConsumer;
import org.jspecify.annotations.Nullable;
import org.semel.camel.IntentEndpoint;
import org.semel.internal.intent.Destination;
import org.semel.internal.relay.Relay;
import org.semel.internal.route.provider.RouteProvider;

/**
 * Gives a route's life to a {@link Relay}. A suspended relay has settled all that it had in hand.
 */
final class IntentConsumer extends DefaultConsumer implements Suspendable {

  private final IntentEndpoint endpoint;
  private final IntentEngine engine;
  private @Nullable Relay relay;

  IntentConsumer(IntentEndpoint endpoint, Processor processor, IntentEngine engine) {
    super(endpoint, processor);
    this.endpoint = endpoint;
    this.engine = engine;
  }

  @Override
  protected void doStart() throws Exception {
    super.doStart();
    Destination destination = new Destination(endpoint.getDestination());
    Relay next =
        engine.relay(
            destination,
            new RouteProvider(
                this,
                engine.policy(destination).contract(),
                () -> engine.inquiries().of(destination),
                engine::proveTransfer));
    next.start();
    relay = next;
  }

  @Override
  protected void doSuspend() throws Exception {
    Optional.ofNullable(relay).ifPresent(Relay::stop);
    super.doSuspend();
  }

  @Override
  protected void doResume() throws Exception {
    super.doResume();
    Optional.ofNullable(relay).ifPresent(Relay::start);
  }

  @Override
  protected void doStop() throws Exception {
    Optional.ofNullable(relay).ifPresent(Relay::stop);
    relay = null;
    super.doStop();
  }
}
