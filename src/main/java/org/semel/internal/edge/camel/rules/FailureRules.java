// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.camel.ErrorHandlerFactory;
import org.apache.camel.Predicate;
import org.apache.camel.model.ExpressionSubElementDefinition;
import org.apache.camel.model.OnExceptionDefinition;
import org.apache.camel.model.RedeliveryPolicyDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.errorhandler.DeadLetterChannelDefinition;
import org.apache.camel.model.errorhandler.DefaultErrorHandlerDefinition;
import org.apache.camel.model.errorhandler.NoErrorHandlerDefinition;
import org.apache.camel.model.errorhandler.RefErrorHandlerDefinition;
import org.jspecify.annotations.Nullable;
import org.semel.internal.edge.camel.model.RouteSteps;

/**
 * Steps of a route that hide a failure from its transaction, so that it commits, or that retry
 * inside a transaction that must roll back.
 */
final class FailureRules {

  private final RouteDefinition route;
  private final UnaryOperator<String> resolve;

  FailureRules(RouteDefinition route, UnaryOperator<String> resolve) {
    this.route = route;
    this.resolve = resolve;
  }

  /** What is wrong, each as the end of a sentence about the route. */
  List<String> breaches() {
    List<String> breaches = new ArrayList<>();
    hidings().forEach(option -> breaches.add("hides failures, which then commit (" + option + ")"));
    for (OnExceptionDefinition onException : RouteSteps.of(route, OnExceptionDefinition.class)) {
      if (onException.getRetryWhile() != null || onException.getRetryWhilePolicy() != null) {
        breaches.add("retries inside its transaction (onException retryWhile)");
      }
      if (redelivers(onException.getRedeliveryPolicyType())) {
        breaches.add("retries inside its transaction (onException maximumRedeliveries)");
      }
      if (onException.getRedeliveryPolicyRef() != null) {
        breaches.add("may retry inside its transaction (onException redeliveryPolicyRef)");
      }
    }
    if (route.getErrorHandlerFactory() instanceof DefaultErrorHandlerDefinition definition
        && !(definition instanceof DeadLetterChannelDefinition)) {
      redelivery(definition, breaches);
    }
    return breaches;
  }

  /** What hides a failure, or may: by the name of the option. */
  List<String> hidings() {
    List<String> hidings = new ArrayList<>();
    for (OnExceptionDefinition onException : RouteSteps.of(route, OnExceptionDefinition.class)) {
      if (isSet(onException.getHandled(), onException.getHandledPolicy())) {
        hidings.add("onException handled");
      }
      if (isSet(onException.getContinued(), onException.getContinuedPolicy())) {
        hidings.add("onException continued");
      }
    }
    handler(route.getErrorHandlerFactory()).ifPresent(hidings::add);
    return hidings;
  }

  /** Not Camel's own, which a route has that names none. */
  private static Optional<String> handler(@Nullable ErrorHandlerFactory handler) {
    if (handler instanceof DeadLetterChannelDefinition) {
      return Optional.of("deadLetterChannel");
    }
    if (handler instanceof RefErrorHandlerDefinition ref) {
      return RefErrorHandlerDefinition.DEFAULT_ERROR_HANDLER_BUILDER.equals(ref.getRef())
          ? Optional.empty()
          : Optional.of("errorHandler " + ref.getRef());
    }
    return handler == null
            || handler instanceof DefaultErrorHandlerDefinition
            || handler instanceof NoErrorHandlerDefinition
        ? Optional.empty()
        : Optional.of("errorHandler " + handler.getClass().getName());
  }

  private void redelivery(DefaultErrorHandlerDefinition handler, List<String> breaches) {
    if (handler.hasRedeliveryPolicy() && redelivers(handler.getRedeliveryPolicy())) {
      breaches.add("retries inside its transaction (errorHandler maximumRedeliveries)");
    }
    if (handler.getRedeliveryPolicyRef() != null) {
      breaches.add("may retry inside its transaction (errorHandler redeliveryPolicyRef)");
    }
    if (handler.getRetryWhileRef() != null) {
      breaches.add("retries inside its transaction (errorHandler retryWhileRef)");
    }
  }

  private boolean redelivers(@Nullable RedeliveryPolicyDefinition policy) {
    String most = policy == null ? null : policy.getMaximumRedeliveries();
    return most != null && !resolve.apply(most).strip().equals("0");
  }

  /** {@code handled(false)} hides nothing. */
  private boolean isSet(
      @Nullable ExpressionSubElementDefinition element, @Nullable Predicate policy) {
    if (policy != null) {
      return !policy.toString().equals("false");
    }
    if (element == null || element.getExpressionType() == null) {
      return false;
    }
    String text = element.getExpressionType().getExpression();
    return text == null
        ? !String.valueOf(element.getExpressionType().getPredicate()).equals("false")
        : !resolve.apply(text).strip().equals("false");
  }
}
