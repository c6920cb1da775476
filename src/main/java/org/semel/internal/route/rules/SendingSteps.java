// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route.rules;

import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.model.DynamicRouterDefinition;
import org.apache.camel.model.EndpointRequiredDefinition;
import org.apache.camel.model.EnrichDefinition;
import org.apache.camel.model.KameletDefinition;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.RecipientListDefinition;
import org.apache.camel.model.RoutingSlipDefinition;
import org.apache.camel.model.ToDynamicDefinition;
import org.apache.camel.spi.InterceptStrategy;
import org.jspecify.annotations.Nullable;
import org.semel.internal.route.exchange.AroundStep;
import org.semel.internal.route.model.Targets;
import org.semel.internal.route.provider.CountedSendings;

/**
 * Counts each step that sends, once for each try, so that a retry by the route itself is noticed. A
 * bean is assumed to send nothing.
 */
final class SendingSteps implements InterceptStrategy {

  private final UnaryOperator<String> resolve;

  SendingSteps(UnaryOperator<String> resolve) {
    this.resolve = resolve;
  }

  @Override
  public Processor wrapProcessorInInterceptors(
      CamelContext context,
      NamedNode definition,
      Processor target,
      @Nullable Processor nextTarget) {
    int times = definition instanceof ProcessorDefinition<?> step ? sendings(step) : 0;
    return times == 0 ? target : new AroundStep(target, exchange -> begin(exchange, times));
  }

  /** How often a step sends: 0, 1, or 2 for more than once. */
  private int sendings(ProcessorDefinition<?> step) {
    if (step instanceof RecipientListDefinition
        || step instanceof RoutingSlipDefinition
        || step instanceof DynamicRouterDefinition) {
      return 2;
    }
    boolean sends =
        step instanceof EndpointRequiredDefinition
            || step instanceof ToDynamicDefinition
            || step instanceof EnrichDefinition
            || step instanceof KameletDefinition;
    List<String> named = Targets.of(step, resolve).map(Schemes::of).toList();
    return sends && (named.isEmpty() || !named.stream().allMatch(Schemes::isLocal)) ? 1 : 0;
  }

  private static Runnable begin(Exchange exchange, int times) {
    CountedSendings sendings = CountedSendings.in(exchange);
    if (sendings == null) {
      return AroundStep.NOTHING;
    }
    sendings.begin(times);
    return () -> {
      if (exchange.getException() == null) {
        sendings.end();
      }
    };
  }
}
