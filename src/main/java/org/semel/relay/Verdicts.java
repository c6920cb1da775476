// SPDX-License-Identifier: Apache-2.0
package org.semel.relay;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.semel.intent.Lease;
import org.semel.intent.Lease.Trace;
import org.semel.intent.Settlement;
import org.semel.intent.Settlement.Reason;
import org.semel.intent.Settlement.RetryAt;

/**
 * Turns a provider's answer into a settlement, as the policy has it. Pure but for the spread of the
 * waits.
 *
 * <p>What may have arrived is sent again only if the provider honours keys and still remembers this
 * one; otherwise it is parked as unknown, never guessed (design, rule 11).
 */
final class Verdicts {

  private final DestinationPolicy policy;
  private final RandomGenerator random;

  Verdicts(DestinationPolicy policy, RandomGenerator random) {
    this.policy = policy;
    this.random = random;
  }

  /** What must be settled without sending; empty if the intent may be sent. */
  Optional<Settlement> before(Lease lease) {
    return lease.history().trace() == Trace.POSSIBLE && !repeatable(lease)
        ? Optional.of(unknown("it may have taken effect before, and cannot be sent again safely"))
        : Optional.empty();
  }

  Settlement after(Lease lease, Delivery delivery) {
    if (delivery instanceof Delivery.Accepted accepted) {
      return new Settlement.Delivered(accepted.reference());
    }
    if (delivery instanceof Delivery.Refused refused) {
      return new Settlement.Parked(Reason.REFUSED, refused.why());
    }
    if (delivery instanceof Delivery.Unavailable unavailable) {
      RetryAt soonest = new RetryAt(notBefore(unavailable), unavailable.why(), Trace.NONE);
      return again(lease, soonest);
    }
    String why = ((Delivery.Unknown) delivery).why();
    return repeatable(lease)
        ? again(lease, new RetryAt(Duration.ZERO, why, Trace.POSSIBLE))
        : unknown(why);
  }

  private static Duration notBefore(Delivery.Unavailable unavailable) {
    return unavailable.notBefore().orElse(Duration.ZERO);
  }

  /** Not sooner than {@code soonest}, unless the attempts are used up. */
  private Settlement again(Lease lease, RetryAt soonest) {
    int failures = lease.history().failures() + 1;
    if (failures < policy.endurance().attempts()) {
      Duration wait = policy.endurance().backoff().after(failures, random);
      return wait.compareTo(soonest.delay()) > 0
          ? new RetryAt(wait, soonest.why(), soonest.trace())
          : soonest;
    }
    boolean certain = lease.history().trace() == Trace.NONE && soonest.trace() == Trace.NONE;
    return certain
        ? new Settlement.Parked(Reason.ATTEMPTS_EXHAUSTED, soonest.why())
        : unknown(soonest.why());
  }

  private boolean repeatable(Lease lease) {
    return policy.contract().permitsRepetition(lease.history().keyAge());
  }

  private static Settlement unknown(String why) {
    return new Settlement.Parked(Reason.OUTCOME_UNKNOWN, why);
  }
}
