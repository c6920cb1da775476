// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send;

import java.time.Duration;
import java.util.Optional;

/**
 * The right to deliver one intent, until it expires by the database's clock.
 *
 * @param intent what is to be delivered
 * @param token fences the right: the settling relay must hold the row's latest token
 * @param history what happened to this intent before
 */
public record Lease(Intent intent, long token, DeliveryHistory history) {

  /**
   * The history of an intent before this lease, by the database's clock.
   *
   * @param failures deliveries that failed and were settled as such
   * @param trace whether an earlier delivery may have taken effect, since a person's last retry
   * @param vouched whether one before a person's last retry may have, so that this person vouches
   *     for another one; it stays until the settlement is final
   * @param keyAge how long ago the first lease was given under which its key may have reached the
   *     provider; zero if there was none
   * @param lastFailure what the last delivery that did not succeed came to, as its settlement says
   */
  public record DeliveryHistory(
      int failures, Trace trace, boolean vouched, Duration keyAge, Optional<String> lastFailure) {

    /** No delivery has failed. */
    public DeliveryHistory(int failures, Trace trace, boolean vouched, Duration keyAge) {
      this(failures, trace, vouched, keyAge, Optional.empty());
    }

    /** No person has had it sent again in spite of a doubt. */
    public DeliveryHistory(int failures, Trace trace, Duration keyAge) {
      this(failures, trace, false, keyAge);
    }
  }

  /** The trace that earlier deliveries may have left with the provider. */
  public enum Trace {
    /** None took effect: there was none, or the provider said so each time. */
    NONE,
    /**
     * Unknown: an answer did not come, or a relay died or hung that may have sent it. Once
     * possible, it stays so until the settlement is final.
     */
    POSSIBLE
  }

  /** The knowledge of a key that a provider may have from one delivery. */
  public enum KeyExposure {
    /** Nothing: the request never left, or no one looked at it. */
    NONE,
    /** It may have seen the key, and remember it from then on. */
    POSSIBLE
  }

  /** From when on a leased intent may have been sent, for its next holder. */
  public enum SentFrom {
    /** From the lease on; nothing more is written before it is sent. */
    LEASE,
    /** From {@link IntentQueue#markSent} on, without which it must not be sent. */
    MARK
  }
}
