// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.ExtendedCamelContext;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.model.ProcessorDefinitionHelper;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.spi.AnnotationBasedProcessorFactory;
import org.apache.camel.spi.InterceptStrategy;
import org.apache.camel.spi.InternalProcessorFactory;
import org.apache.camel.support.PluginHelper;
import org.jspecify.annotations.Nullable;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.edge.camel.exchange.AroundStep;
import org.semel.internal.edge.camel.exchange.BoundSteps;
import org.semel.internal.edge.camel.exchange.Bounds;
import org.semel.internal.edge.camel.exchange.Exchanges;
import org.semel.internal.edge.camel.exchange.KeyScope;
import org.semel.internal.edge.camel.provider.DeliveryTerms;
import org.semel.internal.edge.camel.rules.OptionRules.RulePlace;

/**
 * Checks at run time what the model does not show: an endpoint that the message chooses, a route
 * that it chooses and that would have been refused at the start, a part that fails and whose
 * failure is swallowed. A route is checked at each of its steps, as Camel lets no one in before
 * some of them (doTry). For an exchange outside a transaction, the check at a step costs no more
 * than the question whether it is in one.
 */
public final class RunTimeRules implements InterceptStrategy {

  private final UnaryOperator<String> resolve;
  private final EndpointKinds kinds;
  private final Map<RouteDefinition, Breaches> known =
      Collections.synchronizedMap(new WeakHashMap<>());

  private RunTimeRules(UnaryOperator<String> resolve, EndpointKinds kinds) {
    this.resolve = resolve;
    this.kinds = kinds;
  }

  /**
   * Applies these rules to all routes of a context that has not started.
   *
   * @param resolve replaces property placeholders
   * @param unanswered of which endpoints no one waits for an answer, although an exchange may ask
   */
  public static void enforce(
      CamelContext context, UnaryOperator<String> resolve, Predicate<Endpoint> unanswered) {
    ExtendedCamelContext extension = context.getCamelContextExtension();
    extension.addInterceptStrategy(new RunTimeRules(resolve, new EndpointKinds(context)));
    extension.addInterceptStrategy(new BoundSteps());
    extension.addInterceptStrategy(new PartFailures());
    extension.addInterceptStrategy(new KeyScope());
    extension.addInterceptStrategy(new SendingSteps(resolve));
    extension.addInterceptStrategy(new UnansweredSteps(unanswered));
    extension.addContextPlugin(
        InternalProcessorFactory.class,
        new CheckedProducers(
            PluginHelper.getInternalProcessorFactory(extension), context, unanswered));
    extension.addContextPlugin(
        AnnotationBasedProcessorFactory.class,
        new AnnotatedBeans(PluginHelper.getAnnotationBasedProcessorFactory(extension)));
  }

  @Override
  public Processor wrapProcessorInInterceptors(
      CamelContext context,
      NamedNode definition,
      Processor target,
      @Nullable Processor nextTarget) {
    RouteDefinition route = ProcessorDefinitionHelper.getRoute(definition);
    Breaches breaches = route == null ? Breaches.NONE : known.computeIfAbsent(route, this::found);
    return breaches.areNone()
        ? target
        : new AroundStep(
            target,
            exchange -> {
              breaches.check(exchange, route.getRouteId());
              return AroundStep.NOTHING;
            });
  }

  private Breaches found(RouteDefinition route) {
    return new Breaches(
        at(RulePlace.THREAD, route),
        Stream.concat(
                at(RulePlace.FAILURE, route).stream(), at(RulePlace.TRANSACTION, route).stream())
            .toList(),
        at(RulePlace.EXTERNAL, route),
        at(RulePlace.TRANSFER, route),
        at(RulePlace.DELIVERY, route),
        at(RulePlace.PROVIDER, route));
  }

  private List<String> at(RulePlace place, RouteDefinition route) {
    return OptionRules.breaches(route, resolve, kinds, place);
  }

  /**
   * The breaches of a route.
   *
   * @param thread for every exchange in a transaction
   * @param transaction behind {@code inbox:}
   * @param external behind {@code inbox:}, unless the policy allows it
   * @param transfer in a relay's transaction; some of the others
   * @param delivery where an intent is delivered outside any transaction
   * @param provider where an intent is delivered
   */
  private record Breaches(
      List<String> thread,
      List<String> transaction,
      List<String> external,
      List<String> transfer,
      List<String> delivery,
      List<String> provider) {

    static final Breaches NONE =
        new Breaches(List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

    boolean areNone() {
      return equals(NONE);
    }

    List<String> all() {
      return Stream.of(thread, transaction, external).flatMap(List::stream).toList();
    }

    void check(Exchange exchange, String route) {
      Exchanges.bounds(exchange)
          .flatMap(bounds -> of(bounds).findFirst().map(breach -> chosen(bounds, route, breach)))
          .or(() -> sent(exchange, route))
          .ifPresent(
              refusal -> {
                throw Exchanges.refuse(exchange, refusal);
              });
    }

    private Optional<SemelException> sent(Exchange exchange, String route) {
      return DeliveryTerms.holdFor(exchange)
          ? provider.stream()
              .findFirst()
              .map(
                  breach ->
                      chosen(
                          Code.ROUTE_REFUSED,
                          Bounds.DELIVERY,
                          route,
                          breach,
                          "Only the relay may retry, as its policy says."))
          : Optional.empty();
    }

    private static SemelException chosen(Bounds bounds, String route, String breach) {
      return chosen(
          bounds == Bounds.DELIVERY ? Code.ROUTE_UNANSWERED : Code.SEND_REFUSED,
          bounds,
          route,
          breach,
          "Record an intent for what must happen elsewhere.");
    }

    private static SemelException chosen(
        Code code, Bounds bounds, String route, String breach, String remedy) {
      return new SemelException(
          code,
          bounds.who()
              + " chose route "
              + route
              + ", which "
              + breach
              + "; the route was not entered. "
              + remedy);
    }

    private Stream<String> of(Bounds bounds) {
      return switch (bounds) {
        case THREAD -> thread.stream();
        case TRANSACTION -> all().stream();
        case TRANSACTION_AND_EXTERNAL -> Stream.concat(thread.stream(), transaction.stream());
        case TRANSFER -> transfer.stream();
        case DELIVERY -> delivery.stream();
      };
    }
  }
}
