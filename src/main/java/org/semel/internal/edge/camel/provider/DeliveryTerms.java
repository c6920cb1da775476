// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.provider;

import java.util.Optional;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.SafeCopyProperty;
import org.apache.camel.component.http.HttpEndpoint;
import org.apache.camel.component.http.HttpMethods;
import org.apache.camel.component.http.helper.HttpMethodHelper;
import org.semel.SemelException;

/**
 * The terms of a delivery, for its exchange and each copy of it: what holds for each request that
 * is sent for the intent, whatever route a message chooses, and whatever its destination allows. A
 * question about an intent has none.
 */
public record DeliveryTerms() implements SafeCopyProperty {

  private static final String NAME = "SemelDeliveryTerms";

  /** Notes that the exchange, and each copy of it, delivers an intent. */
  static void note(Exchange exchange) {
    exchange.getExchangeExtension().setSafeCopyProperty(NAME, new DeliveryTerms());
  }

  /** Whether the exchange delivers an intent. */
  public static boolean holdFor(Exchange exchange) {
    return exchange.getExchangeExtension().getSafeCopyProperty(NAME, DeliveryTerms.class) != null;
  }

  /**
   * Why Camel's HTTP client must not send {@code exchange} to {@code endpoint}; empty if it may.
   */
  public static Optional<SemelException> refusalOverHttp(Exchange exchange, Endpoint endpoint) {
    return holdFor(exchange) && ClientRequest.isUnsaid(exchange, endpoint)
        ? Optional.of(
            new RequestWithheld(
                "would go out as GET, which has no body: no one says its method, and the address has"
                    + " a query, or the message nothing in it",
                "Say httpMethod=POST at the endpoint, or httpMethod=GET if it only looks something"
                    + " up."))
        : Optional.empty();
  }

  @Override
  public SafeCopyProperty safeCopy() {
    return this;
  }

  /**
   * A request as Camel's client makes it. Apart, as its classes are there only where the client is.
   */
  private static final class ClientRequest {

    private ClientRequest() {}

    /** Whether Camel takes a method without a body, and neither the endpoint nor the route does. */
    static boolean isUnsaid(Exchange exchange, Endpoint endpoint) {
      return endpoint instanceof HttpEndpoint http
          && http.getHttpMethod() == null
          && !http.isGetWithBody()
          && !isSaid(exchange, http)
          && method(exchange, http).filter(HttpMethods.GET::equals).isPresent();
    }

    private static boolean isSaid(Exchange exchange, HttpEndpoint http) {
      return !http.isSkipControlHeaders()
          && exchange.getIn().getHeader(Exchange.HTTP_METHOD, HttpMethods.class) != null;
    }

    /** Empty if the client will make no request of the exchange, either. */
    private static Optional<HttpMethods> method(Exchange exchange, HttpEndpoint http) {
      try {
        return Optional.of(HttpMethodHelper.createMethod(exchange, http));
      } catch (Exception e) {
        return Optional.empty();
      }
    }
  }
}
