// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.camel.Endpoint;
import org.apache.camel.model.ModelCamelContext;
import org.semel.internal.edge.camel.model.RouteGraph;
import org.semel.internal.edge.camel.model.Targets;

/**
 * The endpoints through which the routes of a consumer write to a database. Their scheme says that
 * they can join the server's transaction; whether they do is a matter of their data source, and is
 * asked of them.
 */
public final class WritingSteps {

  private final ModelCamelContext context;
  private final UnaryOperator<String> resolve;

  /**
   * The steps of all routes of {@code context}.
   *
   * @param resolve replaces property placeholders
   */
  public WritingSteps(ModelCamelContext context, UnaryOperator<String> resolve) {
    this.context = context;
    this.resolve = resolve;
  }

  /**
   * The writing endpoints of this consumer's route, and of all routes that it calls by {@code
   * direct:}.
   */
  public List<Endpoint> of(String consumer) {
    RouteGraph routes = new RouteGraph(context, resolve);
    return routes
        .reachedFrom(route -> routes.consumer(route).filter(consumer::equals).isPresent())
        .stream()
        .flatMap(route -> Targets.of(route, resolve))
        .filter(uri -> Schemes.writesToADatabase(Schemes.of(uri)))
        .distinct()
        .map(context::getEndpoint)
        .map(EndpointKinds::original)
        .toList();
  }
}
