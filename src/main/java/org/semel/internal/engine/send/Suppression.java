// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send;

import java.util.function.Predicate;

/** The intents that are left out on a thread, and their count. */
final class Suppression {

  private final Predicate<Intent> unwanted;
  private int count;

  Suppression(Predicate<Intent> unwanted) {
    this.unwanted = unwanted;
  }

  boolean covers(Intent intent) {
    boolean covered = unwanted.test(intent);
    count += covered ? 1 : 0;
    return covered;
  }

  /** Whether this is why. */
  boolean isOf(Predicate<Intent> reason) {
    return unwanted == reason;
  }

  int count() {
    return count;
  }
}
