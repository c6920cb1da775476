// SPDX-License-Identifier: Apache-2.0
package org.semel.camel;

import java.nio.charset.CharacterCodingException;
import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;
import org.apache.camel.support.DefaultExchange;
import org.semel.message.Identification;
import org.semel.message.IdentityRule;
import org.semel.message.Message;
import org.semel.message.Reason;

/**
 * An identity found by an expression in Camel's Simple language. The expression is the policy's;
 * what it works on is the producer's, and is never evaluated itself.
 */
public final class SimpleIdentity implements IdentityRule {

  private final CamelContext context;
  private final Expression expression;
  private final String text;

  /**
   * A rule for {@code text}.
   *
   * @throws RuntimeException if it is no expression
   */
  public SimpleIdentity(CamelContext context, String text) {
    this.context = context;
    this.expression = context.resolveLanguage("simple").createExpression(text);
    this.expression.init(context);
    this.text = text;
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
          Reason.NO_IDENTITY, text + " failed with " + e.getClass().getName());
    }
  }
}
