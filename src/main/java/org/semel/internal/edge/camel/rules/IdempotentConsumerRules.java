// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.model.IdempotentConsumerDefinition;
import org.apache.camel.model.RouteDefinition;
import org.jspecify.annotations.Nullable;
import org.semel.camel.SemelIdempotentRepository;
import org.semel.internal.edge.camel.model.RouteSteps;

/**
 * Refuses what would lose keys of the classic idempotent consumer over Semel's repository. Without
 * {@code eager} the key is added after the transaction has ended, or after a concurrent duplicate
 * has entered. In a text around functions, what is not there is the empty text, and messages
 * without it share a key.
 */
final class IdempotentConsumerRules {

  /** The prefix by which routes refer to Semel's repository. */
  static final String PREFIX = "semel:";

  private static final Pattern FUNCTION = Pattern.compile("\\$(simple)?\\{");

  /** One function, with none inside and nothing around it. */
  private static final Pattern ALONE =
      Pattern.compile("\\$(simple)?\\{((?!\\$(simple)?\\{)[^}])*}");

  private final RouteDefinition route;
  private final UnaryOperator<String> resolve;

  IdempotentConsumerRules(RouteDefinition route, UnaryOperator<String> resolve) {
    this.route = route;
    this.resolve = resolve;
  }

  /** The breaches of these rules, each as the end of a sentence about the route. */
  List<String> breaches() {
    return RouteSteps.of(route, IdempotentConsumerDefinition.class).stream()
        .filter(this::isOurs)
        .filter(step -> step.getEager() != null && resolve.apply(step.getEager()).equals("false"))
        .map(step -> "adds its keys too late (idempotentConsumer eager=false)")
        .toList();
  }

  /** The keys that hide that a part of them is missing, each as the end of such a sentence. */
  List<String> joins() {
    return RouteSteps.of(route, IdempotentConsumerDefinition.class).stream()
        .filter(this::isOurs)
        .map(step -> step.getExpression())
        .filter(key -> key != null && key.getLanguage().equals("simple"))
        .map(key -> key.getExpression())
        .filter(text -> FUNCTION.matcher(text).find() && !ALONE.matcher(text.strip()).matches())
        .map(text -> "makes one key of several parts, of which some may be missing (" + text + ")")
        .toList();
  }

  /** Names of the consumers in whose repositories the route claims keys. */
  Stream<String> consumers() {
    return RouteSteps.of(route, IdempotentConsumerDefinition.class).stream()
        .filter(this::isOurs)
        .map(this::consumer);
  }

  private String consumer(IdempotentConsumerDefinition step) {
    return bean(step)
        .map(SemelIdempotentRepository::consumer)
        .orElseGet(() -> plain(step.getIdempotentRepository()).substring(PREFIX.length()));
  }

  /** Whether it adds its keys to Semel's repository. */
  boolean isOurs(IdempotentConsumerDefinition step) {
    String ref = step.getIdempotentRepository();
    return (ref != null && plain(ref).startsWith(PREFIX)) || bean(step).isPresent();
  }

  /** One that the route or the application has made, which the route has or names. */
  private Optional<SemelIdempotentRepository> bean(IdempotentConsumerDefinition step) {
    if (step.getIdempotentRepositoryBean() instanceof SemelIdempotentRepository ours) {
      return Optional.of(ours);
    }
    String ref = step.getIdempotentRepository();
    return ref == null || plain(ref).startsWith(PREFIX)
        ? Optional.empty()
        : Optional.ofNullable(route.getCamelContext())
            .map(context -> found(context, plain(ref)))
            .filter(SemelIdempotentRepository.class::isInstance)
            .map(SemelIdempotentRepository.class::cast);
  }

  /** Null as well if it cannot be made yet: one that needs a started Semel is not asked before. */
  private static @Nullable Object found(CamelContext context, String name) {
    try {
      return context.getRegistry().lookupByName(name);
    } catch (RuntimeException e) { // Camel asks again, and says so itself
      return null;
    }
  }

  private String plain(String ref) {
    return resolve.apply(ref).replaceFirst("^#(bean:)?", "");
  }
}
