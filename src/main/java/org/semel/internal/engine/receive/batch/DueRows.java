// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import java.util.Optional;
import org.semel.internal.engine.receive.policy.BatchLimit;

/** Messages of one consumer that wait in rows of the database until they are due. One worker's. */
public interface DueRows {

  /** The limit of what it would have next time. */
  BatchLimit limit();

  /**
   * Runs what is due, at most {@code most}. Throws only what ends the virtual machine.
   *
   * @return empty if nothing is due
   */
  Optional<BatchResult> workOff(BatchLimit most);

  /** The result of a look that found nothing due. */
  BatchResult idle();

  /**
   * Parks what a person must see. Called when nothing is due.
   *
   * @return why that could not be written, so that it is left for the next time; empty if it was
   */
  Optional<Throwable> park();
}
