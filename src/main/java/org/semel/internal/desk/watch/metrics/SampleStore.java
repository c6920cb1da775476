// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/** The database as gauges see it. All acts join the caller's short transaction. */
public interface SampleStore {

  /** The time by the database's clock. */
  Instant now();

  /** Whether the database takes writes now, of whomever it knows. */
  boolean isWritable();

  /**
   * Takes the turn to read, for so long: a node that had it last keeps it, any other gets it once
   * it has run out.
   *
   * @param last the token of the caller's last turn; zero if it had none
   * @return the token of this turn; empty if another node has it
   */
  OptionalLong take(long last, Duration life);

  /** All gauges. A consumer or destination that is registered and has nothing has zeros. */
  List<Sample> read();
}
