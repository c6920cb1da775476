// SPDX-License-Identifier: Apache-2.0
package org.semel.camel;

import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.camel.model.RouteDefinition;
import org.semel.Code;
import org.semel.SemelException;

/**
 * Commands of the inbox that are taken for consumers: {@code inbox:step} and {@code inbox:effect}
 * share their scheme with consumers, and no consumer can be called so.
 */
public final class CommandRules {

  static final String REMEDY =
      "Call the consumer otherwise, or write what was meant: to(\"inbox:step?name=...\") or"
          + " to(\"inbox:effect?name=...\").";

  private static final Set<String> COMMANDS = Set.of("inbox:step", "inbox:effect");
  private static final Pattern NAMED = Pattern.compile("[?&]name=[^&]");

  private final RouteDefinition route;
  private final UnaryOperator<String> resolve;

  public CommandRules(RouteDefinition route, UnaryOperator<String> resolve) {
    this.route = route;
    this.resolve = resolve;
  }

  /** What is wrong, each as the end of a sentence about the route. */
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

  /** Refuses what no rule has seen, as it was put together later. */
  static SemelException refused(String uri, String why) {
    return new SemelException(Code.INBOX_COMMAND_MISUSED, uri + " " + why + ". " + REMEDY);
  }

  private static boolean isCommand(String uri) {
    return COMMANDS.contains(RouteGraph.path(uri));
  }
}
