// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route.provider;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.Exchange;
import org.apache.camel.http.base.HttpOperationFailedException;
import org.apache.camel.util.ObjectHelper;
import org.semel.internal.intent.Lease.Trace;
import org.semel.internal.intent.ProviderReference;
import org.semel.internal.relay.Contract;
import org.semel.internal.relay.Contract.Keys;
import org.semel.internal.relay.Delivery;
import org.semel.internal.relay.Delivery.Denied.Extent;

/**
 * What a provider route's end says about the effect. In doubt it says that nobody knows: the policy
 * decides whether that may be repeated. A "no" is certain only of what was sent once: behind a
 * first sending that was done, and behind a second try, all is possible (design, rule 19).
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#name-status-codes">RFC 9110, section 15:
 *     status codes</a>
 */
final class ProviderResponses {

  private static final int CONFLICT = 409;

  /**
   * Not now: request timeout, too early, too many, unavailable. Whether nothing was done the
   * contract tells, as what stands before the provider answers so, too.
   */
  private static final Set<Integer> NOT_NOW = Set.of(408, 425, 429, 503);

  /** Who we are, the provider does not know, or a proxy before it: whatever we send. */
  private static final Set<Integer> NOT_US = Set.of(401, 407);

  /** Forbidden, not found, not allowed: this one, or all that is sent to this place. */
  private static final Set<Integer> NOT_HERE = Set.of(403, 404, 405);

  /**
   * Faults before a connection stood, so that nothing can have been sent. By name where the class
   * is a library's own.
   */
  private static final Set<String> NEVER_SENT =
      Set.of(
          "ConnectTimeoutException",
          "ConnectionRequestTimeoutException",
          "ActiveMQNotConnectedException");

  private final Contract contract;
  private final RetryAfterHeader retryAfter;

  /**
   * Under this contract.
   *
   * @param clock tells how far off a date is
   */
  ProviderResponses(Contract contract, InstantSource clock) {
    this.contract = contract;
    this.retryAfter = new RetryAfterHeader(clock);
  }

  /** What the exchange says at the end of the route. */
  Delivery of(Exchange exchange, CountedSendings sendings) {
    Exception failure = exchange.getException();
    if (failure != null) {
      return believed(of(failure), sendings.failedAtTheFirst());
    }
    if (exchange.isRollbackOnly() || exchange.isRollbackOnlyLast()) {
      return new Delivery.Unknown("the route marked its exchange rollback-only");
    }
    Integer status = exchange.getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE, Integer.class);
    return status == null || (status >= 200 && status < 300)
        ? accepted(exchange)
        : believed(of(status, asked(exchange)), sendings.atMostOne());
  }

  private Delivery accepted(Exchange exchange) {
    return new Delivery.Accepted(
        ProviderReference.of(exchange.getMessage().getHeader(contract.reference(), String.class)));
  }

  private Optional<Duration> asked(Exchange exchange) {
    return retryAfter.of(exchange.getMessage().getHeader(RetryAfterHeader.NAME, String.class));
  }

  private static Delivery believed(Delivery delivery, boolean sentOnce) {
    if (sentOnce) {
      return delivery;
    }
    if (delivery instanceof Delivery.Unavailable unavailable) {
      return new Delivery.Unknown(unavailable.why(), unavailable.notBefore());
    }
    if (delivery instanceof Delivery.Denied denied) {
      return new Delivery.Denied(denied.why(), denied.extent(), Trace.POSSIBLE);
    }
    return delivery instanceof Delivery.Refused refused
        ? new Delivery.Unknown(refused.why())
        : delivery;
  }

  private Delivery of(Throwable failure) {
    HttpOperationFailedException http =
        ObjectHelper.getException(HttpOperationFailedException.class, failure);
    if (http != null) {
      return of(http.getStatusCode(), retryAfter.in(http.getResponseHeaders()));
    }
    for (Throwable cause : ObjectHelper.createExceptionIterable(failure)) {
      if (neverSent(cause)) {
        return new Delivery.Unavailable(name(cause), Optional.empty());
      }
    }
    return new Delivery.Unknown(name(failure));
  }

  /**
   * A server error may have come after the effect, and a redirection instead of a page about it;
   * only a client error is a refusal, and it may be meant for all.
   */
  private Delivery of(int status, Optional<Duration> asked) {
    String why = "HTTP status " + status;
    if (contract.notDone().contains(status)) {
      return new Delivery.Unavailable(why, asked);
    }
    if (NOT_US.contains(status)) {
      return new Delivery.Denied(why, Extent.ALL);
    }
    if (NOT_HERE.contains(status)) {
      return new Delivery.Denied(why, Extent.UNSAID);
    }
    boolean refused = status >= 400 && status < 500 && !isNotNow(status);
    return refused ? new Delivery.Refused(why) : new Delivery.Unknown(why, asked);
  }

  /**
   * Under a key that is honoured a conflict is a request under it that is still under way, and
   * whose outcome nobody knows; otherwise it is one with what is there.
   *
   * @see <a href="https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/">The
   *     Idempotency-Key header, section 2.7</a>
   */
  private boolean isNotNow(int status) {
    return NOT_NOW.contains(status) || (status == CONFLICT && contract.keys() == Keys.HONOURED);
  }

  private static boolean neverSent(Throwable cause) {
    return cause instanceof ConnectException
        || cause instanceof UnknownHostException
        || cause instanceof NoRouteToHostException
        || cause instanceof HttpConnectTimeoutException
        || NEVER_SENT.contains(cause.getClass().getSimpleName());
  }

  private static String name(Throwable failure) {
    return failure.getClass().getName();
  }
}
