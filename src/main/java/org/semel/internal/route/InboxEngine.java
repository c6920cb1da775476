// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route;

import org.semel.internal.claim.EffectNames;
import org.semel.internal.loop.Lifecycle;
import org.semel.internal.receive.SteppedHandler;

/** The engine behind {@code inbox:}. */
public interface InboxEngine {

  /**
   * A consumer under the policy of this name, not started.
   *
   * @param handler the user's route
   */
  Lifecycle consumer(String name, SteppedHandler handler);

  /** Whether the route of this consumer may do what a rollback does not undo. */
  boolean allowsExternal(String consumer);

  /** Records the names of effects in the caller's transaction. */
  EffectNames effects();
}
