// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.exchange;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.model.IdempotentConsumerDefinition;
import org.apache.camel.spi.InterceptStrategy;
import org.jspecify.annotations.Nullable;

/**
 * Within the block of an idempotent consumer, its key is the identity. After the block the message
 * has its former identity again, and its further intents are recorded under that. A message that
 * had no identity keeps the one of the block.
 */
public final class KeyScope implements InterceptStrategy {

  @Override
  public Processor wrapProcessorInInterceptors(
      CamelContext context,
      NamedNode definition,
      Processor target,
      @Nullable Processor nextTarget) {
    return definition instanceof IdempotentConsumerDefinition
        ? new AroundStep(target, KeyScope::enter)
        : target;
  }

  private static Runnable enter(Exchange exchange) {
    CarriedProperties before = CarriedProperties.of(exchange);
    return before.identity() == null
        ? AroundStep.NOTHING
        : () -> Exchanges.restore(exchange, before);
  }
}
