// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route;

import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.RuntimeCamelException;
import org.apache.camel.spi.UnitOfWork;
import org.apache.camel.support.DefaultConsumer;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.claim.RouteProgress;
import org.semel.internal.receive.SteppedHandler;
import org.semel.internal.route.exchange.Bounds;
import org.semel.internal.route.exchange.ExchangeSteps;
import org.semel.internal.route.exchange.Exchanges;
import org.semel.internal.route.exchange.RouteRolledBack;
import org.semel.message.Identity;
import org.semel.message.Message;

/**
 * Sends a message through the user's route, as an exchange of its own, on the calling thread,
 * inside its transaction.
 */
final class RouteHandler implements SteppedHandler {

  private static final String TRANSACTED_BY = "inbox";

  private final DefaultConsumer consumer;
  private final Bounds bounds;

  RouteHandler(DefaultConsumer consumer, Bounds bounds) {
    this.consumer = consumer;
    this.bounds = bounds;
  }

  @Override
  public void handle(Message message, Identity identity) throws Exception {
    Exchange exchange = consumer.createExchange(false);
    try {
      Exchanges.fill(exchange, message.body(), message.headers());
      Exchanges.begin(exchange, identity, bounds);
      route(exchange);
      failOn(exchange);
    } finally {
      consumer.releaseExchange(exchange, false);
    }
  }

  @Override
  public Optional<RouteProgress> handle(
      Message message, Identity identity, Optional<RouteProgress> behind) throws Exception {
    Exchange exchange = consumer.createExchange(false);
    try {
      Exchanges.begin(exchange, identity, bounds);
      ExchangeSteps.allow(exchange);
      if (behind.isPresent()) {
        ExchangeSteps.resume(exchange, behind.get());
      } else {
        Exchanges.fill(exchange, message.body(), message.headers());
      }
      route(exchange);
      failOn(exchange);
      if (ExchangeSteps.skipping(exchange)) {
        throw gone(behind);
      }
      return ExchangeSteps.stopped(exchange);
    } finally {
      consumer.releaseExchange(exchange, false);
    }
  }

  private static SemelException gone(Optional<RouteProgress> behind) {
    return new SemelException(
        Code.STEP_REFUSED,
        "The route has no step "
            + behind.map(RouteProgress::step).orElse("")
            + " any more, behind which it was to be taken up; give the step its name back, or"
            + " release the message.");
  }

  /**
   * An exchange that is known to be transacted stays on this thread: Camel routes it synchronously.
   */
  private void route(Exchange exchange) throws Exception {
    UnitOfWork unit = consumer.createUoW(exchange);
    unit.beginTransactedBy(TRANSACTED_BY);
    try {
      consumer.getProcessor().process(exchange);
    } finally {
      unit.endTransactedBy(TRANSACTED_BY);
      consumer.doneUoW(exchange);
    }
  }

  /** The route's own failure, out of what Camel has wrapped it in. */
  private static void failOn(Exchange exchange) throws Exception {
    Throwable failure = exchange.getException();
    while (failure instanceof RuntimeCamelException && failure.getCause() != null) {
      failure = failure.getCause();
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof Exception exception) {
      throw exception;
    }
    if (exchange.isRollbackOnly() || exchange.isRollbackOnlyLast()) {
      throw new RouteRolledBack();
    }
  }
}
