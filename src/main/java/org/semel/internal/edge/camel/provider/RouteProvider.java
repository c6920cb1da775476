// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.provider;

import java.nio.charset.CharacterCodingException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.camel.Exchange;
import org.semel.camel.SemelConstants;
import org.semel.internal.edge.camel.exchange.Bounds;
import org.semel.internal.edge.camel.exchange.Exchanges;
import org.semel.internal.edge.camel.exchange.RouteRunner;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.relay.Delivery;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract.Keys;
import org.semel.internal.engine.send.relay.Inquiry;
import org.semel.internal.engine.send.relay.Provider;

/**
 * Delivers an intent by sending it through the user's provider route, with its key set: outside any
 * transaction, or in the relay's.
 */
public final class RouteProvider implements Provider {

  private final RouteRunner runner;
  private final Optional<Bounds> bounds;
  private final Supplier<Optional<Inquiry>> inquiry;
  private final Runnable proof;
  private final String reference;
  private final boolean repeatable;
  private final ProviderResponses responses;

  /**
   * Delivers by a route.
   *
   * @param runner of the route, in the caller's transaction if it is to be part of that
   * @param bounds what the route must not leave then
   * @param inquiry finds the query route of the same destination, if it has one
   * @param proof proves what the relay must know before it delivers, or throws: that a delivery is
   *     part of the caller's transaction, or, outside one, that the broker is heard
   */
  public RouteProvider(
      RouteRunner runner,
      Optional<Bounds> bounds,
      Contract contract,
      Supplier<Optional<Inquiry>> inquiry,
      Runnable proof) {
    this.runner = runner;
    this.bounds = bounds;
    this.inquiry = inquiry;
    this.proof = proof;
    this.reference = contract.reference();
    this.repeatable =
        contract.keys() == Keys.HONOURED && bounds.filter(Bounds.TRANSFER::equals).isEmpty();
    this.responses = new ProviderResponses(contract, InstantSource.system());
  }

  @Override
  public Optional<Inquiry> inquiry() {
    return inquiry.get();
  }

  @Override
  public Optional<Delivery.Denied> refusal(Throwable fault) {
    return RefusalAtPrepare.shownBy(fault);
  }

  @Override
  public void prove() {
    proof.run();
  }

  @Override
  public void proveAnswers() {
    proof.run();
  }

  @Override
  public Delivery deliver(Lease lease) {
    CountedSendings sendings = new CountedSendings();
    return runner.run(
        exchange -> {
          fill(exchange, lease.intent());
          sendings.count(exchange);
        },
        exchange -> responses.of(exchange, sendings));
  }

  private void fill(Exchange exchange, Intent intent) throws CharacterCodingException {
    Exchanges.fill(exchange, intent.body(), intent.headers());
    DeliveredBody.note(exchange, intent.body());
    DeliveryTerms.note(
        exchange, repeatable ? Optional.of(intent.key().toString()) : Optional.empty());
    exchange.getMessage().removeHeader(reference); // only the provider's own word counts
    exchange.getMessage().removeHeader(RetryAfterHeader.NAME);
    Exchanges.identify(exchange, intent.cause());
    bounds.ifPresent(within -> Exchanges.bind(exchange, within));
    exchange.getMessage().setHeader(SemelConstants.IDEMPOTENCY_KEY, intent.key().toString());
  }
}
