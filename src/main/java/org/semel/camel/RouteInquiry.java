// SPDX-License-Identifier: Apache-2.0
package org.semel.camel;

import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultConsumer;
import org.semel.internal.intent.Lease;
import org.semel.internal.relay.provider.Inquiry;
import org.semel.internal.relay.provider.InquiryResult;

/**
 * Asks a provider through the user's query route. The route gets the key and the intent's headers,
 * and no body, so that what it calls does not mistake the question for the effect.
 */
final class RouteInquiry implements Inquiry {

  private final DefaultConsumer consumer;
  private final String reference;

  /**
   * An inquiry by the route of {@code consumer}.
   *
   * @param reference header of the route's end in which the effect's reference stands
   */
  RouteInquiry(DefaultConsumer consumer, String reference) {
    this.consumer = consumer;
    this.reference = reference;
  }

  @Override
  public InquiryResult ask(Lease lease) {
    if (!consumer.isRunAllowed() || consumer.isSuspended()) {
      return new InquiryResult.CannotSay("the query route is not running");
    }
    Exchange exchange = consumer.createExchange(false);
    try {
      lease.intent().headers().forEach(exchange.getMessage()::setHeader);
      exchange.getMessage().removeHeader(reference); // only the provider's own word counts
      exchange.getMessage().removeHeader(InquiryResponses.FINDING);
      Exchanges.identify(exchange, lease.intent().cause());
      exchange.getMessage().setHeader(RouteProvider.KEY, lease.intent().key().toString());
      consumer.createUoW(exchange);
      consumer.getProcessor().process(exchange);
      return InquiryResponses.of(exchange, reference);
    } catch (Exception e) {
      return InquiryResponses.of(e);
    } finally {
      consumer.doneUoW(exchange);
      consumer.releaseExchange(exchange, false);
    }
  }
}
