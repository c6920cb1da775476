// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.util.URISupport;
import org.semel.internal.edge.camel.model.Targets;

/** Steps of a delivering route that would send what the relay does not count. */
final class ProviderRules {

  /** Options that set a client of the application, whose retries are not known. */
  private static final Set<String> OWN_CLIENT = Set.of("httpClient", "clientBuilder");

  private static final String REDIRECTS = "followRedirects";
  private static final String SECOND_PLACE =
      "may send to a second place within one step (" + REDIRECTS + ")";

  private final RouteDefinition route;
  private final UnaryOperator<String> resolve;
  private final EndpointKinds kinds;

  ProviderRules(RouteDefinition route, UnaryOperator<String> resolve, EndpointKinds kinds) {
    this.route = route;
    this.resolve = resolve;
    this.kinds = kinds;
  }

  /** What is wrong, each as the end of a sentence about the route. */
  List<String> breaches() {
    Stream<String> passedOver =
        Targets.steps(route).flatMap(step -> LeftoverRules.passedOver(step, resolve).stream());
    Stream<String> options =
        Targets.of(route, resolve)
            .filter(kinds::speaksHttp)
            .flatMap(
                uri -> Stream.concat(options(uri).flatMap(ProviderRules::breach), redirects(uri)));
    return Stream.concat(options, passedOver).distinct().toList();
  }

  private static Stream<String> breach(String option) {
    String name = option.replaceFirst("=.*$", "");
    if (OWN_CLIENT.contains(name)) {
      return Stream.of("sends with a client whose retries are not known (" + name + ")");
    }
    return name.equals(REDIRECTS) && !option.endsWith("=false")
        ? Stream.of(SECOND_PLACE)
        : Stream.empty();
  }

  /** The component follows them, and the endpoint says nothing of its own. */
  private Stream<String> redirects(String uri) {
    return kinds.componentSays(uri, REDIRECTS, "true") && isUnsaid(uri, REDIRECTS)
        ? Stream.of(SECOND_PLACE)
        : Stream.empty();
  }

  /** Whether the endpoint leaves this option to its component. */
  static boolean isUnsaid(String uri, String option) {
    return options(uri).noneMatch(said -> said.startsWith(option + "="));
  }

  static Stream<String> options(String uri) {
    String query = URISupport.extractQuery(uri);
    return query == null ? Stream.empty() : Stream.of(query.split("&", -1));
  }
}
