// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send;

import java.time.Duration;
import java.util.Optional;
import org.semel.internal.engine.send.Lease.KeyExposure;
import org.semel.internal.engine.send.Lease.Trace;

/** The outcome of a lease on an intent. */
public sealed interface Settlement {

  /**
   * It took effect. Final.
   *
   * @param reference what the provider calls the effect, if it said so
   */
  record Delivered(Optional<ProviderReference> reference) implements Settlement {

    /** The provider gave no reference. */
    public Delivered() {
      this(Optional.empty());
    }
  }

  /**
   * Not accepted this time.
   *
   * @param delay from now, by the database's clock
   * @param why the last failure, for the operator
   * @param trace whether this delivery may have taken effect nevertheless
   * @param blame whose failure it was; only its own counts as an attempt of the intent
   * @param key what the provider may know of the key by this delivery
   */
  record RetryAt(Duration delay, String why, Trace trace, FailureOf blame, KeyExposure key)
      implements Settlement {

    /** The provider may have seen the key. */
    public RetryAt(Duration delay, String why, Trace trace, FailureOf blame) {
      this(delay, why, trace, blame, KeyExposure.POSSIBLE);
    }

    /** The intent's own failure. */
    public RetryAt(Duration delay, String why, Trace trace) {
      this(delay, why, trace, FailureOf.INTENT);
    }

    /** The same, but not before {@code wait} is over. */
    public RetryAt notBefore(Duration wait) {
      return wait.compareTo(delay) > 0 ? new RetryAt(wait, why, trace, blame, key) : this;
    }
  }

  /**
   * Waits for an operator.
   *
   * @param reason the code
   * @param why the last failure, for the operator
   */
  record Parked(IntentParkingReason reason, String why) implements Settlement {}

  /**
   * As before the lease, whose holder did not begin a delivery.
   *
   * @param delay from now, by the database's clock
   */
  record NotBegun(Duration delay) implements Settlement {

    /** Due at once. */
    public NotBegun() {
      this(Duration.ZERO);
    }
  }

  /** The party whose failure a delivery was. */
  enum FailureOf {
    /** As far as is known, the intent's own. */
    INTENT,
    /** The destination's: any other intent would have failed as well. */
    DESTINATION
  }

  /** The reasons for which an intent is parked. The database has the names: never rename one. */
  enum IntentParkingReason {
    /** The provider said that it will never accept this. */
    REFUSED,
    /** It was not accepted as often as the policy allows. */
    ATTEMPTS_EXHAUSTED,
    /** It was sent, and the outcome is unknown. Listed, never guessed. */
    OUTCOME_UNKNOWN
  }
}
