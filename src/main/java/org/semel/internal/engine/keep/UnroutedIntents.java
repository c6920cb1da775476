// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.keep;

import org.semel.Code;
import org.semel.internal.engine.receive.proof.Refusal;

/**
 * The intents that have long been due for a destination that an application is registered to
 * deliver to, though none of its routes does: it has given the destination another name, say.
 *
 * @param waiting their number
 */
public record UnroutedIntents(String destination, long waiting) {

  /** The finding, and what to do. */
  public Refusal finding() {
    return new Refusal(
        Code.DESTINATION_UNROUTED,
        waiting
            + " intents for "
            + destination
            + " wait, and no route of this application delivers them any more.",
        "Let a route from intent:"
            + destination
            + " deliver them, or withdraw them (docs/changes.md).");
  }
}
