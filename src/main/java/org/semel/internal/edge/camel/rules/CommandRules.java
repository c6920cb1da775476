// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.camel.model.RouteDefinition;
import org.semel.internal.edge.camel.model.RouteGraph;
import org.semel.internal.edge.camel.model.Targets;

/**
 * Refuses commands that are used as consumers: {@code inbox:step} and {@code inbox:effect} share
 * their scheme with consumers, and no consumer can have these names.
 */
public final class CommandRules {

  private static final Set<String> COMMANDS = Set.of("inbox:step", "inbox:effect");
  private static final Pattern NAMED = Pattern.compile("[?&]name=[^&]");

  private final RouteDefinition route;
  private final UnaryOperator<String> resolve;

  public CommandRules(RouteDefinition route, UnaryOperator<String> resolve) {
    this.route = route;
    this.resolve = resolve;
  }

  /** The breaches of these rules, each as the end of a sentence about the route. */
  public List<String> breaches() {
    Stream<String> begins =
        Stream.ofNullable(route.getEndpointUrl())
            .map(resolve)
            .filter(CommandRules::isCommand)
            .map(uri -> "begins with " + uri + ", which is a command and no consumer");
    Stream<String> sends =
        Targets.of(route, resolve)
            .filter(uri -> isCommand(uri) && !NAMED.matcher(uri).find())
            .map(uri -> "sends to " + uri + ", which is a command and needs a name");
    return Stream.concat(begins, sends).toList();
  }

  private static boolean isCommand(String uri) {
    return COMMANDS.contains(RouteGraph.path(uri));
  }
}
