// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.plan;

import java.time.Duration;
import org.semel.internal.engine.loop.OutageListener;
import org.semel.operations.Plan;

/** Hears what becomes of replay plans on this node; called outside any transaction. */
public interface PlanListener extends OutageListener {

  /** Hears nothing. */
  PlanListener NONE = new PlanListener() {};

  /** A plan has handed in its last message, or has stopped by itself. */
  default void ended(Plan plan, Plan.State state) {}

  /** A plan was halted or taken over while this node worked on it. */
  default void lost(Plan plan) {}

  /** The database cannot be had; plans wait, and are tried again after {@code pause}. */
  @Override
  default void interrupted(Throwable cause, Duration pause) {}

  /** The database is back. */
  @Override
  default void resumed() {}
}
