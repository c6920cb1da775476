// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.trace;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.semel.message.Headers;
import org.semel.message.TraceParent;

/**
 * Traces in headers, as the W3C has them, whatever the server propagates otherwise: what is stored
 * with an intent is read by any server later.
 */
final class TraceHeaders {

  private static final W3CTraceContextPropagator W3C = W3CTraceContextPropagator.getInstance();
  private static final List<String> NAMES = List.of(TraceParent.HEADER, TraceParent.STATE);
  private static final TextMapGetter<Headers> READ = new Read();

  private TraceHeaders() {}

  /** {@code base}, with the caller's span of {@code headers} if there is one. */
  static Context extract(Context base, Headers headers) {
    return headers.text(TraceParent.HEADER).flatMap(TraceParent::parse).isPresent()
        ? W3C.extract(base, headers, READ)
        : base;
  }

  /** The caller's span of {@code headers}; invalid if there is none. */
  static SpanContext caller(Headers headers) {
    return Span.fromContext(extract(Context.root(), headers)).getSpanContext();
  }

  /** {@code headers} with the span of {@code context} as the caller's, if it has one. */
  static Headers inject(Context context, Headers headers) {
    Map<String, String> trace = new HashMap<>();
    W3C.inject(context, trace, (carrier, name, value) -> trace.put(name, value));
    return trace.isEmpty() ? headers : headers.replacing(NAMES, trace);
  }

  private static final class Read implements TextMapGetter<Headers> {

    @Override
    public Iterable<String> keys(Headers headers) {
      return NAMES;
    }

    @Override
    public @Nullable String get(@Nullable Headers headers, String name) {
      return headers == null ? null : headers.text(name).orElse(null);
    }
  }
}
