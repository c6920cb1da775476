// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route.provider;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.Exchange;
import org.apache.camel.http.base.HttpOperationFailedException;
import org.apache.camel.util.ObjectHelper;
import org.semel.SemelException;
import org.semel.internal.intent.Lease.Trace;
import org.semel.internal.intent.ProviderReference;
import org.semel.internal.relay.Contract;
import org.semel.internal.relay.Contract.Keys;
import org.semel.internal.relay.provider.Delivery;
import org.semel.internal.relay.provider.Delivery.Denied.Extent;
import org.semel.internal.route.exchange.Exchanges;

/**
 * Maps the end of a provider route to the outcome of a delivery. In doubt the outcome is unknown,
 * and the policy decides whether to repeat. A refusal is certain only if the request was sent once:
 * after an earlier sending that succeeded, or a second try, everything is possible (design, rule
 * 19).
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#name-status-codes">RFC 9110, section 15:
 *     status codes</a>
 */
final class ProviderResponses {

  private static final int CONFLICT = 409;

  /**
   * About the form of the answer only, which many servers look for when the work is done.
   *
   * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-15.5.7">RFC 9110, section
   *     15.5.7</a>
   */
  private static final int NOT_ACCEPTABLE = 406;

  /**
   * Request timeout, too early, too many requests, unavailable. The contract says whether nothing
   * was done, because a gateway before the provider answers so too.
   */
  private static final Set<Integer> RETRY_LATER = Set.of(408, 425, 429, 503);

  /** The provider, or a proxy before it, does not know the client: all requests are denied. */
  private static final Set<Integer> UNAUTHENTICATED = Set.of(401, 407);

  /** Forbidden, not found, not allowed: this request, or all requests to this URI. */
  private static final Set<Integer> DENIED = Set.of(403, 404, 405);

  private final Contract contract;
  private final RetryAfterHeader retryAfter;

  /**
   * Responses under this contract.
   *
   * @param clock the time that a {@code Retry-After} date is compared with
   */
  ProviderResponses(Contract contract, InstantSource clock) {
    this.contract = contract;
    this.retryAfter = new RetryAfterHeader(clock);
  }

  /** The outcome that the exchange shows at the end of the route. */
  Delivery of(Exchange exchange, CountedSendings sendings) {
    Optional<Throwable> failure = Exchanges.failure(exchange);
    if (failure.isPresent()) {
      return withDoubt(of(failure.get()), sendings.failedAtTheFirst());
    }
    if (Exchanges.isMarked(exchange)) {
      return new Delivery.OutcomeUnknown("the route marked its exchange rollback-only");
    }
    Integer status = exchange.getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE, Integer.class);
    return status == null || (status >= 200 && status < 300)
        ? accepted(exchange)
        : withDoubt(of(status, retryAfter(exchange)), sendings.atMostOne());
  }

  private Delivery accepted(Exchange exchange) {
    return new Delivery.Accepted(
        ProviderReference.of(exchange.getMessage().getHeader(contract.reference(), String.class)));
  }

  private Optional<Duration> retryAfter(Exchange exchange) {
    return retryAfter.of(exchange.getMessage().getHeader(RetryAfterHeader.NAME, String.class));
  }

  private static Delivery withDoubt(Delivery delivery, boolean sentOnce) {
    if (sentOnce) {
      return delivery;
    }
    if (delivery instanceof Delivery.NotAccepted notAccepted) {
      return new Delivery.OutcomeUnknown(notAccepted.why(), notAccepted.notBefore());
    }
    if (delivery instanceof Delivery.Denied denied) {
      return new Delivery.Denied(denied.why(), denied.extent(), Trace.POSSIBLE);
    }
    return delivery instanceof Delivery.Refused refused
        ? new Delivery.OutcomeUnknown(refused.why())
        : delivery;
  }

  private Delivery of(Throwable failure) {
    HttpOperationFailedException http =
        ObjectHelper.getException(HttpOperationFailedException.class, failure);
    if (http != null) {
      return of(http.getStatusCode(), retryAfter.in(http.getResponseHeaders()));
    }
    Optional<Delivery> byName = NamedRefusal.shownBy(failure);
    if (byName.isPresent()) {
      return byName.get();
    }
    return NeverSent.shownBy(failure)
        .<Delivery>map(cause -> Delivery.NotAccepted.neverSent(name(cause)))
        .orElseGet(() -> new Delivery.OutcomeUnknown(name(failure)));
  }

  /**
   * A server error may follow the effect, and so may a redirection. Only a client error is a
   * refusal, and it may concern every request.
   */
  private Delivery of(int status, Optional<Duration> notBefore) {
    String why = "HTTP status " + status;
    if (contract.notDone().contains(status)) {
      return new Delivery.NotAccepted(why, notBefore);
    }
    if (UNAUTHENTICATED.contains(status)) {
      return new Delivery.Denied(why, Extent.ALL);
    }
    if (DENIED.contains(status)) {
      return new Delivery.Denied(why, Extent.UNSAID);
    }
    boolean refused =
        status >= 400 && status < 500 && status != NOT_ACCEPTABLE && !isRetryLater(status);
    return refused ? new Delivery.Refused(why) : new Delivery.OutcomeUnknown(why, notBefore);
  }

  /**
   * Where keys are honoured, a conflict means that another request under the same key is still
   * being processed, with an unknown outcome; otherwise it means a conflict with existing data.
   *
   * @see <a href="https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/">The
   *     Idempotency-Key header, section 2.7</a>
   */
  private boolean isRetryLater(int status) {
    return RETRY_LATER.contains(status) || (status == CONFLICT && contract.keys() == Keys.HONOURED);
  }

  /** What Semel itself refuses says why. */
  private static String name(Throwable failure) {
    SemelException ours = ObjectHelper.getException(SemelException.class, failure);
    return ours == null ? failure.getClass().getName() : String.valueOf(ours.getMessage());
  }
}
