// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.pause;

import java.time.Duration;
import org.semel.internal.engine.loop.OutageListener;
import org.semel.operations.PauseActs.Pause;
import org.semel.operations.PauseActs.Target;

/**
 * Hears what becomes of this node's consumers and destinations; for log lines, states and tests.
 * Called under a lock; must neither wait nor throw.
 */
public interface PauseListener extends OutageListener {

  /** One of this node's is paused from now on, or began so. */
  default void paused(Pause pause) {}

  /** It goes on. */
  default void unpaused(Target target) {}

  /** Nothing runs under this name here any more; what is paused meanwhile is told when it does. */
  default void ended(Target target) {}

  /** The server is suspended: all of this node's begin nothing more. */
  default void serverSuspended() {}

  /** The server goes on, and so does what no one else has paused. */
  default void serverResumed() {}

  /** No one can say what is paused now; all stays as it was. */
  @Override
  default void interrupted(Throwable cause, Duration pause) {}

  @Override
  default void resumed() {}
}
