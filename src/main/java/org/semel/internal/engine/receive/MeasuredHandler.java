// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.semel.internal.engine.receive.claim.RouteProgress;
import org.semel.message.Identity;
import org.semel.message.Message;

/**
 * A route, and how long it runs for each message, or for each step of it. Only for those who want
 * to know: it costs two looks at the clock a message. Any thread.
 */
public final class MeasuredHandler implements SteppedHandler {

  private final SteppedHandler handler;
  private final LongSupplier nanos;
  private final LongConsumer lasted;

  /**
   * Measures {@code handler}.
   *
   * @param nanos a clock that never runs backwards
   * @param lasted told the nanoseconds after each run, on its thread and inside its transaction,
   *     whatever came of it; must not throw
   */
  public MeasuredHandler(SteppedHandler handler, LongSupplier nanos, LongConsumer lasted) {
    this.handler = handler;
    this.nanos = nanos;
    this.lasted = lasted;
  }

  @Override
  public void handle(Message message, Identity identity) throws Exception {
    long since = nanos.getAsLong();
    try {
      handler.handle(message, identity);
    } finally {
      tell(since);
    }
  }

  @Override
  public Optional<RouteProgress> handle(
      Message message, Identity identity, Optional<RouteProgress> behind) throws Exception {
    long since = nanos.getAsLong();
    try {
      return handler.handle(message, identity, behind);
    } finally {
      tell(since);
    }
  }

  private void tell(long since) {
    lasted.accept(nanos.getAsLong() - since);
  }
}
