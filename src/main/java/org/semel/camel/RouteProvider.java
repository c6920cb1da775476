// SPDX-License-Identifier: Apache-2.0
package org.semel.camel;

import java.time.InstantSource;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultConsumer;
import org.semel.internal.intent.Destination;
import org.semel.internal.intent.Intent;
import org.semel.internal.intent.Lease;
import org.semel.internal.relay.Contract;
import org.semel.internal.relay.provider.Delivery;
import org.semel.internal.relay.provider.Inquiry;
import org.semel.internal.relay.provider.Provider;

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
  private final Destination destination;
  private final Engine engine;
  private final String reference;
  private final ProviderResponses answers;

  RouteProvider(DefaultConsumer consumer, Destination destination, Engine engine) {
    this.consumer = consumer;
    this.destination = destination;
    this.engine = engine;
    Contract contract = engine.policy(destination).contract();
    this.reference = contract.reference();
    this.answers = new ProviderResponses(contract, InstantSource.system());
  }

  @Override
  public Optional<Inquiry> inquiry() {
    return engine.inquiries().of(destination);
  }

  @Override
  public void prove() {
    engine.proveTransfer();
  }

  @Override
  public Delivery deliver(Lease lease) {
    Exchange exchange = consumer.createExchange(false);
    CountedSendings sendings = CountedSendings.of(exchange);
    try {
      Intent intent = lease.intent();
      Exchanges.fill(exchange, intent.body(), intent.headers());
      exchange.getMessage().removeHeader(reference); // only the provider's own word counts
      exchange.getMessage().removeHeader(RetryAfterHeader.NAME);
      Exchanges.identify(exchange, intent.cause());
      exchange.getMessage().setHeader(KEY, intent.key().toString());
      consumer.createUoW(exchange);
      consumer.getProcessor().process(exchange);
    } catch (Exception e) {
      exchange.setException(e);
    }
    try {
      return answers.of(exchange, sendings);
    } finally {
      consumer.doneUoW(exchange);
      consumer.releaseExchange(exchange, false);
    }
  }
}
