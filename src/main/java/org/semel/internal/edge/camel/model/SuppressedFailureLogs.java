// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.model;

import java.util.function.UnaryOperator;
import org.apache.camel.ErrorHandlerFactory;
import org.apache.camel.model.Model;
import org.apache.camel.model.RedeliveryPolicyDefinition;
import org.apache.camel.model.errorhandler.DefaultErrorHandlerDefinition;
import org.apache.camel.model.errorhandler.RefErrorHandlerDefinition;

/**
 * Keeps Camel from logging exception messages, which may quote the payload, in routes whose
 * failures Semel logs itself. A route that has an error handler of its own keeps it.
 */
public final class SuppressedFailureLogs {

  private SuppressedFailureLogs() {}

  /**
   * Applies to the routes of {@code model} that begin with {@code inbox:} or {@code intent:}, and
   * to all that they call.
   *
   * @param resolve replaces property placeholders
   */
  public static void in(Model model, UnaryOperator<String> resolve) {
    RouteGraph routes = new RouteGraph(model, resolve);
    routes
        .reachedFrom(
            route -> routes.beginsWith(route, "inbox") || routes.beginsWith(route, "intent"))
        .stream()
        .filter(route -> isDefault(route.getErrorHandlerFactory()))
        .forEach(route -> route.setErrorHandlerFactory(withoutLogs()));
  }

  private static boolean isDefault(ErrorHandlerFactory handler) {
    return handler instanceof RefErrorHandlerDefinition ref
        && RefErrorHandlerDefinition.DEFAULT_ERROR_HANDLER_BUILDER.equals(ref.getRef());
  }

  private static DefaultErrorHandlerDefinition withoutLogs() {
    DefaultErrorHandlerDefinition handler = new DefaultErrorHandlerDefinition();
    RedeliveryPolicyDefinition policy = new RedeliveryPolicyDefinition();
    policy.setMaximumRedeliveries("0");
    policy.setRetriesExhaustedLogLevel("OFF");
    policy.setLogExhausted("false");
    policy.setLogExhaustedMessageHistory("false");
    policy.setLogStackTrace("false");
    handler.setRedeliveryPolicy(policy);
    return handler;
  }
}
