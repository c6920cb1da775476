// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.CamelContext;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;

/**
 * A route that has nothing to do with Semel, in the same application: what it sends is intercepted
 * and goes elsewhere, as a staging system keeps its payments at home.
 */
final class OrdinaryRoute {

  private static final String ENTRY = "direct:ordinary";
  private static final String OUTSIDE = "outside";

  private final boolean isThere;
  private final AtomicInteger diverted = new AtomicInteger();
  private final AtomicInteger outside = new AtomicInteger();
  private int sent;

  OrdinaryRoute(Case played) {
    this.isThere = played.has(Key.ORDINARY, "intercepted");
  }

  /** To be added to each application that starts. */
  RouteBuilder builder() {
    return new RouteBuilder() {
      @Override
      public void configure() {
        if (isThere) {
          getContext().addComponent(OUTSIDE, new Later(exchange -> outside.incrementAndGet()));
          interceptSendToEndpoint(OUTSIDE + "*")
              .skipSendToOriginalEndpoint()
              .process(exchange -> diverted.incrementAndGet());
          from(ENTRY).to(OUTSIDE + ":payments");
        }
      }
    };
  }

  void send(CamelContext camel) {
    if (isThere) {
      sent++;
      try (ProducerTemplate template = camel.createProducerTemplate()) {
        template.sendBody(ENTRY, "x");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  void expected(Tally expected) {
    expected.add("ordinary: intercepted", sent);
  }

  void found(Tally found) {
    found.add("ordinary: intercepted", diverted.get());
    found.add("ordinary: sent all the same", outside.get());
  }
}
