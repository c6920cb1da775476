// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics.prometheus;

import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.semel.internal.desk.watch.metrics.CurrentTrace;
import org.semel.message.Message;
import org.semel.message.TraceParent;

/**
 * The histogram of one consumer or destination, and the traces of some of its values where traces
 * are kept. Safe for any thread.
 */
final class MeasuredValues {

  /** As the last digit of {@code traceparent}: the caller keeps the trace. */
  private static final int SAMPLED = 1;

  private final DistributionDataPoint values;
  private final @Nullable LatestExemplars exemplars;
  private final CurrentTrace trace;

  /**
   * No value yet.
   *
   * @param exemplars null where no trace is kept
   */
  MeasuredValues(
      DistributionDataPoint values, @Nullable LatestExemplars exemplars, CurrentTrace trace) {
    this.values = values;
    this.exemplars = exemplars;
    this.trace = trace;
  }

  /** A value that was measured in the trace of this thread, if it has one. */
  void observe(double value) {
    values.observe(value);
    if (exemplars != null) {
      exemplars.note(value, trace);
    }
  }

  /** A value that belongs to the trace of this message's producer, if it has one. */
  void observe(double value, Message message) {
    values.observe(value);
    if (exemplars != null) {
      exemplars.note(value, () -> kept(message));
    }
  }

  private static Optional<TraceParent> kept(Message message) {
    return message
        .headers()
        .text(TraceParent.HEADER)
        .flatMap(TraceParent::parse)
        .filter(producer -> (Integer.parseInt(producer.flags(), 16) & SAMPLED) != 0);
  }
}
