// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.util.Arrays;

/**
 * How long messages took from when they were meant to be sent until their commit, at one rate.
 *
 * @param receiver the route
 * @param percent of what N=1 can do
 * @param perSecond the rate
 * @param micros 50th, 95th and 99th percentile
 */
record Latency(String receiver, int percent, int perSecond, Micros micros) {

  /** Percentiles, in microseconds. */
  record Micros(long p50, long p95, long p99) {}

  static Latency of(String receiver, int percent, int perSecond, String answer) {
    long[] figures = Arrays.stream(answer.split(" ", -1)).mapToLong(Long::parseLong).toArray();
    return new Latency(
        receiver, percent, perSecond, new Micros(figures[1], figures[2], figures[3]));
  }
}
