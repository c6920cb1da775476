// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.loop;

import java.time.Duration;

/** Hears what interrupts a {@link Loop}. Called on the loop's thread, outside any transaction. */
public interface OutageListener {

  /** A step was interrupted; it is tried again after {@code pause}. */
  void interrupted(Throwable cause, Duration pause);

  /** After interruptions a step has succeeded. */
  void resumed();
}
