// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.routes;

import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.camel.model.EndpointRequiredDefinition;
import org.apache.camel.model.Model;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.ProcessorDefinitionHelper;
import org.apache.camel.model.RouteDefinition;
import org.semel.internal.boot.config.ConfiguredNames;

/**
 * The consumers and destinations that routes name, read from their model before anything starts.
 */
public final class RouteNames {

  private final Set<String> consumers = new TreeSet<>();
  private final Set<String> destinations = new TreeSet<>();
  private final UnaryOperator<String> resolve;

  private RouteNames(UnaryOperator<String> resolve) {
    this.resolve = resolve;
  }

  /** Destinations for which routes record intents, and to which no route delivers. */
  public static Set<String> unrouted(Model model, UnaryOperator<String> resolve) {
    Set<String> destinations = new TreeSet<>(in(model, resolve).destinations());
    destinations.removeAll(delivered(model, resolve));
    return destinations;
  }

  /** Destinations to which routes deliver, without a query route. */
  public static Set<String> unasked(Model model, UnaryOperator<String> resolve) {
    Set<String> destinations = delivered(model, resolve);
    destinations.removeAll(begun(model, resolve, RouteNames::asks));
    return destinations;
  }

  private static Set<String> delivered(Model model, UnaryOperator<String> resolve) {
    return begun(model, resolve, Predicate.not(RouteNames::asks));
  }

  /** Destinations from which routes of that kind start. */
  private static Set<String> begun(
      Model model, UnaryOperator<String> resolve, Predicate<String> kind) {
    RouteNames begun = new RouteNames(resolve);
    model.getRouteDefinitions().stream()
        .map(RouteDefinition::getEndpointUrl)
        .filter(uri -> uri != null && kind.test(uri))
        .forEach(begun::note);
    return begun.destinations;
  }

  private static boolean asks(String uri) {
    return uri.contains("query=true");
  }

  public static ConfiguredNames in(Model model, UnaryOperator<String> resolve) {
    RouteNames names = new RouteNames(resolve);
    for (RouteDefinition route : model.getRouteDefinitions()) {
      names.note(route.getEndpointUrl());
      for (ProcessorDefinition<?> step :
          ProcessorDefinitionHelper.filterTypeInOutputs(
              route.getOutputs(), ProcessorDefinition.class)) {
        if (step instanceof EndpointRequiredDefinition sends) {
          names.noteDestination(sends.getEndpointUri());
        }
      }
    }
    return new ConfiguredNames(names.consumers, names.destinations);
  }

  private void note(String uri) {
    noteIn(consumers, plain(uri), "inbox:");
    noteDestination(uri);
  }

  /** Notes a destination that a route sends to; {@code inbox:step} there is no consumer. */
  private void noteDestination(String uri) {
    noteIn(destinations, plain(uri), "intent:");
  }

  private String plain(String uri) {
    return uri == null ? "" : resolve.apply(uri).replaceFirst("\\?.*$", "");
  }

  private static void noteIn(Set<String> names, String uri, String scheme) {
    if (uri.startsWith(scheme) && !uri.contains("${")) {
      names.add(uri.substring(scheme.length()).replaceFirst("^//", ""));
    }
  }
}
