// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.provider;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.SafeCopyProperty;
import org.apache.camel.component.http.HttpEndpoint;
import org.apache.camel.component.http.HttpMethods;
import org.apache.camel.component.http.helper.HttpMethodHelper;
import org.apache.camel.spi.HeaderFilterStrategyAware;
import org.jspecify.annotations.Nullable;
import org.semel.SemelException;
import org.semel.camel.SemelConstants;

/**
 * The terms of a delivery, for its exchange and each copy of it: what holds for each request that
 * is sent for the intent, whatever route a message chooses, and whatever its destination allows. A
 * question about an intent has none.
 *
 * @param key without which nothing may be sent that changes something, as the provider honours it
 *     and the intent may be repeated; empty if none is needed
 */
public record DeliveryTerms(Optional<String> key) implements SafeCopyProperty {

  private static final String NAME = "SemelDeliveryTerms";

  /** Notes that the exchange, and each copy of it, delivers an intent under {@code key}. */
  static void note(Exchange exchange, Optional<String> key) {
    exchange.getExchangeExtension().setSafeCopyProperty(NAME, new DeliveryTerms(key));
  }

  /** Whether the exchange delivers an intent. */
  public static boolean holdFor(Exchange exchange) {
    return in(exchange).isPresent();
  }

  private static Optional<DeliveryTerms> in(Exchange exchange) {
    return Optional.ofNullable(
        exchange.getExchangeExtension().getSafeCopyProperty(NAME, DeliveryTerms.class));
  }

  /** Why no message must go over JMS to {@code endpoint}; empty if it may. */
  public static Optional<SemelException> refusalOverJms(Exchange exchange, Endpoint endpoint) {
    return in(exchange)
        .filter(terms -> terms.areWithoutKey(exchange, endpoint))
        .map(terms -> keyless());
  }

  /** Why no request must go over HTTP to {@code endpoint}; empty if it may. */
  public static Optional<SemelException> refusalOverHttp(Exchange exchange, Endpoint endpoint) {
    return in(exchange)
        .flatMap(
            terms ->
                switch (ClientRequest.of(exchange, endpoint)) {
                  case UNSAID -> Optional.of(unsaid());
                  case LOOKS -> Optional.empty();
                  case BARE -> terms.key.map(key -> keyless());
                  case ACTS ->
                      terms.areWithoutKey(exchange, endpoint)
                          ? Optional.of(keyless())
                          : Optional.empty();
                });
  }

  private static SemelException unsaid() {
    return new RequestWithheld(
        "would go out as GET, which has no body: no one says its method, and the address has a"
            + " query, or the message nothing in it",
        "Say httpMethod=POST at the endpoint, or httpMethod=GET if it only looks something up.");
  }

  private static SemelException keyless() {
    return new RequestWithheld(
        "has lost its key, by which the provider recognises a repeat (keys=honoured)",
        "Let the header "
            + SemelConstants.IDEMPOTENCY_KEY
            + " stay on the message and go out, or make another key of it.");
  }

  /** A key that a route has made of it is as good: a second request needs one of its own. */
  private boolean areWithoutKey(Exchange exchange, Endpoint endpoint) {
    @Nullable String carried =
        exchange.getMessage().getHeader(SemelConstants.IDEMPOTENCY_KEY, String.class);
    return key.filter(
            its ->
                carried == null
                    || !carried.contains(its)
                    || isFiltered(carried, exchange, endpoint))
        .isPresent();
  }

  private static boolean isFiltered(String carried, Exchange exchange, Endpoint endpoint) {
    return endpoint instanceof HeaderFilterStrategyAware aware
        && aware.getHeaderFilterStrategy() != null
        && aware
            .getHeaderFilterStrategy()
            .applyFilterToCamelHeaders(SemelConstants.IDEMPOTENCY_KEY, carried, exchange);
  }

  @Override
  public SafeCopyProperty safeCopy() {
    return this;
  }

  /**
   * A request as Camel's client makes it. Apart, as its classes are there only where the client is.
   */
  private enum ClientRequest {
    /** By a method without a body that neither the endpoint nor the route says. */
    UNSAID,
    /** By one that changes nothing. */
    LOOKS,
    /** Without any header of the message. */
    BARE,
    ACTS;

    private static final Set<HttpMethods> SAFE =
        EnumSet.of(HttpMethods.GET, HttpMethods.HEAD, HttpMethods.OPTIONS, HttpMethods.TRACE);

    static ClientRequest of(Exchange exchange, Endpoint endpoint) {
      if (!(endpoint instanceof HttpEndpoint http)) {
        return ACTS;
      }
      Optional<HttpMethods> method = method(exchange, http);
      if (method.filter(HttpMethods.GET::equals).isPresent() && !isSaid(exchange, http)) {
        return UNSAID;
      }
      if (method.filter(SAFE::contains).isPresent() && !http.isGetWithBody()) {
        return LOOKS;
      }
      return http.isSkipRequestHeaders() || http.getHeaderFilterStrategy() == null ? BARE : ACTS;
    }

    private static boolean isSaid(Exchange exchange, HttpEndpoint http) {
      return http.getHttpMethod() != null
          || http.isGetWithBody()
          || (!http.isSkipControlHeaders()
              && exchange.getIn().getHeader(Exchange.HTTP_METHOD, HttpMethods.class) != null);
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
