// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.relay;

import org.semel.internal.intent.Settlement.FailureOf;
import org.semel.internal.relay.DestinationCircuit.Turn;

/**
 * What was made of an answer.
 *
 * @param blame whose failure it was, if it was one
 * @param inARow whether it followed another, so that the provider may be away
 */
record Heard(Turn turn, FailureOf blame, boolean inARow) {

  Heard(Turn turn, FailureOf blame) {
    this(turn, blame, false);
  }

  /** Whose failure it was; nobody's is the last while the provider may be away. */
  FailureOf blame(boolean last) {
    return last && inARow ? FailureOf.DESTINATION : blame;
  }
}
