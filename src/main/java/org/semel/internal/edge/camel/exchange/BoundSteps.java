// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.exchange;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.spi.InterceptStrategy;
import org.jspecify.annotations.Nullable;

/**
 * Keeps each step of a message in a transaction there, also where a step works on a copy of the
 * exchange (enrich, routingSlip, dynamicRouter, loop): Camel does not take these copies for
 * transacted, and would go on with them on another thread after a delay. A mark to roll back counts
 * for the message, whichever copy bears it: an aggregation strategy may hand back another.
 */
public final class BoundSteps implements InterceptStrategy {

  @Override
  public Processor wrapProcessorInInterceptors(
      CamelContext context,
      NamedNode definition,
      Processor target,
      @Nullable Processor nextTarget) {
    return new AroundStep(target, BoundSteps::begin);
  }

  private static Runnable begin(Exchange exchange) {
    if (!CarriedProperties.areBound(exchange)) {
      return AroundStep.NOTHING;
    }
    if (CarriedProperties.areOfATransaction(exchange)) {
      exchange.getExchangeExtension().setTransacted(true);
    }
    return () -> end(exchange);
  }

  /**
   * Notes a mark for rollback, but not in a classic transaction: the mark may be meant for an inner
   * one, which Camel decides.
   */
  private static void end(Exchange exchange) {
    CarriedProperties carried = CarriedProperties.of(exchange);
    if (carried.bounds() != Bounds.THREAD && Exchanges.isMarked(exchange)) {
      carried.marked().set(true);
    }
  }
}
