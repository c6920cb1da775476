// SPDX-License-Identifier: Apache-2.0
package org.semel.demo;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;

/** Tells people what happens, and when: in seconds since the demo was started. */
final class Story {

  private final PrintStream out;
  private final long start = System.nanoTime();

  Story(PrintStream out) {
    this.out = out;
  }

  /** A line, or several, as they are. */
  void tell(String text) {
    out.println(text);
    out.flush();
  }

  /** A line with the time before it. */
  void now(String text) {
    tell("%6.1f s  %s".formatted(seconds(System.nanoTime() - start), text));
  }

  /** A line that belongs to the one above. */
  void besides(String text) {
    tell(" ".repeat(10) + text);
  }

  static double seconds(long nanos) {
    return (double) nanos / TimeUnit.SECONDS.toNanos(1);
  }
}
