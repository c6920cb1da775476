// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route.rules;

import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.MultipleConsumersSupport;
import org.apache.camel.component.direct.DirectEndpoint;
import org.apache.camel.spi.EndpointStrategy;
import org.apache.camel.support.DefaultInterceptSendToEndpoint;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.route.exchange.Bounds;
import org.semel.internal.route.exchange.Exchanges;

/**
 * Puts a check before each endpoint that leads out of a transaction or passes over a message, and
 * before each endpoint that only a message named and no message may name. Other endpoints are left
 * as they are.
 */
final class CheckedEndpoints implements EndpointStrategy {

  private final CamelContext context;

  CheckedEndpoints(CamelContext context) {
    this.context = context;
  }

  @Override
  public Endpoint registerEndpoint(String uri, Endpoint endpoint) {
    String scheme = Schemes.of(endpoint.getEndpointUri());
    if (EndpointKinds.any(endpoint, Schemes::leavesTheThread)) {
      return new Checked(endpoint, scheme, Way.TO_ANOTHER_THREAD);
    }
    if (context.isStarted() && EndpointKinds.any(endpoint, Schemes::isNeverDynamic)) {
      return new Checked(endpoint, scheme, Way.CHOSEN);
    }
    if (endpoint instanceof DirectEndpoint direct && !direct.isFailIfNoConsumers()) {
      return new Checked(endpoint, scheme, Way.PASSED_OVER);
    }
    if (!Schemes.isExternal(scheme)) {
      return endpoint;
    }
    boolean jms = EndpointKinds.any(endpoint, Schemes::speaksJms);
    return new Checked(endpoint, scheme, jms ? Way.TO_A_BROKER : Way.OUTSIDE);
  }

  /** How an endpoint leads out of a transaction, or leaves something of it undone. */
  private enum Way {
    TO_ANOTHER_THREAD("which another thread takes from"),
    CHOSEN("which no message may choose"),
    PASSED_OVER("which ignores it if there is no such route (failIfNoConsumers=false)"),
    TO_A_BROKER("which a rollback does not undo"),
    OUTSIDE("which a rollback does not undo");

    private final String why;

    Way(String why) {
      this.why = why;
    }

    boolean isClosed(Bounds bounds) {
      return switch (this) {
        case TO_ANOTHER_THREAD -> true;
        case PASSED_OVER -> bounds != Bounds.THREAD;
        case CHOSEN -> bounds != Bounds.TRANSFER;
        case TO_A_BROKER -> bounds == Bounds.TRANSACTION;
        case OUTSIDE -> !bounds.allowsExternal();
      };
    }

    String remedy(Bounds bounds) {
      if (this == PASSED_OVER) {
        return "Leave that option out.";
      }
      if (bounds == Bounds.TRANSFER) {
        return "Record another intent for it, or drop transfer=xa.";
      }
      return "Record an intent and send in the route that delivers it"
          + (this == TO_A_BROKER || this == OUTSIDE
              ? ", or say semel.consumer.<name>.external=allowed."
              : ".");
    }
  }

  private static final class Checked extends DefaultInterceptSendToEndpoint
      implements MultipleConsumersSupport {

    Checked(Endpoint endpoint, String scheme, Way way) {
      super(endpoint, false);
      setBefore(
          exchange ->
              Exchanges.bounds(exchange)
                  .filter(way::isClosed)
                  .ifPresent(bounds -> refuse(exchange, scheme, way, bounds)));
    }

    @Override
    public boolean isMultipleConsumersSupported() {
      return getOriginalEndpoint() instanceof MultipleConsumersSupport support
          && support.isMultipleConsumersSupported();
    }

    private static void refuse(Exchange exchange, String scheme, Way way, Bounds bounds) {
      throw Exchanges.refuse(
          exchange,
          new SemelException(
              Code.SEND_REFUSED,
              "A message in a transaction was to be sent over "
                  + scheme
                  + ", "
                  + way.why
                  + "; nothing was sent. "
                  + way.remedy(bounds)));
    }
  }
}
