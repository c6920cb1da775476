// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.provider;

import org.apache.camel.support.DefaultConsumer;
import org.semel.camel.SemelConstants;
import org.semel.internal.edge.camel.exchange.Exchanges;
import org.semel.internal.edge.camel.exchange.RouteRunner;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.relay.Inquiry;
import org.semel.internal.engine.send.relay.Inquiry.InquiryResult;

/**
 * Asks a provider through the user's query route. The route gets the key and the intent's headers
 * but no body, so that the provider cannot mistake the inquiry for the effect.
 */
public final class RouteInquiry implements Inquiry {

  private final DefaultConsumer consumer;
  private final RouteRunner runner;
  private final String reference;

  /**
   * An inquiry by the route of {@code consumer}.
   *
   * @param reference header that holds the effect's reference at the end of the route
   */
  public RouteInquiry(DefaultConsumer consumer, String reference) {
    this.consumer = consumer;
    this.runner = RouteRunner.of(consumer);
    this.reference = reference;
  }

  @Override
  public InquiryResult ask(Lease lease) {
    if (!consumer.isRunAllowed() || consumer.isSuspended()) {
      return new InquiryResult.NotAsked("the query route is not running");
    }
    CountedSendings sendings = new CountedSendings();
    return runner.run(
        exchange -> {
          lease.intent().headers().forEach(exchange.getMessage()::setHeader);
          exchange.getMessage().removeHeader(reference); // only the provider's own word counts
          exchange.getMessage().removeHeader(SemelConstants.FINDING);
          Exchanges.identify(exchange, lease.intent().cause());
          exchange
              .getMessage()
              .setHeader(SemelConstants.IDEMPOTENCY_KEY, lease.intent().key().toString());
          sendings.count(exchange);
        },
        exchange -> InquiryResponses.of(exchange, sendings, reference));
  }
}
