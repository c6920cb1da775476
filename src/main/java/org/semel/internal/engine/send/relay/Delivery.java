// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.time.Duration;
import java.util.Optional;
import org.semel.internal.engine.send.Lease.KeyExposure;
import org.semel.internal.engine.send.Lease.Trace;
import org.semel.internal.engine.send.ProviderReference;

/** The answer of a {@link Provider}. */
public sealed interface Delivery {

  /**
   * It took effect, now or at an earlier attempt.
   *
   * @param reference what the provider calls the effect, if it said so
   */
  record Accepted(Optional<ProviderReference> reference) implements Delivery {

    /** The provider gave no reference. */
    public Accepted() {
      this(Optional.empty());
    }
  }

  /**
   * It certainly did not take effect this time, and may the next.
   *
   * @param why for the operator, without payload
   * @param notBefore how long the provider asks us to wait, if it does
   * @param key what the provider may know of the key by this delivery
   */
  record NotAccepted(String why, Optional<Duration> notBefore, KeyExposure key)
      implements Delivery {

    /** The provider may have seen the key. */
    public NotAccepted(String why, Optional<Duration> notBefore) {
      this(why, notBefore, KeyExposure.POSSIBLE);
    }

    /** The request never left. */
    public static NotAccepted neverSent(String why) {
      return new NotAccepted(why, Optional.empty(), KeyExposure.NONE);
    }
  }

  /**
   * It will never take effect.
   *
   * @param why for the operator, without payload
   */
  record Refused(String why) implements Delivery {}

  /**
   * The provider did not look at it: it does not let us in, there is nothing where we knock, or it
   * is full. Others may fare as this one does.
   *
   * @param why for the operator, without payload
   * @param extent whom it means
   * @param trace whether what was sent before it, in the same delivery, may have taken effect
   */
  record Denied(String why, Extent extent, Trace trace) implements Delivery {

    /** The intents that a provider means that looks at nothing. */
    public enum Extent {
      /** This intent or all; it does not say. */
      UNSAID,
      /** All. */
      ALL,
      /**
       * All that go the same way, for as long as there is no room. One that meets it again is not
       * to blame for it.
       */
      ALL_FOR_NOW
    }

    /** Nothing else was sent. */
    public Denied(String why, Extent extent) {
      this(why, extent, Trace.NONE);
    }
  }

  /**
   * The request left and no answer came that tells what became of it.
   *
   * @param why for the operator, without payload
   * @param notBefore how long the provider asks us to wait, if it does
   */
  record OutcomeUnknown(String why, Optional<Duration> notBefore) implements Delivery {

    /** The provider did not ask us to wait. */
    public OutcomeUnknown(String why) {
      this(why, Optional.empty());
    }
  }
}
