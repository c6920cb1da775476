// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.tx;

/** The consequence of a {@link Cause}: the same wherever it shows and beside any message. */
public enum Verdict {
  /** The message's own failure. */
  FAILURE(
      "the message's failure",
      "Counts as an attempt once the message is alone in its transaction. After the policy's `attempts` it is parked as"
          + " `ATTEMPTS_EXHAUSTED`."),

  /** Another transaction was in the way. */
  CONTENTION(
      "contention",
      "Counts no attempt. The messages come again, fewer at once, and one that is alone after a pause."),

  /** Something is away, or stands still; or no one knows better. */
  OUTAGE("an outage", "Counts no attempt. The consumer pauses with back-off, and tries again."),

  /** No one knows whether the transaction holds. */
  IN_DOUBT(
      "in doubt",
      "Counts no attempt, and is told (`SEMEL-0205`). The messages come again, each alone; what has taken effect is"
          + " absorbed.");

  private final String words;
  private final String meaning;

  Verdict(String words, String meaning) {
    this.words = words;
    this.meaning = meaning;
  }

  /** For people, in the words of the documentation. */
  public String words() {
    return words;
  }

  /** The consequence for the messages, in the words of the documentation. */
  public String meaning() {
    return meaning;
  }
}
