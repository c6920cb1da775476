// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel;

import java.nio.charset.CharacterCodingException;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.NoTypeConversionAvailableException;
import org.apache.camel.support.DefaultProducer;
import org.apache.camel.util.ObjectHelper;
import org.jspecify.annotations.Nullable;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.camel.IntentEndpoint;
import org.semel.internal.edge.camel.exchange.Exchanges;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.relay.DestinationPolicy.Dispatch;
import org.semel.message.Body;
import org.semel.message.Identity;
import org.semel.message.ProducerKey;

/** Records an intent in the caller's transaction. Sends nothing. */
final class IntentProducer extends DefaultProducer {

  private final IntentEngine engine;
  private final Destination destination;
  private final @Nullable String identity;
  private final Optional<String> name;

  IntentProducer(IntentEndpoint endpoint, IntentEngine engine) {
    super(endpoint);
    this.engine = engine;
    this.destination = new Destination(endpoint.getDestination());
    this.identity = endpoint.getIdentity();
    this.name = Optional.ofNullable(endpoint.getName());
  }

  @Override
  public void process(Exchange exchange) {
    Identity cause =
        Exchanges.identity(exchange).or(() -> given(exchange)).orElseThrow(this::missing);
    Dispatch dispatch = engine.policy(destination).dispatch();
    Body body = limited(body(exchange), dispatch.maxBody());
    Intent.Address address =
        new Intent.Address(
            destination,
            Exchanges.nextOrdinal(exchange, destination, name),
            dispatch.orderBy().map(header -> orderKey(exchange, header)),
            name);
    engine
        .intents()
        .record(new Intent(cause, address, Exchanges.headers(exchange, dispatch.headers()), body));
  }

  private Body limited(Body body, int maxBody) {
    if (body.size() > maxBody) {
      throw new SemelException(
          Code.INTENT_TOO_LARGE,
          "The body for intent:"
              + destination
              + " has "
              + body.size()
              + " bytes, and semel.destination."
              + destination
              + ".max-body is "
              + maxBody
              + ". Store the large part elsewhere and send a reference to it, or raise max-body. Nothing was recorded.");
    }
    return body;
  }

  private String orderKey(Exchange exchange, String header) {
    String found = exchange.getMessage().getHeader(header, String.class);
    if (found == null || !Intent.Address.isOrderKey(found)) {
      throw new SemelException(
          Code.ORDER_KEY_MISSING,
          "intent:"
              + destination
              + " keeps the order of header "
              + header
              + ", which the message does not have, or which is longer than "
              + Intent.Address.LONGEST_ORDER_KEY
              + " characters. Set it before, or drop semel.destination."
              + destination
              + ".order-by. Nothing was recorded.");
    }
    return found;
  }

  private Optional<Identity> given(Exchange exchange) {
    if (identity == null) {
      return Optional.empty();
    }
    String key =
        exchange
            .getContext()
            .resolveLanguage("simple")
            .createExpression(identity)
            .evaluate(exchange, String.class);
    return Optional.ofNullable(key)
        .filter(found -> ProducerKey.fault(found).isEmpty())
        .map(found -> new Identity("intent:" + destination, found));
  }

  private Body body(Exchange exchange) {
    try {
      return Exchanges.body(exchange);
    } catch (NoTypeConversionAvailableException e) {
      throw new SemelException(
          Code.BODY_NOT_MARSHALLED,
          "The body for intent:"
              + destination
              + " is a "
              + ObjectHelper.className(exchange.getMessage().getBody())
              + "; marshal it first, as exactly these bytes will be sent at every attempt. Nothing was recorded.",
          e);
    } catch (CharacterCodingException e) {
      throw new SemelException(
          Code.BODY_NOT_MARSHALLED,
          "The body for intent:"
              + destination
              + " is a text with half of a surrogate pair, which UTF-8 cannot carry; set a whole text, or bytes."
              + " Nothing was recorded.",
          e);
    }
  }

  private SemelException missing() {
    return new SemelException(
        Code.IDENTITY_MISSING,
        "intent:"
            + destination
            + " has no identity to derive its key from. Start the route with inbox:, use an idempotent consumer over semel:, or"
            + " give the endpoint an identity= expression. Nothing was recorded.");
  }
}
