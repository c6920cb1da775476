// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.doctor;

import java.time.Duration;

/** Lengths of time, for people. */
final class Spans {

  private Spans() {}

  /** In the largest unit of which there are two: {@code 90 s}, {@code 3 min}, {@code 26 h}. */
  static String spelled(Duration span) {
    if (span.toDays() >= 2) {
      return span.toDays() + " d";
    }
    if (span.toHours() >= 2) {
      return span.toHours() + " h";
    }
    return span.toMinutes() >= 2 ? span.toMinutes() + " min" : span.toSeconds() + " s";
  }
}
