// SPDX-License-Identifier: Apache-2.0
package org.semel.camel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.camel.model.Model;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.ProcessorDefinitionHelper;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.ToDefinition;
import org.apache.camel.model.TransactedDefinition;
import org.semel.Code;
import org.semel.receive.proof.Refusal;

/**
 * Looks over the routes before they start and refuses steps that would break their transaction:
 * another thread is outside it, a retry inside a doomed one is vain, and a failure that is hidden
 * commits (design, rule 7). Looks at every route that begins with {@code inbox:} or is transacted,
 * and at all that they call by {@code direct:}.
 */
public final class RouteRules {

  private final Map<String, RouteDefinition> byUri = new LinkedHashMap<>();
  private final UnaryOperator<String> resolve;

  /**
   * Rules over the routes of {@code model}.
   *
   * @param resolve replaces property placeholders
   */
  public RouteRules(Model model, UnaryOperator<String> resolve) {
    this.resolve = resolve;
    model.getRouteDefinitions().forEach(route -> byUri.put(from(route), route));
  }

  /** All that is wrong, in the order of the routes. */
  public List<Refusal> refusals() {
    List<Refusal> refusals = new ArrayList<>();
    for (RouteDefinition route : byUri.values()) {
      new KeyRules(route, resolve)
          .breaches()
          .forEach(breach -> refusals.add(misused(route, breach)));
    }
    for (RouteDefinition route : inTransaction()) {
      new ThreadRules(route, resolve)
          .breaches()
          .forEach(breach -> refusals.add(refused(route, breach)));
    }
    for (RouteDefinition route :
        reachedFrom(byUri.values().stream().filter(this::receives).toList())) {
      new FailureRules(route, resolve)
          .breaches()
          .forEach(breach -> refusals.add(refused(route, breach)));
    }
    return refusals;
  }

  private static Refusal refused(RouteDefinition route, String breach) {
    return new Refusal(
        Code.ROUTE_REFUSED,
        "Route " + route.getRouteId() + " runs in a transaction and " + breach + ".",
        "Record an intent for what must happen elsewhere, and leave retries and parking to the policy.");
  }

  private static Refusal misused(RouteDefinition route, String breach) {
    return new Refusal(
        Code.REPOSITORY_MISUSED,
        "Route " + route.getRouteId() + " " + breach + ".",
        "Leave eager at its default, true.");
  }

  private Collection<RouteDefinition> inTransaction() {
    return reachedFrom(
        byUri.values().stream().filter(route -> receives(route) || transacted(route)).toList());
  }

  /** These routes and all that they call. */
  private Collection<RouteDefinition> reachedFrom(List<RouteDefinition> roots) {
    Deque<RouteDefinition> open = new ArrayDeque<>(roots);
    Map<String, RouteDefinition> reached = new LinkedHashMap<>();
    while (!open.isEmpty()) {
      RouteDefinition route = open.poll();
      if (reached.putIfAbsent(from(route), route) == null) {
        steps(route, ToDefinition.class).stream()
            .map(to -> path(resolve.apply(to.getEndpointUri())))
            .filter(byUri::containsKey)
            .map(byUri::get)
            .forEach(open::add);
      }
    }
    return reached.values();
  }

  private boolean receives(RouteDefinition route) {
    return from(route).startsWith("inbox:");
  }

  private static boolean transacted(RouteDefinition route) {
    return !steps(route, TransactedDefinition.class).isEmpty();
  }

  private String from(RouteDefinition route) {
    String uri = route.getEndpointUrl();
    return uri == null ? "" : path(resolve.apply(uri));
  }

  /** All steps of this kind, however deep they lie in the route. */
  static <T extends ProcessorDefinition<?>> Collection<T> steps(
      RouteDefinition route, Class<T> kind) {
    return ProcessorDefinitionHelper.filterTypeInOutputs(route.getOutputs(), kind);
  }

  /**
   * An endpoint's URI without options, in the short form: {@code direct:x} and {@code
   * direct://x?a=b} are one.
   */
  static String path(String uri) {
    int question = uri.indexOf('?');
    String plain = question < 0 ? uri : uri.substring(0, question);
    return plain.replaceFirst("^([A-Za-z0-9.+-]+):/*", "$1:");
  }
}
