// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.trace;

import org.jspecify.annotations.Nullable;
import org.semel.message.Headers;
import org.semel.message.TraceParent;
import org.slf4j.MDC;

/**
 * The subject of the log's lines of this thread, until it is closed: in SLF4J's mapped diagnostic
 * context, from which a log pattern takes it. Afterwards the thread is as it was; it is a pool's,
 * and its next lines are about something else.
 */
public final class LogContext implements AutoCloseable {

  /** The consumer of the message. */
  public static final String CONSUMER = "consumer";

  /** The destination of an intent. */
  public static final String DESTINATION = "destination";

  /** The trace of the message or intent, if it has one. */
  public static final String TRACE = "trace_id";

  private final String key;
  private final @Nullable String nameBefore;
  private final @Nullable String traceBefore;

  private LogContext(String key, String name, Headers headers) {
    this.key = key;
    this.nameBefore = MDC.get(key);
    this.traceBefore = MDC.get(TRACE);
    put(key, name);
    put(
        TRACE,
        headers
            .text(TraceParent.HEADER)
            .flatMap(TraceParent::parse)
            .map(TraceParent::traceId)
            .orElse(null));
  }

  /** From here on it is about a message of this consumer. */
  public static LogContext ofConsumer(String consumer, Headers message) {
    return new LogContext(CONSUMER, consumer, message);
  }

  /** From here on it is about an intent to this destination. */
  public static LogContext ofDestination(String destination, Headers intent) {
    return new LogContext(DESTINATION, destination, intent);
  }

  @Override
  public void close() {
    put(key, nameBefore);
    put(TRACE, traceBefore);
  }

  private static void put(String key, @Nullable String value) {
    if (value == null) {
      MDC.remove(key);
    } else {
      MDC.put(key, value);
    }
  }
}
