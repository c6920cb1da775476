// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.trace;

import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;

/** Fails whenever a span ends. */
final class FailingSpans implements SpanProcessor {

  private final Runnable failure;

  FailingSpans(Runnable failure) {
    this.failure = failure;
  }

  @Override
  public void onStart(Context parent, ReadWriteSpan span) {}

  @Override
  public boolean isStartRequired() {
    return false;
  }

  @Override
  public void onEnd(ReadableSpan span) {
    failure.run();
  }

  @Override
  public boolean isEndRequired() {
    return true;
  }
}
