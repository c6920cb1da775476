// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.provider;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.Exchange;
import org.apache.camel.http.base.HttpOperationFailedException;
import org.apache.camel.util.ObjectHelper;
import org.semel.camel.SemelConstants;
import org.semel.internal.engine.send.ProviderReference;
import org.semel.internal.engine.send.relay.Inquiry.InquiryResult;

/**
 * Reads what a query route's end says about an effect: its header {@value SemelConstants#FINDING}
 * if it sets it, otherwise the HTTP status. A route that sets neither gives no answer. A step
 * before the last one, which fetches a token say, says nothing of the effect, whether it finds
 * something or not, and whether or not the last one is left out. A failure that the route catches
 * counts as one that it does not, unless it sets the header, or asks again: the status would be
 * that of a step before.
 */
final class InquiryResponses {

  /** RFC 9110, sections 15.5.5 and 15.5.11: not found, or gone. */
  private static final Set<Integer> NOT_FOUND = Set.of(404, 410);

  private InquiryResponses() {}

  static InquiryResult of(Exchange exchange, CountedSendings sendings, String reference) {
    if (exchange.getException() != null) {
      return failed(exchange.getException(), sendings);
    }
    String finding = exchange.getMessage().getHeader(SemelConstants.FINDING, String.class);
    if (finding != null) {
      return found(finding, exchange, reference);
    }
    Optional<Throwable> caught = sendings.caughtSince(exchange);
    if (caught.isPresent()) {
      return failed(caught.get(), sendings);
    }
    Optional<Integer> covered = sendings.covered(exchange);
    if (covered.isPresent()) {
      return new InquiryResult.CannotSay("HTTP status " + covered.get());
    }
    Integer status = CountedSendings.status(exchange);
    if (status == null) {
      return new InquiryResult.CannotSay(
          "the query route set neither " + SemelConstants.FINDING + " nor an HTTP status");
    }
    return sendings.areLeftWith(status)
        ? new InquiryResult.CannotSay("the query route left its last step out")
        : of(status, exchange, reference);
  }

  private static InquiryResult failed(Throwable failure, CountedSendings sendings) {
    InquiryResult said = of(failure);
    return said instanceof InquiryResult.NotKnown && sendings.areCutShort()
        ? new InquiryResult.CannotSay("a step before the last one of the query route found nothing")
        : said;
  }

  static InquiryResult of(Throwable failure) {
    HttpOperationFailedException http =
        ObjectHelper.getException(HttpOperationFailedException.class, failure);
    if (http == null) {
      return new InquiryResult.CannotSay(failure.getClass().getName());
    }
    return NOT_FOUND.contains(http.getStatusCode())
        ? new InquiryResult.NotKnown()
        : new InquiryResult.CannotSay("HTTP status " + http.getStatusCode());
  }

  private static InquiryResult of(int status, Exchange exchange, String reference) {
    if (NOT_FOUND.contains(status)) {
      return new InquiryResult.NotKnown();
    }
    return status >= 200 && status < 300
        ? accepted(exchange, reference)
        : new InquiryResult.CannotSay("HTTP status " + status);
  }

  private static InquiryResult found(String word, Exchange exchange, String reference) {
    return switch (word.strip().toLowerCase(Locale.ROOT)) {
      case "accepted" -> accepted(exchange, reference);
      case "not-known" -> new InquiryResult.NotKnown();
      case "cannot-say" -> new InquiryResult.CannotSay("the query route says so");
      default ->
          new InquiryResult.CannotSay(
              "the query route set " + SemelConstants.FINDING + " to an unknown word");
    };
  }

  private static InquiryResult accepted(Exchange exchange, String reference) {
    return new InquiryResult.Confirmed(
        ProviderReference.of(exchange.getMessage().getHeader(reference, String.class)));
  }
}
