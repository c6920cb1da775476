// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel;

import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.RuntimeCamelException;
import org.apache.camel.support.DefaultConsumer;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.edge.camel.exchange.Bounds;
import org.semel.internal.edge.camel.exchange.ExchangeSteps;
import org.semel.internal.edge.camel.exchange.Exchanges;
import org.semel.internal.edge.camel.exchange.RouteRolledBack;
import org.semel.internal.edge.camel.exchange.RouteRunner;
import org.semel.internal.engine.receive.SteppedHandler;
import org.semel.internal.engine.receive.claim.RouteProgress;
import org.semel.message.Identity;
import org.semel.message.Message;

/**
 * Sends a message through the user's route, as an exchange of its own, on the calling thread,
 * inside its transaction.
 */
final class RouteHandler implements SteppedHandler {

  private final RouteRunner runner;
  private final Bounds bounds;

  RouteHandler(DefaultConsumer consumer, Bounds bounds) {
    this.runner = RouteRunner.transacted(consumer);
    this.bounds = bounds;
  }

  @Override
  public void handle(Message message, Identity identity) throws Exception {
    runner.run(
        exchange -> {
          Exchanges.fill(exchange, message.body(), message.headers());
          Exchanges.begin(exchange, identity, bounds);
        },
        RouteHandler::succeeded);
  }

  @Override
  public Optional<RouteProgress> handle(
      Message message, Identity identity, Optional<RouteProgress> behind) throws Exception {
    return runner.run(
        exchange -> {
          Exchanges.begin(exchange, identity, bounds);
          ExchangeSteps.allow(exchange);
          if (behind.isPresent()) {
            ExchangeSteps.resume(exchange, behind.get());
          } else {
            Exchanges.fill(exchange, message.body(), message.headers());
          }
        },
        exchange -> {
          succeeded(exchange);
          if (ExchangeSteps.skipping(exchange)) {
            throw unknownStep(behind);
          }
          return ExchangeSteps.stopped(exchange);
        });
  }

  private static SemelException unknownStep(Optional<RouteProgress> behind) {
    return new SemelException(
        Code.STEP_REFUSED,
        "The route was to resume behind step "
            + behind.map(RouteProgress::step).orElse("")
            + " and no longer has it; give the step its name back, or release the message.");
  }

  /**
   * Throws what was refused to the route, or its own failure, out of what Camel has wrapped it in.
   */
  private static boolean succeeded(Exchange exchange) throws Exception {
    Throwable failure = Exchanges.failure(exchange).orElse(null);
    while (failure instanceof RuntimeCamelException && failure.getCause() != null) {
      failure = failure.getCause();
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof Exception exception) {
      throw exception;
    }
    if (Exchanges.isMarked(exchange)) {
      throw new RouteRolledBack();
    }
    return true;
  }
}
