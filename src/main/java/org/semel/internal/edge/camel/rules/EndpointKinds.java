// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.Component;
import org.apache.camel.DelegateEndpoint;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.InterceptSendToEndpoint;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.support.PluginHelper;

/**
 * The kind of endpoint that a URI names. A scheme is the name of a component, and an application
 * may register a component under any name. Its class shows what it does, because Camel annotates it
 * with the scheme that it ships under. Rules that forbid use both; rules that allow use the name
 * alone.
 */
final class EndpointKinds {

  /** They need the engine; a look-up before it exists would be too early. */
  private static final Set<String> OURS = Set.of("inbox", "intent", "jms");

  private static final Pattern REFERENCE = Pattern.compile("(?:ref:/*)?([^:?]+)(?:\\?.*)?");

  private final CamelContext context;

  EndpointKinds(CamelContext context) {
    this.context = context;
  }

  boolean leavesTheThread(String uri) {
    return any(uri, Schemes::leavesTheThread);
  }

  boolean isNeverDynamic(String uri) {
    return any(uri, Schemes::isNeverDynamic);
  }

  boolean isExternal(String uri) {
    return Schemes.isExternal(Schemes.of(uri)) && !leavesTheThread(uri);
  }

  boolean speaksHttp(String uri) {
    return any(uri, Schemes::speaksHttp);
  }

  boolean speaksJms(String uri) {
    return any(uri, Schemes::speaksJms);
  }

  boolean receivesInTransactions(String uri) {
    return any(uri, Schemes::receivesInTransactions);
  }

  private boolean any(String uri, Predicate<String> scheme) {
    return scheme.test(Schemes.of(uri))
        || named(uri).stream().flatMap(own -> of(own.getClass())).anyMatch(scheme);
  }

  /** Whether an option of the component of a URI has this value. */
  boolean componentSays(String uri, String option, String value) {
    return named(uri)
        .filter(Component.class::isInstance)
        .map(
            own ->
                PluginHelper.getBeanIntrospection(context)
                    .getOrElseProperty(own, option, "", false))
        .filter(said -> value.equals(String.valueOf(said)))
        .isPresent();
  }

  /** The component of a URI, or the endpoint that it refers to. */
  private Optional<?> named(String uri) {
    String name = Schemes.of(uri);
    if (OURS.contains(name)) {
      return Optional.empty();
    }
    Matcher reference = REFERENCE.matcher(uri);
    return reference.matches()
        ? registered(reference.group(1), Endpoint.class).map(EndpointKinds::original)
        : Optional.ofNullable(context.hasComponent(name))
            .or(() -> registered(name, Component.class));
  }

  private <T> Optional<T> registered(String name, Class<T> type) {
    return Optional.ofNullable(context.getRegistry().lookupByName(name))
        .filter(type::isInstance)
        .map(type::cast);
  }

  /** Whether an existing endpoint is of a kind that satisfies {@code scheme}. */
  static boolean any(Endpoint endpoint, Predicate<String> scheme) {
    return Stream.concat(
            Stream.of(Schemes.of(endpoint.getEndpointUri())), of(original(endpoint).getClass()))
        .anyMatch(scheme);
  }

  /** The endpoint that this one intercepts or refers to, or else this one itself. */
  static Endpoint original(Endpoint endpoint) {
    if (endpoint instanceof InterceptSendToEndpoint intercepted) {
      return original(intercepted.getOriginalEndpoint());
    }
    return endpoint instanceof DelegateEndpoint reference && reference.getEndpoint() != null
        ? original(reference.getEndpoint())
        : endpoint;
  }

  /** The schemes of a class and of its superclasses. */
  private static Stream<String> of(Class<?> type) {
    return Stream.<Class<?>>iterate(type, one -> one != null, Class::getSuperclass)
        .flatMap(one -> Stream.concat(component(one), endpoint(one)));
  }

  private static Stream<String> component(Class<?> type) {
    return Stream.ofNullable(
            type.getDeclaredAnnotation(org.apache.camel.spi.annotations.Component.class))
        .flatMap(known -> Stream.of(known.value().split(",", -1)));
  }

  private static Stream<String> endpoint(Class<?> type) {
    return Stream.ofNullable(type.getDeclaredAnnotation(UriEndpoint.class))
        .flatMap(known -> Stream.of(known.scheme().split(",", -1)));
  }
}
