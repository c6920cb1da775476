// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.ToDefinition;
import org.semel.internal.route.model.RouteSteps;
import org.semel.internal.route.model.Targets;

/**
 * Provider routes that share the relay's transaction: they must send over JMS, and nowhere that a
 * rollback does not undo.
 */
final class TransferRules {

  private static final Set<String> CANNOT_BE_UNDONE =
      Set.of("http", "https", "netty-http", "vertx-http", "smtp", "smtps", "file", "ftp", "sftp");

  private final RouteDefinition route;
  private final UnaryOperator<String> resolve;
  private final EndpointKinds kinds;

  TransferRules(RouteDefinition route, UnaryOperator<String> resolve, EndpointKinds kinds) {
    this.route = route;
    this.resolve = resolve;
    this.kinds = kinds;
  }

  /** What is wrong, each as the end of a sentence about the route. */
  List<String> breaches() {
    ThreadRules threads = new ThreadRules(route, resolve, kinds);
    List<String> breaches = new ArrayList<>(threads.breaches());
    breaches.addAll(new FailureRules(route, resolve).breaches());
    RouteSteps.of(route, ToDefinition.class).stream()
        .map(to -> scheme(to.getEndpointUri()))
        .filter(CANNOT_BE_UNDONE::contains)
        .map(scheme -> "sends over " + scheme + ", which transfer=xa cannot undo (to)")
        .forEach(breaches::add);
    return breaches;
  }

  /** Whether it sends over JMS, by the scheme of an endpoint. */
  boolean sends() {
    return Targets.of(route, resolve).map(Schemes::of).anyMatch(Schemes::speaksJms);
  }

  private String scheme(String uri) {
    String resolved = uri == null ? "" : resolve.apply(uri);
    int colon = resolved.indexOf(':');
    return colon < 0 ? resolved : resolved.substring(0, colon);
  }
}
