// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import java.util.Collection;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.camel.model.RouteDefinition;
import org.semel.internal.edge.camel.model.Targets;

/**
 * Provider routes that share the relay's transaction. They must send over JMS; in all else they are
 * bound as routes that receive: what a rollback does not undo is repeated, and an intent whose
 * failure is hidden counts as delivered.
 */
final class TransferRules {

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
    return Stream.of(
            new ThreadRules(route, resolve, kinds).breaches(),
            new FailureRules(route, resolve).breaches(),
            new TransactionRules(route, resolve).breaches(),
            new ExternalRules(route, resolve, this::leaves).breaches())
        .flatMap(Collection::stream)
        .toList();
  }

  private boolean leaves(String uri) {
    return kinds.isExternal(uri) && !kinds.speaksJms(uri);
  }

  /** Whether it sends over JMS, by the scheme of an endpoint. */
  boolean sends() {
    return Targets.of(route, resolve).map(Schemes::of).anyMatch(Schemes::speaksJms);
  }
}
