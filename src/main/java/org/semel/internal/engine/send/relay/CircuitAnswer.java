// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import org.semel.internal.engine.send.Settlement.FailureOf;

/**
 * The circuit's reading of a provider's answer.
 *
 * @param change what the answer did to the circuit
 * @param blame whose failure it was, if it was one
 * @param doubt why it may concern others, too
 */
record CircuitAnswer(CircuitChange change, FailureOf blame, Doubt doubt) {

  /** Why an answer may concern others, too. */
  enum Doubt {
    /** It does not. */
    NONE,
    /** The failure followed another, so that the provider may be away. */
    MAY_BE_AWAY
  }

  /** The change that an answer made to the circuit. */
  enum CircuitChange {
    /** None that shows from outside. */
    NONE,
    /** Nothing is sent from now on, as the provider fails. */
    OPENED,
    /** The provider is back. */
    CLOSED,
    /** Nothing is sent from now on, as the provider denies access to all. */
    PAUSED,
    /** The provider is back, but denies access to all. */
    CLOSED_AND_PAUSED,
    /** The provider grants access again. */
    RESUMED,
    /** Nothing is asked from now on but one at a time, as questions have no answer. */
    ASKS_NO_MORE,
    /** A question was answered, so that all are asked for again. */
    ASKS_AGAIN
  }

  CircuitAnswer(CircuitChange change, FailureOf blame) {
    this(change, blame, Doubt.NONE);
  }

  /**
   * The party whose failure it was; the last attempt is not the intent's while the provider may be
   * away.
   */
  FailureOf blame(boolean last) {
    return last && doubt == Doubt.MAY_BE_AWAY ? FailureOf.DESTINATION : blame;
  }
}
