// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import java.util.function.Supplier;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.ProcessorDefinitionHelper;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.spi.InterceptStrategy;
import org.apache.camel.support.processor.DelegateAsyncProcessor;
import org.jspecify.annotations.Nullable;

/** Makes each step of each route a crash point, and the end of each route that receives. */
record Steps(Supplier<CrashPoints> met) implements InterceptStrategy {

  private static final String PACKAGES = "\\b[a-z][\\w]*\\.(?:[a-z][\\w]*\\.)*(?=[A-Z])|@[0-9a-f]+";

  @Override
  public Processor wrapProcessorInInterceptors(
      CamelContext context,
      NamedNode definition,
      Processor target,
      @Nullable Processor nextTarget) {
    RouteDefinition route = ProcessorDefinitionHelper.getRoute(definition);
    return route == null
        ? target
        : new Passed(
            target, words(route, definition), route.getRouteId(), isLast(route, definition));
  }

  private static String words(RouteDefinition route, NamedNode step) {
    int number = route.getOutputs().indexOf(step) + 1;
    String what = step.getShortName() + "(" + label(step).replaceAll(PACKAGES, "") + ")";
    String place =
        number == 0 ? "a step" : "step %d of %d".formatted(number, route.getOutputs().size());
    return route.getRouteId() + ", " + place + ", " + what;
  }

  private static boolean isLast(RouteDefinition route, NamedNode step) {
    return route.getOutputs().indexOf(step) == route.getOutputs().size() - 1;
  }

  private static String label(NamedNode step) {
    String label = step instanceof ProcessorDefinition<?> one ? one.getLabel() : "";
    int open = label.indexOf('[');
    return open < 0 ? label : label.substring(open + 1, label.length() - 1);
  }

  private final class Passed extends DelegateAsyncProcessor {

    private final String words;
    private final String route;
    private final boolean last;

    Passed(Processor target, String words, String route, boolean last) {
      super(target);
      this.words = words;
      this.route = route;
      this.last = last;
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
      Endpoint from = exchange.getFromEndpoint();
      boolean receives = from != null && from.getEndpointUri().startsWith("inbox:");
      CrashPoints points = met.get();
      String origin = exchange.getFromRouteId() == null ? route : exchange.getFromRouteId();
      CrashPoints.Step outer = points.current();
      try {
        points.enter(new CrashPoints.Step(words, route, origin, receives));
      } catch (CrashPoints.Struck struck) {
        exchange.setException(struck);
        points.leave(outer);
        callback.done(true);
        return true;
      }
      return super.process(
          exchange,
          done -> {
            if (last && receives && origin.equals(route) && exchange.getException() == null) {
              end(exchange, points);
            }
            points.leave(outer);
            callback.done(done);
          });
    }

    /** What the last step has done by itself stays if the route fails behind it. */
    private void end(Exchange exchange, CrashPoints points) {
      try {
        points.enter(new CrashPoints.Step("the end of " + route, route, route, true));
      } catch (CrashPoints.Struck struck) {
        exchange.setException(struck);
      }
    }
  }
}
