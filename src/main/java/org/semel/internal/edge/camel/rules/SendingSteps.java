// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.model.CatchDefinition;
import org.apache.camel.model.ChoiceDefinition;
import org.apache.camel.model.DynamicRouterDefinition;
import org.apache.camel.model.EndpointRequiredDefinition;
import org.apache.camel.model.EnrichDefinition;
import org.apache.camel.model.FinallyDefinition;
import org.apache.camel.model.KameletDefinition;
import org.apache.camel.model.LoadBalanceDefinition;
import org.apache.camel.model.Model;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.ProcessorDefinitionHelper;
import org.apache.camel.model.RecipientListDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.RoutingSlipDefinition;
import org.apache.camel.model.ToDynamicDefinition;
import org.apache.camel.spi.InterceptStrategy;
import org.jspecify.annotations.Nullable;
import org.semel.internal.edge.camel.exchange.AroundStep;
import org.semel.internal.edge.camel.model.RouteGraph;
import org.semel.internal.edge.camel.model.Targets;
import org.semel.internal.edge.camel.provider.CountedSendings;

/**
 * Counts each step that sends, once for each try, so that a retry by the route itself is noticed,
 * and notes where a step fails before the last one that sends, or ends before that and leaves a
 * status. A bean is assumed to send nothing.
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
    if (!(definition instanceof ProcessorDefinition<?> step)) {
      return target;
    }
    int times = sendings(step);
    boolean last = !isFollowed(step, context);
    return times == 0 && last
        ? target
        : new AroundStep(target, exchange -> begin(exchange, times, last));
  }

  /** Whether its route sends again after this step, or calls a route that may. */
  private boolean isFollowed(ProcessorDefinition<?> step, CamelContext context) {
    ProcessorDefinition<?> inner = step;
    for (ProcessorDefinition<?> outer = step.getParent();
        outer != null;
        outer = outer.getParent()) {
      if (!areAlternatives(outer)
          && behind(inner, outer.getOutputs()).anyMatch(next -> sendsOn(next, context))) {
        return true;
      }
      inner = outer;
    }
    return false;
  }

  private static boolean areAlternatives(ProcessorDefinition<?> step) {
    return step instanceof ChoiceDefinition || step instanceof LoadBalanceDefinition;
  }

  private static Stream<ProcessorDefinition<?>> behind(
      ProcessorDefinition<?> step, List<ProcessorDefinition<?>> steps) {
    int at = steps.indexOf(step);
    return at < 0
        ? Stream.empty()
        : steps.subList(at + 1, steps.size()).stream()
            .filter(
                next -> !(next instanceof CatchDefinition || next instanceof FinallyDefinition));
  }

  private boolean sendsOn(ProcessorDefinition<?> step, CamelContext context) {
    return Stream.concat(
            Stream.of(step),
            ProcessorDefinitionHelper.filterTypeInOutputs(
                step.getOutputs(), ProcessorDefinition.class)
                .stream())
        .anyMatch(
            each ->
                sendings(each) > 0
                    || Targets.of(each, resolve)
                        .map(RouteGraph::path)
                        .filter(path -> path.startsWith("direct:"))
                        .anyMatch(path -> mayReachASending(path, context)));
  }

  /** Whether a route that is called, or one that it calls, sends; one that is not known may. */
  private boolean mayReachASending(String path, CamelContext context) {
    Model model =
        Objects.requireNonNull(context.getCamelContextExtension().getContextPlugin(Model.class));
    RouteGraph routes = new RouteGraph(model, resolve);
    Collection<RouteDefinition> called =
        routes.reachedFrom(route -> routes.from(route).equals(path));
    return called.isEmpty()
        || called.stream().flatMap(Targets::steps).anyMatch(each -> sendings(each) > 0);
  }

  /** The number of times that a step sends: 0, 1, or 2 for more than once. */
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

  private static Runnable begin(Exchange exchange, int times, boolean last) {
    CountedSendings sendings = CountedSendings.in(exchange);
    if (sendings == null) {
      return AroundStep.NOTHING;
    }
    if (times > 0) {
      sendings.begin(exchange, times);
    }
    return () -> {
      boolean failed = exchange.getException() != null;
      if (!failed && times > 0) {
        sendings.end(exchange);
      }
      if (failed && !last) {
        sendings.cutShort();
      } else if (!last) {
        sendings.leave(exchange);
      }
    };
  }
}
