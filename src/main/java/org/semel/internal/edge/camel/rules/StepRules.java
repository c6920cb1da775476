// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.camel.model.EndpointRequiredDefinition;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.ProcessorDefinitionHelper;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.ToDefinition;
import org.apache.camel.util.URISupport;

/**
 * Refuses recovery points that a route could not resume from. A route resumes by skipping what
 * stands before the step, which is correct only if nothing before the step branches, repeats or
 * splits.
 */
final class StepRules {

  private static final String STEP = "inbox:step?";

  private final RouteDefinition route;
  private final UnaryOperator<String> resolve;
  private final boolean resumable;

  /**
   * Rules for one route.
   *
   * @param resumable whether it begins with a consumer whose route can resume behind a step
   */
  StepRules(RouteDefinition route, UnaryOperator<String> resolve, boolean resumable) {
    this.route = route;
    this.resolve = resolve;
    this.resumable = resumable;
  }

  static boolean isStep(String uri, UnaryOperator<String> resolve) {
    return uri != null && resolve.apply(uri).replaceFirst("^inbox:/*", "inbox:").startsWith(STEP);
  }

  /** All steps of a route, however deep they lie in it. */
  static Stream<ProcessorDefinition<?>> steps(
      RouteDefinition route, UnaryOperator<String> resolve) {
    List<ProcessorDefinition<?>> found = new ArrayList<>();
    for (ProcessorDefinition<?> node :
        ProcessorDefinitionHelper.filterTypeInOutputs(
            route.getOutputs(), ProcessorDefinition.class)) {
      if (node instanceof EndpointRequiredDefinition sends
          && isStep(sends.getEndpointUri(), resolve)) {
        found.add(node);
      }
    }
    return found.stream();
  }

  /** The breaches of these rules, each as the end of a sentence about the route. */
  List<String> breaches() {
    List<String> breaches = new ArrayList<>();
    Set<String> names = new HashSet<>();
    steps(route, resolve)
        .forEach(
            node -> {
              String uri = resolve.apply(((EndpointRequiredDefinition) node).getEndpointUri());
              if (!resumable) {
                breaches.add(
                    "has a step ("
                        + uri
                        + ") and does not begin with an inbox: of protocol=store-first without order");
              } else if (!(node instanceof ToDefinition) || !route.getOutputs().contains(node)) {
                breaches.add(
                    "has a step (" + uri + ") inside another block, where it cannot be resumed");
              }
              if (!names.add(name(uri))) {
                breaches.add("has the step " + uri + " twice");
              }
            });
    return breaches;
  }

  /** The name by which a route resumes, however the URI spells it; the URI, if it has none. */
  private static String name(String uri) {
    try {
      Map<String, Object> parameters =
          URISupport.parseQuery(URISupport.extractQuery(URISupport.normalizeUri(uri)));
      URISupport.resolveRawParameterValues(parameters);
      return String.valueOf(parameters.getOrDefault("name", uri));
    } catch (URISyntaxException e) {
      return uri;
    }
  }
}
