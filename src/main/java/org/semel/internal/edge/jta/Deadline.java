// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jta;

import java.time.Duration;
import org.semel.internal.engine.tx.Completion.During;

/**
 * The time at which a transaction is rolled back while work still runs in it. The work's thread is
 * not interrupted; it finds out at the end.
 */
final class Deadline {

  private final Duration timeout;
  private final long at;

  Deadline(Duration timeout) {
    this.timeout = timeout;
    this.at = System.nanoTime() + timeout.toNanos();
  }

  boolean passed() {
    return !timeout.isZero() && System.nanoTime() - at >= 0;
  }

  During or(During otherwise) {
    return passed() ? During.OVERTIME : otherwise;
  }
}
