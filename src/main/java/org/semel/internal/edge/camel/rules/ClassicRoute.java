// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.apache.camel.model.Model;
import org.apache.camel.model.RouteDefinition;
import org.semel.internal.edge.camel.model.RouteGraph;

/**
 * A route that does not begin with {@code inbox:} and claims keys in Semel's repository, itself or
 * in a route that it calls by {@code direct:}.
 *
 * @param route where it begins
 * @param consumers names of the consumers that its keys belong to, at least one
 */
public record ClassicRoute(RouteDefinition route, Set<String> consumers) {

  public ClassicRoute {
    consumers = Set.copyOf(consumers);
  }

  /**
   * Keeps each message of this route on the thread that received it; to be called before the start.
   */
  public void bind() {
    route.routePolicy(new ReceiptBounds());
  }

  /**
   * All such routes of {@code model}.
   *
   * @param resolve replaces property placeholders
   */
  public static List<ClassicRoute> in(Model model, UnaryOperator<String> resolve) {
    return in(new RouteGraph(model, resolve), resolve);
  }

  static List<ClassicRoute> in(RouteGraph routes, UnaryOperator<String> resolve) {
    return routes.all().stream()
        .filter(route -> !routes.beginsWith(route, "inbox"))
        .filter(route -> !routes.beginsWith(route, "direct"))
        .map(route -> new ClassicRoute(route, consumers(routes, route, resolve)))
        .filter(classic -> !classic.consumers.isEmpty())
        .toList();
  }

  private static Set<String> consumers(
      RouteGraph routes, RouteDefinition route, UnaryOperator<String> resolve) {
    Set<String> consumers = new TreeSet<>();
    for (RouteDefinition reached : routes.reachedFrom(root -> root == route)) {
      new IdempotentConsumerRules(reached, resolve).consumers().forEach(consumers::add);
    }
    return consumers;
  }
}
