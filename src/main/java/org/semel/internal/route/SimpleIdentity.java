// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route;

import java.nio.charset.CharacterCodingException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;
import org.apache.camel.support.DefaultExchange;
import org.semel.internal.identity.Identification;
import org.semel.internal.identity.IdentityRule;
import org.semel.internal.identity.UnfitHeaders;
import org.semel.internal.route.exchange.Exchanges;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Message;
import org.semel.message.Origin;
import org.semel.message.ParkingReason;

/**
 * An identity found by an expression in Camel's Simple language. The expression comes from the
 * policy; the message that it reads comes from the producer and is never evaluated as one.
 */
public final class SimpleIdentity implements IdentityRule {

  private static final Pattern NOT_OF_THE_MESSAGE = notOfTheMessage();

  /** The same message twice: what its producer sets is equal, what the broker sets differs. */
  private static final Message PROBE = probe("2001-02-03T04:05:06.007Z");

  private static final Message AGAIN = probe("2018-11-20T19:28:37.469Z");

  private final CamelContext context;
  private final Expression expression;
  private final String text;

  /**
   * A rule for {@code text}.
   *
   * @throws IllegalArgumentException if it cannot identify a message: it reads nothing of it, or
   *     differs at a redelivery
   * @throws RuntimeException if it is not a valid expression
   */
  public SimpleIdentity(CamelContext context, String text) {
    this.context = context;
    this.expression = context.resolveLanguage("simple").createExpression(text);
    this.expression.init(context);
    this.text = text;
    refuseUnfit();
  }

  private void refuseUnfit() {
    boolean constant = !text.contains("${") && !text.contains("$simple{");
    if (constant
        || NOT_OF_THE_MESSAGE.matcher(text).find()
        || !identify(PROBE).equals(identify(AGAIN))) {
      throw new IllegalArgumentException(
          text
              + " cannot identify a message: it does not depend on the message alone, or it differs at a redelivery");
    }
  }

  private static Pattern notOfTheMessage() {
    return Pattern.compile(
        "\\{\\s*(date(-with-timezone)?:(now|millis|exchangeCreated)|messageTimestamp|exchange(?!Property)|id\\}|thread|hostname|camelId"
            + "|routeId|fromRouteId|stepId|uuid|random)"
            + "|header.{0,12}[.\\[(:'\"](?:"
            + String.join("|", UnfitHeaders.changing())
            + ")\\b",
        Pattern.CASE_INSENSITIVE);
  }

  /** A message that was sent and delivered at {@code moment}. */
  private static Message probe(String moment) {
    Map<String, Object> headers = new HashMap<>();
    UnfitHeaders.changing()
        .forEach(name -> headers.put(name, Instant.parse(moment).toEpochMilli()));
    return new Message(
        Headers.of(headers),
        Body.stored(Body.Form.TEXT, new byte[] {}, null),
        new Origin("probe", "ID:probe", 1));
  }

  @Override
  public Identification identify(Message message) {
    try {
      Exchange exchange = new DefaultExchange(context);
      Exchanges.fill(exchange, message.body(), message.headers());
      String found = expression.evaluate(exchange, String.class);
      return Identification.of(Optional.ofNullable(found), "value of " + text);
    } catch (CharacterCodingException | RuntimeException e) {
      return new Identification.Unidentifiable(
          ParkingReason.NO_IDENTITY, text + " failed with " + e.getClass().getName());
    }
  }
}
