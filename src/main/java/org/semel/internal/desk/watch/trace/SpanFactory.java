// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.trace;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.util.Optional;
import java.util.function.Supplier;
import org.semel.message.Headers;
import org.semel.message.TraceParent;

/**
 * Begins and ends spans. An exception of the API or of an exporter, or a class or method of theirs
 * that is missing, is no fault of a message: it is dropped, and the span is missing or stays as it
 * is. Any thread.
 */
final class SpanFactory {

  private final Tracer tracer;

  SpanFactory(Tracer tracer) {
    this.tracer = tracer;
  }

  /** The operation that one kind of spans describes. */
  enum Operation {
    RECEIVE("receive", "receive"),
    PROCESS("process", "process"),
    DELIVER("deliver", "send");

    private final String word;
    private final String type;

    Operation(String word, String type) {
      this.word = word;
      this.type = type;
    }
  }

  /** A span that is not begun. */
  SpanBuilder of(Operation operation, String name, SpanKind kind) {
    SpanBuilder span =
        tracer
            .spanBuilder(operation.word + " " + name)
            .setSpanKind(kind)
            .setAttribute(SpanAttribute.NAME, name)
            .setAttribute(SpanAttribute.OPERATION, operation.word)
            .setAttribute(SpanAttribute.TYPE, operation.type);
    return operation == Operation.DELIVER ? span : span.setAttribute(SpanAttribute.SYSTEM, "jms");
  }

  /** Begins a span, which is the calling thread's until it ends there. */
  @SuppressWarnings("MustBeClosedChecker") // closed where the span ends, on every way
  Current begin(Supplier<SpanBuilder> span) {
    try {
      Span begun = span.get().startSpan();
      return new Current(begun, begun.makeCurrent());
    } catch (RuntimeException | Error e) {
      return new Current(Span.getInvalid(), Scope.noop());
    }
  }

  /** The span of the calling thread; empty if it has none, or one that no one keeps. */
  static Optional<TraceParent> current() {
    try {
      SpanContext span = Span.current().getSpanContext();
      return span.isValid() && span.isSampled()
          ? Optional.of(new TraceParent(span.getTraceId(), span.getSpanId(), "01"))
          : Optional.empty();
    } catch (RuntimeException | Error e) { // an API's fault; what was measured has none
      return Optional.empty();
    }
  }

  /** A span that has begun, and is its thread's. */
  static final class Current {

    private final Span span;
    private final Scope scope;

    private Current(Span span, Scope scope) {
      this.span = span;
      this.scope = scope;
    }

    /** {@code headers}, with this span as the caller's. */
    Headers in(Headers headers) {
      try {
        return TraceHeaders.inject(Context.root().with(span), headers);
      } catch (RuntimeException | Error e) {
        return headers;
      }
    }

    /** It has come to this. */
    void ended(String outcome, StatusCode status) {
      end(
          () -> {
            span.setAttribute(SpanAttribute.OUTCOME, outcome);
            span.setStatus(status);
          });
    }

    /** It has failed. */
    void failed(Throwable failure) {
      end(
          () -> {
            span.setAttribute(SpanAttribute.OUTCOME, "failed");
            span.setAttribute(SpanAttribute.ERROR, failure.getClass().getName());
            span.setStatus(StatusCode.ERROR);
          });
    }

    private void end(Runnable last) {
      try (scope) {
        last.run();
        span.end();
      } catch (RuntimeException | Error e) {
        // an exporter's fault; the message has none
      }
    }
  }
}
