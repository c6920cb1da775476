// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import java.util.Optional;
import org.semel.internal.engine.receive.claim.RouteProgress;
import org.semel.message.Identity;
import org.semel.message.Message;

/** A route that can be left behind a finished step, and taken up there again. */
public interface SteppedHandler extends Handler {

  /**
   * Runs the route to its next step, or to its end.
   *
   * @param behind where to begin; empty for the beginning
   * @return where it stopped; empty at its end
   * @throws Exception as {@link Handler#handle}
   */
  Optional<RouteProgress> handle(Message message, Identity identity, Optional<RouteProgress> behind)
      throws Exception;

  /** Runs the route from its beginning, for a caller that knows no steps. */
  @Override
  default void handle(Message message, Identity identity) throws Exception {
    handle(message, identity, Optional.empty());
  }
}
