// SPDX-License-Identifier: Apache-2.0
package org.semel.demo;

import java.util.concurrent.TimeUnit;

/** Tells how far the work is, twice a second, or every five seconds while nothing moves. */
final class Progress {

  private static final long WHILE_IT_MOVES = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long WHILE_IT_STANDS = TimeUnit.SECONDS.toNanos(5);

  private final Story story;
  private final Sent sent;
  private Look told;
  private long toldSent;

  /**
   * Begins now.
   *
   * @param first from which the first rate is reckoned
   */
  Progress(Story story, Sent sent, Look first) {
    this.story = story;
    this.sent = sent;
    this.told = first;
  }

  /** If it is time. */
  void tell(Look look) {
    long since = look.nanos() - told.nanos();
    if (since > (look.sawTheSameAs(told) ? WHILE_IT_STANDS : WHILE_IT_MOVES)) {
      tellNow(look);
    }
  }

  /** At once. */
  void tellNow(Look look) {
    long messages = sent.messages();
    story.now(line(look, told, messages, messages - toldSent));
    told = look;
    toldSent = messages;
  }

  /** What was committed at a look, and how fast since an earlier one. */
  static String line(Look look, Look earlier, long sent, long sentSince) {
    return "sent %,7d (%,6d/s)   took effect %,7d (%,6d/s)   absorbed %,6d   confirmed %,7d"
        .formatted(
            sent,
            Look.perSecond(sentSince, look.nanos() - earlier.nanos()),
            look.effects(),
            look.effectsPerSecondSince(earlier),
            look.absorbed(),
            look.confirmed());
  }
}
