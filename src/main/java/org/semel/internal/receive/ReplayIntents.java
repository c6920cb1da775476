// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.receive;

import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.semel.internal.intent.Intent;
import org.semel.internal.intent.Intents;

/**
 * Records intents, but for those that a replay does not want. A route runs on the thread of its
 * transaction, so that what is unwanted is bound to the thread for as long as the replay lasts.
 */
public final class ReplayIntents implements Intents {

  private static final ThreadLocal<@Nullable Quiet> QUIET = new ThreadLocal<>();

  private final Intents intents;

  public ReplayIntents(Intents intents) {
    this.intents = intents;
  }

  /**
   * What an act came to.
   *
   * @param suppressed how many intents it would have recorded otherwise
   */
  record Quietly<T>(T value, int suppressed) {}

  /** Does {@code act} on the calling thread; what {@code unwanted} says yes to is not recorded. */
  static <T> Quietly<T> during(Predicate<Intent> unwanted, Supplier<T> act) {
    Quiet quiet = new Quiet(unwanted);
    Quiet outer = QUIET.get();
    QUIET.set(quiet);
    try {
      return new Quietly<>(act.get(), quiet.suppressed);
    } finally {
      QUIET.set(outer);
    }
  }

  @Override
  public void record(Intent intent) {
    Quiet quiet = QUIET.get();
    if (quiet == null || !quiet.suppresses(intent)) {
      intents.record(intent);
    }
  }

  @Override
  public void flush() {
    intents.flush();
  }

  private static final class Quiet {
    private final Predicate<Intent> unwanted;
    private int suppressed;

    Quiet(Predicate<Intent> unwanted) {
      this.unwanted = unwanted;
    }

    boolean suppresses(Intent intent) {
      if (!unwanted.test(intent)) {
        return false;
      }
      suppressed++;
      return true;
    }
  }
}
