// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.receive.batch;

import org.semel.internal.receive.HandlingFailed;
import org.semel.internal.tx.Completion.RolledBack;
import org.semel.internal.tx.Faults;
import org.semel.internal.tx.Faults.Opinion;

/** What a transaction that did not commit tells. */
public final class Rollbacks {

  private Rollbacks() {}

  /**
   * Whether it would fail again. A commit that fails without a word is most often a branch whose
   * server went away, and passes; should it not pass, the limit on deliveries ends it. What takes
   * too long stays, unless it meets a fault that passes: a service that hangs, or a database or
   * broker that stood still, may have taken the time.
   */
  public static boolean stays(Faults faults, RolledBack<?> failed) {
    Opinion opinion = faults.ofAll(failed.cause());
    return switch (failed.during()) {
      case OVERTIME, WORK -> !opinion.passes();
      case BEGIN, COMMIT -> opinion == Opinion.LASTING;
    };
  }

  /** The route's own failure, if it was the route. */
  public static Throwable failure(Throwable cause) {
    return cause instanceof HandlingFailed handling ? handling.failure() : cause;
  }
}
