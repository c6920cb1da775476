// SPDX-License-Identifier: Apache-2.0
package org.semel.relay;

import java.util.Optional;
import java.util.UUID;
import org.semel.intent.Lease;

/**
 * The intent whose transaction fails though it is alone in it. Whoever fails so once may have met
 * an outage; whoever does again and again, while the database takes word of it, does so himself.
 * Used by one thread.
 */
final class Suspect {

  private static final int FAILURES = 3;

  private Optional<UUID> key = Optional.empty();
  private int failures;

  /**
   * A transaction has failed in which this one was alone.
   *
   * @return whether that is to be held against it
   */
  boolean failed(Lease alone) {
    UUID next = alone.intent().key();
    failures = key.filter(next::equals).isPresent() ? failures + 1 : 1;
    key = Optional.of(next);
    return failures >= FAILURES;
  }
}
