// SPDX-License-Identifier: Apache-2.0
package org.semel.camel;

import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultConsumer;
import org.semel.intent.Intent;
import org.semel.intent.Lease;
import org.semel.relay.Delivery;
import org.semel.relay.Provider;

/**
 * Delivers an intent by sending it through the user's provider route, outside any transaction, with
 * its key set.
 */
final class RouteProvider implements Provider {

  /**
   * The header by which HTTP providers take a key.
   *
   * @see <a href="https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/">The
   *     Idempotency-Key header</a>
   */
  static final String KEY = "Idempotency-Key";

  private final DefaultConsumer consumer;

  RouteProvider(DefaultConsumer consumer) {
    this.consumer = consumer;
  }

  @Override
  public Delivery deliver(Lease lease) {
    Exchange exchange = consumer.createExchange(false);
    try {
      Intent intent = lease.intent();
      Exchanges.fill(exchange, intent.body(), intent.headers());
      Exchanges.identify(exchange, intent.cause());
      exchange.getMessage().setHeader(KEY, intent.key().toString());
      consumer.createUoW(exchange);
      consumer.getProcessor().process(exchange);
      return Answers.of(exchange);
    } catch (Exception e) {
      return Answers.of(e);
    } finally {
      consumer.doneUoW(exchange);
      consumer.releaseExchange(exchange, false);
    }
  }
}
