// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.exchange;

import org.apache.camel.Exchange;
import org.apache.camel.spi.UnitOfWork;
import org.apache.camel.support.DefaultConsumer;

/**
 * Runs a route with one exchange, synchronously, on the calling thread. Camel gets back each
 * exchange, whatever becomes of it. Safe for any thread.
 */
public final class RouteRunner {

  private static final String TRANSACTED_BY = "inbox";

  private final DefaultConsumer consumer;
  private final boolean transacted;

  private RouteRunner(DefaultConsumer consumer, boolean transacted) {
    this.consumer = consumer;
    this.transacted = transacted;
  }

  /** Runs the route of {@code consumer}, outside any transaction. */
  public static RouteRunner of(DefaultConsumer consumer) {
    return new RouteRunner(consumer, false);
  }

  /**
   * Runs the route of {@code consumer} in the caller's transaction. Camel keeps an exchange that is
   * known to be transacted on its thread.
   */
  public static RouteRunner transacted(DefaultConsumer consumer) {
    return new RouteRunner(consumer, true);
  }

  /** Fills the exchange that enters the route. */
  @FunctionalInterface
  public interface Request {
    void into(Exchange exchange) throws Exception;
  }

  /** Reads the exchange at the end of the route. */
  @FunctionalInterface
  public interface Result<T, E extends Exception> {
    T of(Exchange exchange) throws E;
  }

  /** The result; an exception of the request or the route is in the exchange that it reads. */
  public <T, E extends Exception> T run(Request request, Result<T, E> result) throws E {
    Exchange exchange = consumer.createExchange(false);
    try {
      route(exchange, request);
      return result.of(exchange);
    } finally {
      consumer.releaseExchange(exchange, false);
    }
  }

  private void route(Exchange exchange, Request request) {
    try {
      request.into(exchange);
      process(exchange, consumer.createUoW(exchange));
    } catch (Exception e) {
      exchange.setException(e);
    } finally {
      consumer.doneUoW(exchange);
    }
  }

  private void process(Exchange exchange, UnitOfWork unit) throws Exception {
    if (!transacted) {
      consumer.getProcessor().process(exchange);
      return;
    }
    unit.beginTransactedBy(TRANSACTED_BY);
    try {
      consumer.getProcessor().process(exchange);
    } finally {
      unit.endTransactedBy(TRANSACTED_BY);
    }
  }
}
