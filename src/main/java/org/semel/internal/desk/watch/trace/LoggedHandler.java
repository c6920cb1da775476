// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.trace;

import java.util.Optional;
import org.semel.internal.engine.receive.SteppedHandler;
import org.semel.internal.engine.receive.claim.RouteProgress;
import org.semel.message.Identity;
import org.semel.message.Message;

/** A route whose lines in the log tell consumer and trace. */
public final class LoggedHandler implements SteppedHandler {

  private final String consumer;
  private final SteppedHandler route;

  /** The route of {@code consumer}. */
  public LoggedHandler(String consumer, SteppedHandler route) {
    this.consumer = consumer;
    this.route = route;
  }

  @Override
  public void handle(Message message, Identity identity) throws Exception {
    LogContext context = LogContext.ofConsumer(consumer, message.headers());
    try (context) {
      route.handle(message, identity);
    }
  }

  @Override
  public Optional<RouteProgress> handle(
      Message message, Identity identity, Optional<RouteProgress> behind) throws Exception {
    LogContext context = LogContext.ofConsumer(consumer, message.headers());
    try (context) {
      return route.handle(message, identity, behind);
    }
  }
}
