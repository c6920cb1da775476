// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics.prometheus;

import org.semel.internal.desk.watch.metrics.Series;

/** The bounds of the buckets of histograms: what people ask about, and no more than they need. */
final class Buckets {

  private static final double[] SECONDS = {
    0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30
  };

  /** A message may wait for hours. */
  private static final double[] LONG_SECONDS = {
    0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600
  };

  private static final double[] MESSAGES = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};

  private Buckets() {}

  static double[] of(Series series) {
    return switch (series) {
      case BATCH_SIZE -> MESSAGES;
      case CRITICAL_TIME -> LONG_SECONDS;
      default -> SECONDS;
    };
  }
}
