// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import java.util.List;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.tx.Cause;

/** The result of a run of stored messages. */
public sealed interface StoredRunResult {
  /** It has ended one way or the other, and that is written. */
  record Concluded(List<Receipt> receipts) implements StoredRunResult {}

  /**
   * A fault that passes; what was to be written about the message is not, or not all of it.
   *
   * @param line why
   */
  record Unfinished(Throwable cause, Cause line) implements StoredRunResult {

    /** The outcome of a message could not be written. */
    public Unfinished(Throwable cause) {
      this(cause, Cause.UNTOLD);
    }
  }

  /** Rolled back, as several of them and another transaction were in each other's way. */
  record LockConflict() implements StoredRunResult {}

  /** Rolled back, as one of several failed. */
  record OneFailed() implements StoredRunResult {}

  /** Rolled back, as a route of several steps must be alone. */
  record Stepped() implements StoredRunResult {}
}
