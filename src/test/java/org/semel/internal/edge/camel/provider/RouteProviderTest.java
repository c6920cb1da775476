// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.camel.exchange.RouteRunner;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract.Keys;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Messages;

/** A virtual machine is out of memory before and behind the entrance of a route. */
class RouteProviderTest {

  private static final Lease LEASE =
      new Lease(
          new Intent(
              new Identity("orders", "1"),
              new Intent.Address(new Destination("mail"), 0),
              Headers.none(),
              Messages.text("a").body()),
          1,
          new Lease.DeliveryHistory(0, Lease.Trace.NONE, Duration.ZERO));

  private final DefaultCamelContext camel = new DefaultCamelContext();
  private final AtomicInteger entered = new AtomicInteger();

  @BeforeEach
  void start() {
    camel.getShutdownStrategy().setTimeout(1); // what an error has ended is in flight for Camel
    camel.start();
  }

  @AfterEach
  void stop() {
    camel.stop();
  }

  @Test
  void whatEndsWithinTheRouteMayHaveBeenSent() throws Exception {
    RouteBuilder.addRoutes(
        camel, routes -> routes.from("direct:mail").routeId("mail").process(this::fail));
    RouteProvider provider = provider((DefaultConsumer) camel.getRoute("mail").getConsumer());
    assertThatThrownBy(() -> provider.deliver(LEASE)).isInstanceOf(OutOfMemoryError.class);
    assertThat(entered).hasValue(1);
  }

  private static RouteProvider provider(DefaultConsumer consumer) {
    return new RouteProvider(
        RouteRunner.of(consumer),
        Optional.empty(),
        new Contract(Keys.IGNORED, Duration.ofHours(1), "Location"),
        Optional::empty,
        () -> {});
  }

  private void enter() {
    entered.incrementAndGet();
  }

  private void fail(Exchange exchange) {
    enter();
    throw new OutOfMemoryError("staged");
  }
}
