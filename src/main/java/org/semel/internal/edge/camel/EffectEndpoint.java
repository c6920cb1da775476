// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel;

import org.apache.camel.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.DefaultProducer;
import org.jspecify.annotations.Nullable;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.camel.InboxComponent;
import org.semel.internal.edge.camel.exchange.Exchanges;
import org.semel.internal.engine.receive.claim.EffectNames;
import org.semel.message.Identity;

/**
 * {@code inbox:effect?name=…}: records the name of the message's effect, in the transaction of the
 * message. The name is an expression of Camel's simple language.
 */
final class EffectEndpoint extends DefaultEndpoint {

  private final InboxEngine engine;
  private final String name;

  EffectEndpoint(String uri, InboxComponent component, InboxEngine engine, String name) {
    super(uri, component);
    this.engine = engine;
    this.name = name;
  }

  @Override
  public Producer createProducer() {
    Expression expression = getCamelContext().resolveLanguage("simple").createExpression(name);
    return new DefaultProducer(this) {
      @Override
      public void process(Exchange exchange) {
        write(exchange, expression.evaluate(exchange, String.class));
      }
    };
  }

  private void write(Exchange exchange, @Nullable String effect) {
    Identity identity =
        Exchanges.identity(exchange).orElseThrow(() -> refused(exchange, "no identity"));
    if (effect == null || effect.isBlank() || effect.indexOf(0) >= 0) {
      throw refused(exchange, "no name");
    }
    if (effect.length() > EffectNames.LONGEST_NAME) {
      throw refused(exchange, "a name of " + effect.length() + " characters");
    }
    engine.effects().name(identity, effect);
  }

  private SemelException refused(Exchange exchange, String what) {
    return Exchanges.refuse(
        exchange,
        new SemelException(
            Code.EFFECT_UNNAMED,
            "inbox:effect?name="
                + name
                + " was reached with "
                + what
                + "; use it in a route that begins with inbox:, and name the effect in 1 to "
                + EffectNames.LONGEST_NAME
                + " characters. All is rolled back."));
  }

  @Override
  public Consumer createConsumer(Processor processor) {
    throw CommandMisuse.refused(getEndpointUri(), "is a command and no consumer");
  }
}
