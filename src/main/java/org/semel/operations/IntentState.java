// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.util.Locale;

/** Where an intent stands. The words stand in the database, in lower case: never rename one. */
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

  /** As the table has it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The state of which the table has {@code word}. */
  public static IntentState of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  /** Whether nobody can do anything to it any more. */
  public boolean isFinal() {
    return this == DELIVERED || this == WITHDRAWN;
  }
}
