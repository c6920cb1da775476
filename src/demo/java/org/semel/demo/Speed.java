// SPDX-License-Identifier: Apache-2.0
package org.semel.demo;

/**
 * What was measured at full speed.
 *
 * @param bytes of a message's body, on average
 */
record Speed(Sent sent, long bytes, Looks looks) {

  /**
   * At the moments between which is counted.
   *
   * @param start when the queue was opened
   * @param warm when the count began
   * @param done when the last message had taken effect
   * @param confirmed when the last confirmation was sent
   */
  record Looks(Look start, Look warm, Look done, Look confirmed) {}

  /** Messages that took effect, a second. */
  long perSecond() {
    return looks.done().effectsPerSecondSince(looks.warm());
  }

  /** Confirmations sent, a second, from the opening of the queue to the last one. */
  long confirmationsPerSecond() {
    Look from = looks.start();
    Look to = looks.confirmed();
    return Look.perSecond(to.confirmed() - from.confirmed(), to.nanos() - from.nanos());
  }

  /** For people. */
  String words() {
    return """
        This machine at full speed: %,d messages a second take effect.
          %,d messages of %d bytes were put into the queue (%,d a second) before the first was received. The job's own
          route took them: inbox:reservations, protocol xa, %s workers, up to %s messages a transaction; a row inserted,
          a row updated, an intent recorded for each. Counted are the last %,d, in %.1f s: the server had just started.
          Their confirmations were sent over HTTP at the same time (%,d a second). All of it is deleted again."""
        .formatted(
            perSecond(),
            sent.messages(),
            bytes,
            sent.perSecond(),
            Policy.workers(),
            Policy.batch(),
            looks.done().effects() - looks.warm().effects(),
            Story.seconds(looks.done().nanos() - looks.warm().nanos()),
            confirmationsPerSecond());
  }
}
