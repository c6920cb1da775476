// SPDX-License-Identifier: Apache-2.0
package org.semel.camel;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.Exchange;
import org.apache.camel.http.base.HttpOperationFailedException;
import org.apache.camel.util.ObjectHelper;
import org.jspecify.annotations.Nullable;
import org.semel.intent.Reference;
import org.semel.relay.Delivery;

/**
 * What a provider route's end says about the effect. In doubt it says that nobody knows: the policy
 * decides whether that may be repeated.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#name-status-codes">RFC 9110, section 15:
 *     status codes</a>
 */
final class Answers {

  /**
   * Not now, and nothing was done: request timeout, conflict with one in flight, too early, too
   * many, unavailable.
   */
  private static final Set<Integer> NOT_NOW = Set.of(408, 409, 425, 429, 503);

  /**
   * Faults before a connection stood, so that nothing can have been sent. By name where the class
   * is a library's own.
   */
  private static final Set<String> NEVER_SENT =
      Set.of("ConnectTimeoutException", "ActiveMQNotConnectedException");

  private Answers() {}

  /**
   * What the exchange says at the end of the route.
   *
   * @param reference header in which the effect's reference stands, if the provider gave one
   */
  static Delivery of(Exchange exchange, String reference) {
    Exception failure = exchange.getException();
    if (failure != null) {
      return of(failure);
    }
    if (exchange.isRollbackOnly() || exchange.isRollbackOnlyLast()) {
      return new Delivery.Unknown("the route marked its exchange rollback-only");
    }
    Integer status = exchange.getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE, Integer.class);
    return status == null || status < 400 ? accepted(exchange, reference) : of(status, null);
  }

  private static Delivery accepted(Exchange exchange, String reference) {
    return new Delivery.Accepted(
        Reference.of(exchange.getMessage().getHeader(reference, String.class)));
  }

  static Delivery of(Throwable failure) {
    HttpOperationFailedException http =
        ObjectHelper.getException(HttpOperationFailedException.class, failure);
    if (http != null) {
      return of(http.getStatusCode(), http.getResponseHeaders());
    }
    for (Throwable cause : ObjectHelper.createExceptionIterable(failure)) {
      if (neverSent(cause)) {
        return new Delivery.Unavailable(name(cause), Optional.empty());
      }
    }
    return new Delivery.Unknown(name(failure));
  }

  /** A server error may have come after the effect; only a client error is a refusal. */
  private static Delivery of(int status, @Nullable Map<String, String> headers) {
    String why = "HTTP status " + status;
    if (NOT_NOW.contains(status)) {
      return new Delivery.Unavailable(why, retryAfter(headers));
    }
    return status >= 500 ? new Delivery.Unknown(why) : new Delivery.Refused(why);
  }

  /**
   * {@code Retry-After} in seconds (RFC 9110, section 10.2.3); its other form, a date, is left to
   * our own back-off.
   */
  private static Optional<Duration> retryAfter(@Nullable Map<String, String> headers) {
    if (headers == null) {
      return Optional.empty();
    }
    return headers.entrySet().stream()
        .filter(header -> header.getKey().equalsIgnoreCase("Retry-After"))
        .map(Map.Entry::getValue)
        .filter(value -> value != null && value.matches("[0-9]{1,6}"))
        .map(value -> Duration.ofSeconds(Long.parseLong(value)))
        .findFirst();
  }

  private static boolean neverSent(Throwable cause) {
    return cause instanceof ConnectException
        || cause instanceof UnknownHostException
        || cause instanceof NoRouteToHostException
        || NEVER_SENT.contains(cause.getClass().getSimpleName());
  }

  private static String name(Throwable failure) {
    return failure.getClass().getName();
  }
}
