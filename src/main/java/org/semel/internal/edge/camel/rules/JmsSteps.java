// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.Component;
import org.apache.camel.Endpoint;
import org.apache.camel.model.ModelCamelContext;
import org.apache.camel.util.URISupport;
import org.semel.internal.edge.camel.model.RouteGraph;
import org.semel.internal.edge.camel.model.Targets;

/** The endpoints by which the routes that deliver to a destination send over JMS. */
public final class JmsSteps {

  private static final String BY_A_MESSAGE = "${";

  private final ModelCamelContext context;
  private final UnaryOperator<String> resolve;
  private final EndpointKinds kinds;

  private JmsSteps(ModelCamelContext context) {
    this.context = context;
    this.resolve = this::resolved;
    this.kinds = new EndpointKinds(context);
  }

  /** The steps of all routes of {@code context}, once it starts. */
  public static JmsSteps in(CamelContext context) {
    return new JmsSteps((ModelCamelContext) context);
  }

  /**
   * The JMS endpoints of the route that delivers there, and of all routes that it calls by {@code
   * direct:}. If a message completes the name of a queue, an endpoint of the same component and
   * options stands for all such queues.
   */
  public List<Endpoint> of(String destination) {
    RouteGraph routes = new RouteGraph(context, resolve);
    return routes
        .reachedFrom(route -> routes.destination(route).filter(destination::equals).isPresent())
        .stream()
        .flatMap(route -> Targets.of(route, resolve))
        .filter(kinds::speaksJms)
        .distinct()
        .flatMap(this::endpoint)
        .map(EndpointKinds::original)
        .toList();
  }

  /** A placeholder that cannot be replaced stands in a route that does not start. */
  private String resolved(String text) {
    try {
      return Optional.ofNullable(context.resolvePropertyPlaceholders(text)).orElse(text);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }

  private Stream<Endpoint> endpoint(String uri) {
    return uri.contains(BY_A_MESSAGE) ? standIn(uri).stream() : Stream.of(context.getEndpoint(uri));
  }

  /** It is not registered: the application has no such endpoint. */
  private Optional<Endpoint> standIn(String uri) {
    String scheme = Schemes.of(uri);
    String options = URISupport.extractQuery(uri);
    boolean areFixed = options != null && !options.contains(BY_A_MESSAGE);
    try {
      Component component = context.getComponent(scheme);
      return component == null
          ? Optional.empty()
          : Optional.ofNullable(
              component.createEndpoint(scheme + ":queue:any" + (areFixed ? "?" + options : "")));
    } catch (Exception e) { // Camel says so when a message is sent there
      return Optional.empty();
    }
  }
}
