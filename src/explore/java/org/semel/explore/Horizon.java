// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.time.Duration;

/**
 * For how long something is kept, by a rule that changes: a longer one counts at once, a shorter
 * one once the longer one has passed.
 */
final class Horizon {

  private Duration said;
  private Duration held = Duration.ZERO;
  private Duration heldUntil = Duration.ZERO;

  Horizon(Duration said) {
    this.said = said;
  }

  void change(Duration to, Duration now) {
    if (to.compareTo(said) < 0) {
      held = longer(said, heldAt(now));
      heldUntil = longer(heldUntil, now.plus(said));
    }
    said = to;
  }

  /** Whether what happened at this time is forgotten by now. */
  boolean hasPassed(Duration since, Duration now) {
    return now.minus(since).compareTo(longer(said, heldAt(now))) > 0;
  }

  private Duration heldAt(Duration now) {
    return now.compareTo(heldUntil) < 0 ? held : Duration.ZERO;
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }
}
