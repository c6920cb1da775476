// SPDX-License-Identifier: Apache-2.0
package org.semel.demo;

/**
 * How fast the job went.
 *
 * @param last the look that saw the last effect
 * @param down how long the server was dead or starting after kills, in nanoseconds
 */
record Pace(Sent sent, Look last, long down, Recovery recovery) {

  /** From the first message sent until the last effect was seen. */
  long nanos() {
    return Math.max(0, last.nanos() - sent.start());
  }

  /** For people. */
  String words() {
    return """
    Sent:        %,d messages in %.1f s, %,d a second (%d producers, up to %d messages a transaction; until the
                 broker had the last one on disk%s).
    Took effect: %,d messages in %.1f s, %,d a second (from the first one sent until the database had committed
                 the last one%s)."""
        .formatted(
            sent.messages(),
            Story.seconds(sent.nanos()),
            sent.perSecond(),
            Feed.PRODUCERS,
            Feed.TOGETHER,
            wasKilled() ? "; a part of them in each life of the server" : "",
            last.effects(),
            Story.seconds(nanos()),
            Look.perSecond(last.effects(), nanos()),
            wasKilled()
                ? "; in %.1f s of these the server was dead or starting"
                    .formatted(Story.seconds(down))
                : "");
  }

  private boolean wasKilled() {
    return recovery.kills() > 0;
  }
}
