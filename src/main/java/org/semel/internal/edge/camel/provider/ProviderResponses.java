// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.provider;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.http.base.HttpOperationFailedException;
import org.apache.camel.util.ObjectHelper;
import org.semel.SemelException;
import org.semel.internal.edge.camel.exchange.Exchanges;
import org.semel.internal.edge.camel.provider.SendingEnd.Reach;
import org.semel.internal.engine.send.Lease.Trace;
import org.semel.internal.engine.send.ProviderReference;
import org.semel.internal.engine.send.relay.Delivery;
import org.semel.internal.engine.send.relay.Delivery.Denied.Extent;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract;

/**
 * Maps the end of a provider route to the outcome of a delivery, by the table of {@link
 * SendingEnd}. In doubt the outcome is unknown, and the policy decides whether to repeat.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#name-status-codes">RFC 9110, section 15:
 *     status codes</a>
 */
final class ProviderResponses {

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
    ShownEnd shown = shown(exchange, sendings);
    return shown.end == SendingEnd.ACCEPTED ? accepted(exchange) : shown.delivery();
  }

  /** The line of the table that the exchange shows at the end of the route. */
  ShownEnd shown(Exchange exchange, CountedSendings sendings) {
    Optional<Throwable> failure = Exchanges.failure(exchange);
    if (failure.isPresent()) {
      ShownEnd shown = of(failure.get());
      return sendings.failedAtTheFirst() ? shown : shown.behindAnother();
    }
    if (Exchanges.isMarked(exchange)) {
      return ShownEnd.of(SendingEnd.MARKED, SendingEnd.MARKED.happened());
    }
    Integer status = CountedSendings.status(exchange);
    if (status == null || !CountedSendings.isNoYes(status)) {
      return sendings
          .covered(exchange)
          .map(no -> ShownEnd.of(SendingEnd.SENT_BEFORE, said(no)))
          .orElseGet(() -> ShownEnd.of(SendingEnd.ACCEPTED, SendingEnd.ACCEPTED.happened()));
    }
    ShownEnd shown = of(status, retryAfter(exchange));
    return sendings.atMostOne() ? shown : shown.behindAnother();
  }

  private Delivery accepted(Exchange exchange) {
    return new Delivery.Accepted(
        ProviderReference.of(exchange.getMessage().getHeader(contract.reference(), String.class)));
  }

  private Optional<Duration> retryAfter(Exchange exchange) {
    return retryAfter.of(exchange.getMessage().getHeader(RetryAfterHeader.NAME, String.class));
  }

  /**
   * A line of the table, as it showed.
   *
   * @param why for the operator, without payload
   * @param notBefore how long the provider asks us to wait, if it does
   * @param before whether what was sent before it, in the same delivery, may have taken effect
   */
  record ShownEnd(SendingEnd end, String why, Optional<Duration> notBefore, Trace before) {

    static ShownEnd of(SendingEnd end, String why) {
      return new ShownEnd(end, why, Optional.empty(), Trace.NONE);
    }

    ShownEnd behindAnother() {
      return new ShownEnd(end.behindAnother(), why, notBefore, Trace.POSSIBLE);
    }

    Delivery delivery() {
      return switch (end.certainty()) {
        case DONE -> new Delivery.Accepted();
        case CERTAIN ->
            end.reach() == Reach.NOTHING_SENT
                ? Delivery.NotAccepted.neverSent(why)
                : new Delivery.NotAccepted(why, notBefore);
        case DENIED_FOR_NOW -> new Delivery.Denied(why, Extent.ALL_FOR_NOW, before);
        case DENIED -> new Delivery.Denied(why, Extent.ALL, before);
        case DENIED_UNSAID -> new Delivery.Denied(why, Extent.UNSAID, before);
        case REFUSED -> new Delivery.Refused(why);
        case UNKNOWN -> new Delivery.OutcomeUnknown(why, notBefore);
      };
    }
  }

  private ShownEnd of(Throwable failure) {
    HttpOperationFailedException http =
        ObjectHelper.getException(HttpOperationFailedException.class, failure);
    if (http != null) {
      return of(http.getStatusCode(), retryAfter.in(http.getResponseHeaders()));
    }
    ClientFailure read = ClientFailure.of(failure);
    return ShownEnd.of(
        read.end(),
        read.end().reach() == Reach.REFUSED
            ? read.end().happened() + " (" + read.by().getClass().getName() + ")"
            : name(read.by()));
  }

  private ShownEnd of(int status, Optional<Duration> notBefore) {
    return new ShownEnd(SendingEnd.of(status, contract), said(status), notBefore, Trace.NONE);
  }

  private static String said(int status) {
    return "HTTP status " + status;
  }

  /**
   * The name of a failure in a reason: the sentence of a refusal of Semel's own, or else the
   * exception's class.
   */
  private static String name(Throwable failure) {
    SemelException ours = ObjectHelper.getException(SemelException.class, failure);
    return ours == null ? failure.getClass().getName() : String.valueOf(ours.getMessage());
  }
}
