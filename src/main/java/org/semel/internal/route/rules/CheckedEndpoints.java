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
 * Puts a check before each endpoint that leads out of a transaction, and before each endpoint that
 * only a message named and no message may name. Other endpoints are left as they are.
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
      return new Checked(endpoint, scheme, "which another thread takes from", false);
    }
    if (context.isStarted() && EndpointKinds.any(endpoint, Schemes::isNeverDynamic)) {
      return new Checked(endpoint, scheme, "which no message may choose", false);
    }
    return Schemes.isExternal(scheme)
        ? new Checked(endpoint, scheme, "which a rollback does not undo", true)
        : endpoint;
  }

  private static final class Checked extends DefaultInterceptSendToEndpoint
      implements MultipleConsumersSupport {

    Checked(Endpoint endpoint, String scheme, String why, boolean external) {
      super(endpoint, false);
      setBefore(exchange -> check(exchange, scheme, why, external));
    }

    @Override
    public boolean isMultipleConsumersSupported() {
      return getOriginalEndpoint() instanceof MultipleConsumersSupport support
          && support.isMultipleConsumersSupported();
    }

    private static void check(Exchange exchange, String scheme, String why, boolean external) {
      boolean refused =
          Exchanges.bounds(exchange)
              .filter(bounds -> !(external && bounds.allowsExternal()))
              .isPresent();
      if (refused) {
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
