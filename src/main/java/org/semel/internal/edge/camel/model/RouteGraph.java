// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.model;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.camel.model.Model;
import org.apache.camel.model.RouteDefinition;

/** Which routes call which, on the same thread: by steps that name a {@code direct:} endpoint. */
public final class RouteGraph {

  /** Tells a destination's query route from the route that delivers. */
  private static final Pattern QUERY = Pattern.compile("[?&]query=true(&|$)");

  private final List<RouteDefinition> all;
  private final Map<String, List<RouteDefinition>> byUri;
  private final UnaryOperator<String> resolve;

  /**
   * The routes of {@code model}.
   *
   * @param resolve replaces property placeholders
   */
  public RouteGraph(Model model, UnaryOperator<String> resolve) {
    this.resolve = resolve;
    this.all = List.copyOf(model.getRouteDefinitions());
    this.byUri = all.stream().collect(Collectors.groupingBy(this::from));
  }

  public Collection<RouteDefinition> all() {
    return all;
  }

  /** The routes that satisfy {@code root}, and all that they call. */
  public Collection<RouteDefinition> reachedFrom(Predicate<RouteDefinition> root) {
    Deque<RouteDefinition> open = new ArrayDeque<>(all.stream().filter(root).toList());
    Set<RouteDefinition> reached = new LinkedHashSet<>();
    while (!open.isEmpty()) {
      RouteDefinition route = open.poll();
      if (reached.add(route)) {
        Targets.of(route, resolve)
            .map(RouteGraph::path)
            .filter(path -> path.startsWith("direct:")) // other schemes begin another transaction
            .flatMap(path -> byUri.getOrDefault(path, List.of()).stream())
            .forEach(open::add);
      }
    }
    return reached;
  }

  /** Whether {@code route} begins with an endpoint of this scheme. */
  public boolean beginsWith(RouteDefinition route, String scheme) {
    return from(route).startsWith(scheme + ":");
  }

  /** The name of the consumer that {@code route} begins with, empty for any other route. */
  public Optional<String> consumer(RouteDefinition route) {
    return beginsWith(route, "inbox")
        ? Optional.of(from(route).substring("inbox:".length()))
        : Optional.empty();
  }

  /** The name of the destination that {@code route} delivers to, empty for any other route. */
  public Optional<String> destination(RouteDefinition route) {
    return beginsWith(route, "intent") && !from(route).endsWith("?query")
        ? Optional.of(from(route).substring("intent:".length()))
        : Optional.empty();
  }

  /**
   * The name of a route in a sentence: its id, or, before it has one, the endpoint that it begins
   * with.
   */
  public static String name(RouteDefinition route) {
    return Optional.ofNullable(route.getRouteId())
        .or(() -> Optional.ofNullable(route.getEndpointUrl()).map(uri -> "from " + path(uri)))
        .orElse("without an id");
  }

  /** The URI that {@code route} begins with, without options. */
  public String from(RouteDefinition route) {
    String uri = route.getEndpointUrl();
    String resolved = uri == null ? "" : resolve.apply(uri);
    String path = path(resolved);
    return path.startsWith("intent:") && QUERY.matcher(resolved).find() ? path + "?query" : path;
  }

  /**
   * An endpoint's URI without options, in the short form: {@code direct:x} and {@code
   * direct://x?a=b} are one.
   */
  public static String path(String uri) {
    int question = uri.indexOf('?');
    String plain = question < 0 ? uri : uri.substring(0, question);
    return plain.replaceFirst("^([A-Za-z0-9.+-]+):/*", "$1:");
  }
}
