// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The occasion on which a message came to its consumer's route. A route runs on the thread of its
 * transaction, so that the occasion is bound to the thread for as long as it lasts.
 */
public enum Occasion {
  /** Its queue delivered it. */
  DELIVERY,
  /**
   * It was stored before, and is worked off; whether its queue or a person has handed it in is not
   * known any more.
   */
  STORED,
  /** A person released it, and its identity has not taken effect before: this is the first time. */
  RELEASE,
  /** A person handed it in again; its identity took effect before, and was forgotten. */
  REPLAY;

  private static final ThreadLocal<@Nullable Occasion> NOW = new ThreadLocal<>();

  private final String word = name().toLowerCase(Locale.ROOT);

  /** The occasion of the calling thread's transaction. */
  public static Occasion now() {
    Occasion bound = NOW.get();
    return bound == null ? DELIVERY : bound;
  }

  /** Whether an effect is made for the second time. */
  public boolean isRepeat() {
    return this == REPLAY;
  }

  /** Whether a person has handed the message in, in this very transaction. */
  public boolean isOfPerson() {
    return this == RELEASE || this == REPLAY;
  }

  /** The word that routes see. */
  public String word() {
    return word;
  }

  /** Does {@code act} on the calling thread, on this occasion. */
  public <T> T during(Supplier<T> act) {
    Occasion outer = NOW.get();
    NOW.set(this);
    try {
      return act.get();
    } finally {
      NOW.set(outer);
    }
  }
}
