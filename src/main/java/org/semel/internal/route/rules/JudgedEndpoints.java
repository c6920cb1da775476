// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route.rules;

import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.MultipleConsumersSupport;
import org.apache.camel.spi.EndpointStrategy;
import org.apache.camel.support.DefaultInterceptSendToEndpoint;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.route.exchange.Exchanges;

/**
 * Puts a judge before each endpoint that leads out of a transaction, or that only a message has
 * named and that no message may name. Others are left as they are.
 */
final class JudgedEndpoints implements EndpointStrategy {

  private final CamelContext context;

  JudgedEndpoints(CamelContext context) {
    this.context = context;
  }

  @Override
  public Endpoint registerEndpoint(String uri, Endpoint endpoint) {
    String scheme = Schemes.of(endpoint.getEndpointUri());
    if (EndpointKinds.any(endpoint, Schemes::leavesTheThread)) {
      return new Judged(endpoint, scheme, "which another thread takes from", false);
    }
    if (context.isStarted() && EndpointKinds.any(endpoint, Schemes::isNeverDynamic)) {
      return new Judged(endpoint, scheme, "on which no message may decide", false);
    }
    return Schemes.isExternal(scheme)
        ? new Judged(endpoint, scheme, "which a roll-back does not undo", true)
        : endpoint;
  }

  private static final class Judged extends DefaultInterceptSendToEndpoint
      implements MultipleConsumersSupport {

    Judged(Endpoint endpoint, String scheme, String why, boolean external) {
      super(endpoint, false);
      setBefore(exchange -> judge(exchange, scheme, why, external));
    }

    @Override
    public boolean isMultipleConsumersSupported() {
      return getOriginalEndpoint() instanceof MultipleConsumersSupport support
          && support.isMultipleConsumersSupported();
    }

    private static void judge(Exchange exchange, String scheme, String why, boolean external) {
      boolean guilty =
          Exchanges.bounds(exchange)
              .filter(bounds -> !(external && bounds.allowsExternal()))
              .isPresent();
      if (guilty) {
        throw new SemelException(
            Code.SEND_REFUSED,
            "A message in a transaction was to be sent over "
                + scheme
                + ", "
                + why
                + "; nothing was sent. Record an intent and send in the route that delivers it"
                + (external ? ", or say semel.consumer.<name>.external=allowed." : "."));
      }
    }
  }
}
