// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import java.util.function.UnaryOperator;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.model.ProcessorDefinitionHelper;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.ToDefinition;
import org.apache.camel.spi.InterceptStrategy;
import org.apache.camel.support.processor.DelegateAsyncProcessor;
import org.jspecify.annotations.Nullable;
import org.semel.internal.edge.camel.exchange.ExchangeSteps;

/**
 * Lets a route that resumes behind a finished step skip everything before it. Applies only to
 * routes that have steps, and to what intercepts routes.
 */
public final class StepSkipping implements InterceptStrategy {

  private final UnaryOperator<String> resolve;

  /**
   * Skipping in all routes of a context.
   *
   * @param resolve replaces property placeholders
   */
  public StepSkipping(UnaryOperator<String> resolve) {
    this.resolve = resolve;
  }

  @Override
  public Processor wrapProcessorInInterceptors(
      CamelContext context,
      NamedNode definition,
      Processor target,
      @Nullable Processor nextTarget) {
    boolean skippable = !isStep(definition) && (isBesideRoutes(definition) || hasSteps(definition));
    return skippable ? new Skippable(target) : target;
  }

  /**
   * Whether the definition belongs to no route in Camel's model. An interceptor does not, and runs
   * in any.
   */
  private static boolean isBesideRoutes(NamedNode definition) {
    return ProcessorDefinitionHelper.getRoute(definition) == null;
  }

  private boolean hasSteps(NamedNode definition) {
    return definition.getParent() instanceof RouteDefinition route
        && StepRules.steps(route, resolve).findAny().isPresent();
  }

  private boolean isStep(NamedNode definition) {
    return definition instanceof ToDefinition to && StepRules.isStep(to.getEndpointUri(), resolve);
  }

  private static final class Skippable extends DelegateAsyncProcessor {

    Skippable(Processor target) {
      super(target);
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
      if (ExchangeSteps.skipping(exchange)) {
        callback.done(true);
        return true;
      }
      return super.process(exchange, callback);
    }
  }
}
