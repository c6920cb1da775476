// SPDX-License-Identifier: Apache-2.0
package org.semel.relay;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.semel.intent.Lease;
import org.semel.intent.Lease.LastLease;
import org.semel.intent.Settlement;
import org.semel.intent.Settlement.Reason;

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
    boolean mayHaveArrived = lease.history().lastLease() == LastLease.EXPIRED;
    return mayHaveArrived && !repeatable(lease)
        ? Optional.of(
            unknown("the relay that held it ended without a word, and it may have been sent"))
        : Optional.empty();
  }

  Settlement after(Lease lease, Delivery delivery) {
    if (delivery instanceof Delivery.Accepted) {
      return new Settlement.Delivered();
    }
    if (delivery instanceof Delivery.Refused refused) {
      return new Settlement.Parked(Reason.REFUSED, refused.why());
    }
    if (delivery instanceof Delivery.Unavailable unavailable) {
      return again(lease, unavailable.why(), unavailable.notBefore());
    }
    String why = ((Delivery.Unknown) delivery).why();
    return repeatable(lease) ? again(lease, why, Optional.empty()) : unknown(why);
  }

  private Settlement again(Lease lease, String why, Optional<Duration> notBefore) {
    int failures = lease.history().failures() + 1;
    if (failures >= policy.endurance().attempts()) {
      return new Settlement.Parked(Reason.ATTEMPTS_EXHAUSTED, why);
    }
    Duration wait = policy.endurance().backoff().after(failures, random);
    Duration longer = notBefore.filter(asked -> asked.compareTo(wait) > 0).orElse(wait);
    return new Settlement.RetryAt(longer, why);
  }

  private boolean repeatable(Lease lease) {
    return policy.contract().permitsRepetition(lease.history().keyAge());
  }

  private static Settlement unknown(String why) {
    return new Settlement.Parked(Reason.OUTCOME_UNKNOWN, why);
  }
}
