// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.util.Locale;

/** The state of an intent. The database has the names, in lower case: never rename one. */
public enum IntentState {
  /** Waits for its time. */
  PENDING,
  /** A relay holds it, or held it until its lease ran out. */
  LEASED,
  /** It took effect. Final. */
  DELIVERED,
  /** Waits for a person. */
  PARKED,
  /** A person decided that it shall not take effect. Final. */
  WITHDRAWN;

  /** The state as the table has it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The state of which the table has {@code word}. */
  public static IntentState of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  /** Whether it cannot change any more. */
  public boolean isFinal() {
    return this == DELIVERED || this == WITHDRAWN;
  }
}
