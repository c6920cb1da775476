// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Lease.KeyExposure;
import org.semel.internal.engine.send.Lease.Trace;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.send.Settlement.FailureOf;
import org.semel.internal.engine.send.Settlement.IntentParkingReason;
import org.semel.internal.engine.send.Settlement.RetryAt;
import org.semel.internal.engine.send.relay.Delivery.Denied.Extent;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract.Keys;
import org.semel.internal.engine.send.relay.Inquiry.InquiryResult;

/**
 * Decides by the policy what a provider's answer means for the intent. Pure, but for the random
 * spread of delays.
 *
 * <p>An intent that may have arrived is sent again only if the provider honours keys and still
 * remembers this one; otherwise the provider is asked, if it can be; otherwise the intent is parked
 * as unknown, never guessed (design, rule 11). A person's retry allows another delivery, and makes
 * nothing certain: the provider is asked once, and where it does not say, the intent is sent.
 */
final class SettlementPolicy {

  private static final InquiryResult FORGOTTEN =
      new InquiryResult.CannotSay("the provider does not know the key, and may have forgotten it");

  private final DestinationPolicy policy;
  private final BooleanSupplier canAsk;
  private final RetryDelays delays;

  /** The act that is due on a leased intent. */
  sealed interface LeaseAction {

    /** Send it. */
    record Send() implements LeaseAction {}

    /** Ask the provider first. */
    record Ask() implements LeaseAction {}

    /** Neither. */
    record Settle(Settlement settlement) implements LeaseAction {}
  }

  /**
   * Settlements under this policy.
   *
   * @param canAsk whether the provider can be asked what became of an intent
   */
  SettlementPolicy(DestinationPolicy policy, BooleanSupplier canAsk, RandomGenerator random) {
    this.policy = policy;
    this.canAsk = canAsk;
    this.delays = new RetryDelays(policy, random);
  }

  LeaseAction before(Lease lease) {
    if (certainSoFar(lease)) {
      return new LeaseAction.Send();
    }
    boolean asks = canAsk.getAsBoolean();
    if (isAllowed(lease)) { // once it has failed, it was asked for
      return asks && lease.history().failures() == 0
          ? new LeaseAction.Ask()
          : new LeaseAction.Send();
    }
    if (repeatable(lease) && !(asks && exhausted(lease))) {
      return new LeaseAction.Send();
    }
    return asks
        ? new LeaseAction.Ask()
        : new LeaseAction.Settle(
            unknown("it may have taken effect before, and cannot be sent again safely"));
  }

  /** The settlement that follows from an inquiry's result; empty if the intent may be sent. */
  Optional<Settlement> found(Lease lease, InquiryResult answer) {
    if (answer instanceof InquiryResult.Confirmed confirmed) {
      return Optional.of(new Settlement.Delivered(confirmed.reference()));
    }
    if (answer instanceof InquiryResult.NotAsked notAsked) {
      return isAllowed(lease) ? Optional.empty() : Optional.of(notAsked(lease, notAsked.why()));
    }
    if (answer instanceof InquiryResult.CannotSay cannot) {
      return unanswered(lease, cannot, FailureOf.INTENT);
    }
    if (mayBeForgotten(lease)) {
      return found(lease, FORGOTTEN);
    }
    return exhausted(lease)
        ? Optional.of(
            new Settlement.Parked(
                IntentParkingReason.ATTEMPTS_EXHAUSTED, "the provider does not know the key"))
        : Optional.empty();
  }

  /**
   * The settlement of an intent in doubt while no question is asked. All that are in doubt wait for
   * the same, and must not keep others from being sent meanwhile.
   */
  private Settlement notAsked(Lease lease, String why) {
    return new RetryAt(delays.next(lease), why, Trace.POSSIBLE, FailureOf.DESTINATION)
        .notBefore(policy.retry().breaker().open());
  }

  /**
   * The settlement that follows from an inquiry without an answer; empty if the intent may be sent
   * all the same.
   */
  Optional<Settlement> unanswered(Lease lease, InquiryResult.CannotSay cannot, FailureOf blame) {
    if (isAllowed(lease)) {
      return Optional.empty();
    }
    return Optional.of(
        blame == FailureOf.INTENT && exhausted(lease)
            ? unknown(cannot.why())
            : askLater(lease, cannot.why(), blame));
  }

  /**
   * The settlement of an intent whose inquiry took too long, though the intent may be sent whatever
   * the answer is.
   */
  Settlement askedInVain(Lease lease, String why) {
    return new RetryAt(delays.next(lease), why, Trace.NONE, FailureOf.INTENT, KeyExposure.NONE);
  }

  /**
   * The settlement of an intent that could not be marked as sent. It is due again only after a
   * while, as what kept the mark from being written may last.
   */
  Settlement notMarked() {
    return new Settlement.NotBegun(policy.throughput().poll());
  }

  /** The settlement that follows from the provider's answer, if a failure is the intent's own. */
  Settlement after(Lease lease, Delivery delivery) {
    return after(lease, delivery, FailureOf.INTENT);
  }

  /**
   * The settlement that follows from the provider's answer.
   *
   * @param blame whose failure it is, if it is one
   */
  Settlement after(Lease lease, Delivery delivery, FailureOf blame) {
    if (delivery instanceof Delivery.Accepted accepted) {
      return new Settlement.Delivered(accepted.reference());
    }
    if (delivery instanceof Delivery.Refused refused) {
      return certainSoFar(lease)
          ? new Settlement.Parked(IntentParkingReason.REFUSED, refused.why())
          : inDoubt(lease, refused.why(), blame);
    }
    if (delivery instanceof Delivery.Denied denied) {
      return after(lease, forOne(denied, blame), blame);
    }
    if (delivery instanceof Delivery.NotAccepted notAccepted) {
      Duration asked = delays.asked(lease, notAccepted.notBefore(), Trace.NONE);
      RetryAt soonest = new RetryAt(asked, notAccepted.why(), Trace.NONE, blame, notAccepted.key());
      return again(lease, soonest);
    }
    Delivery.OutcomeUnknown unknown = (Delivery.OutcomeUnknown) delivery;
    Duration asked = delays.asked(lease, unknown.notBefore(), Trace.POSSIBLE);
    return repeatable(lease)
        ? again(lease, new RetryAt(asked, unknown.why(), Trace.POSSIBLE, blame))
        : inDoubt(lease, unknown.why(), blame);
  }

  /**
   * The answer that a denial amounts to for the intent alone. If it may concern all intents, this
   * one waits, so that others can show it and another is the next probe.
   */
  private Delivery forOne(Delivery.Denied denied, FailureOf blame) {
    if (denied.trace() == Trace.POSSIBLE) {
      return new Delivery.OutcomeUnknown(denied.why());
    }
    boolean all = denied.extent() != Extent.UNSAID;
    if (blame == FailureOf.INTENT && !all) {
      return new Delivery.Refused(denied.why());
    }
    Duration open = policy.retry().breaker().open();
    return new Delivery.NotAccepted(
        denied.why(),
        Optional.of(open).filter(wait -> blame == FailureOf.DESTINATION),
        all ? KeyExposure.NONE : KeyExposure.POSSIBLE);
  }

  /** Not sooner than {@code soonest}, unless the attempts are used up. */
  private Settlement again(Lease lease, RetryAt soonest) {
    boolean counts = soonest.blame() == FailureOf.INTENT;
    if (!counts || lease.history().failures() + 1 < policy.retry().attempts()) {
      return soonest.notBefore(delays.next(lease));
    }
    boolean certain = certainSoFar(lease) && soonest.trace() == Trace.NONE;
    return certain
        ? new Settlement.Parked(IntentParkingReason.ATTEMPTS_EXHAUSTED, soonest.why())
        : inDoubt(lease, soonest.why(), soonest.blame());
  }

  private Settlement inDoubt(Lease lease, String why, FailureOf blame) {
    return canAsk.getAsBoolean() ? askLater(lease, why, blame) : unknown(why);
  }

  /**
   * The settlement of an intent that is asked for later: the provider may still be processing it.
   */
  private Settlement askLater(Lease lease, String why, FailureOf blame) {
    return new RetryAt(delays.next(lease), why, Trace.POSSIBLE, blame);
  }

  /** Whether no earlier delivery can have taken effect. */
  private static boolean certainSoFar(Lease lease) {
    return lease.history().trace() == Trace.NONE && !lease.history().vouched();
  }

  /** Whether a person allows another delivery, and none since then can have taken effect. */
  private static boolean isAllowed(Lease lease) {
    return lease.history().trace() == Trace.NONE && lease.history().vouched();
  }

  /** Whether another failure of its own, which is not its first, would be its last. */
  boolean isLast(Lease lease) {
    int failures = lease.history().failures();
    return failures > 0 && failures + 1 >= policy.retry().attempts();
  }

  private boolean exhausted(Lease lease) {
    return lease.history().failures() >= policy.retry().attempts();
  }

  /** Whether its key is known even if it is sent as late under its lease as may be. */
  private boolean repeatable(Lease lease) {
    Duration wait = policy.throughput().lease().dividedBy(2);
    return policy.contract().permitsRepetition(lease.history().keyAge().plus(wait));
  }

  /**
   * Whether a provider that honours keys may have forgotten this one. One that ignores them is
   * asked by what lasts.
   */
  private boolean mayBeForgotten(Lease lease) {
    return policy.contract().keys() == Keys.HONOURED && !repeatable(lease);
  }

  private static Settlement unknown(String why) {
    return new Settlement.Parked(IntentParkingReason.OUTCOME_UNKNOWN, why);
  }

  /** The time for which an intent waits for its next attempt. */
  static final class RetryDelays {

    /** No provider can ask for longer in one go. */
    private static final Duration LONGEST = Duration.ofDays(1);

    private final DestinationPolicy policy;
    private final RandomGenerator random;

    RetryDelays(DestinationPolicy policy, RandomGenerator random) {
      this.policy = policy;
      this.random = random;
    }

    /** By our own back-off. */
    Duration next(Lease lease) {
      return policy.retry().backoff().anywhere(lease.history().failures() + 1, random);
    }

    /**
     * The delay that the provider asks for, up to a day. An intent that can be sent again only
     * while the provider knows its key waits no longer than that.
     *
     * @param trace whether the latest delivery may have taken effect
     */
    Duration asked(Lease lease, Optional<Duration> asked, Trace trace) {
      boolean certain = trace == Trace.NONE && lease.history().trace() == Trace.NONE;
      boolean repeats = policy.contract().permitsRepetition(lease.history().keyAge());
      Duration most = certain || !repeats ? LONGEST : shorter(LONGEST, keyIsKnown(lease));
      return shorter(most, asked.orElse(Duration.ZERO));
    }

    /**
     * The time for which the provider will know the key, less the time that a delivery can take.
     */
    private Duration keyIsKnown(Lease lease) {
      Duration left = policy.contract().keyLife().minus(lease.history().keyAge());
      Duration rest = left.minus(policy.throughput().longest());
      return rest.isNegative() ? Duration.ZERO : rest;
    }

    private static Duration shorter(Duration one, Duration other) {
      return one.compareTo(other) < 0 ? one : other;
    }
  }
}
