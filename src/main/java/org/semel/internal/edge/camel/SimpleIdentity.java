// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel;

import java.nio.charset.CharacterCodingException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;
import org.apache.camel.support.DefaultExchange;
import org.semel.internal.edge.camel.exchange.Exchanges;
import org.semel.internal.engine.receive.identity.Identification;
import org.semel.internal.engine.receive.identity.IdentityRule;
import org.semel.message.Message;
import org.semel.message.ParkingReason;

/**
 * An identity found by one function of Camel's Simple language that reads the message; one that
 * reads a header is a rule of the core. The function comes from the policy; the message that it
 * reads comes from the producer and is never evaluated as one.
 *
 * <p>One function and nothing around it: within a text, what is not there would be the empty text,
 * and two parts would run into each other. {@code composite:} joins parts, and knows that each is
 * there. And a function of the message only: what else Simple can say differs at a redelivery, or
 * is the same for many messages.
 */
public final class SimpleIdentity implements IdentityRule {

  /**
   * The functions that read a message's body, or hand the message to a bean or to another language.
   */
  private static final Pattern FUNCTION =
      Pattern.compile(
          "\\$(?:simple)?\\{\\s*(?:(?:in\\.)?body(?:\\.(?:substring|trim|strip)\\([0-9, ]*\\))*"
              + "|(?:mandatoryB|b)odyAs\\((?:java\\.lang\\.)?String\\)"
              + "|(?:jsonpath|jq|xpath)\\((?:(?!\\$\\{).)+\\)|bean:[\\w.$-]+(?:\\?method=\\w+)?"
              + ")\\s*}");

  private final CamelContext context;
  private final Expression expression;
  private final String text;

  /**
   * A rule for {@code text}.
   *
   * @throws IllegalArgumentException if it is not one function that reads the message
   * @throws RuntimeException if it is not a valid expression
   */
  public SimpleIdentity(CamelContext context, String text) {
    refuseUnfit(text);
    this.context = context;
    this.expression = context.resolveLanguage("simple").createExpression(text);
    this.expression.init(context);
    this.text = text;
  }

  private static void refuseUnfit(String text) {
    if (!FUNCTION.matcher(text).matches()) {
      throw new IllegalArgumentException(
          text
              + " cannot identify a message: it is not one function that reads the message and"
              + " nothing around it: ${body}, ${header.name}, ${xpath(…)}, ${jsonpath(…)}, ${jq(…)}"
              + " or ${bean:name}. Parts are joined by composite:, as in"
              + " composite:property:tenant,property:order");
    }
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
