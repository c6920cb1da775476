// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route.provider;

import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.camel.support.DefaultConsumer;
import org.semel.camel.SemelConstants;
import org.semel.internal.intent.Intent;
import org.semel.internal.intent.Lease;
import org.semel.internal.relay.Contract;
import org.semel.internal.relay.provider.Delivery;
import org.semel.internal.relay.provider.Inquiry;
import org.semel.internal.relay.provider.Provider;
import org.semel.internal.route.exchange.Exchanges;
import org.semel.internal.route.exchange.RouteRunner;

/**
 * Delivers an intent by sending it through the user's provider route, outside any transaction, with
 * its key set.
 */
public final class RouteProvider implements Provider {

  private final RouteRunner runner;
  private final Supplier<Optional<Inquiry>> inquiry;
  private final Runnable proof;
  private final String reference;
  private final ProviderResponses responses;

  /**
   * Delivers by the route of {@code consumer}.
   *
   * @param inquiry finds the query route of the same destination, if it has one
   * @param proof proves that a delivery is part of the caller's transaction, or throws
   */
  public RouteProvider(
      DefaultConsumer consumer,
      Contract contract,
      Supplier<Optional<Inquiry>> inquiry,
      Runnable proof) {
    this.runner = RouteRunner.of(consumer);
    this.inquiry = inquiry;
    this.proof = proof;
    this.reference = contract.reference();
    this.responses = new ProviderResponses(contract, InstantSource.system());
  }

  @Override
  public Optional<Inquiry> inquiry() {
    return inquiry.get();
  }

  @Override
  public void prove() {
    proof.run();
  }

  @Override
  public Delivery deliver(Lease lease) {
    Intent intent = lease.intent();
    CountedSendings sendings = new CountedSendings();
    return runner.run(
        exchange -> {
          sendings.count(exchange);
          Exchanges.fill(exchange, intent.body(), intent.headers());
          exchange.getMessage().removeHeader(reference); // only the provider's own word counts
          exchange.getMessage().removeHeader(RetryAfterHeader.NAME);
          Exchanges.identify(exchange, intent.cause());
          exchange.getMessage().setHeader(SemelConstants.IDEMPOTENCY_KEY, intent.key().toString());
        },
        exchange -> responses.of(exchange, sendings));
  }
}
