// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import java.util.Optional;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Failures;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.message.ParkingReason;

/** Decides after a claim which messages are handled, and what becomes of the others. Pure. */
final class ClaimDecision {

  private final ConsumerPolicy policy;

  ClaimDecision(ConsumerPolicy policy) {
    this.policy = policy;
  }

  /**
   * The receipt of a message that is not handled; empty if it is to be handled.
   *
   * @param claim the answer of the claim store
   * @param failures of earlier deliveries
   */
  Optional<Receipt> of(IdentifiedMessage candidate, Claim claim, Optional<Failures> failures) {
    if (claim instanceof Claim.Duplicate) {
      return Optional.of(new Receipt.Duplicate(candidate.identity(), candidate.message()));
    }
    if (claim instanceof Claim.Conflict conflict) {
      Verdict verdict = new Verdict(ParkingReason.CONFLICT, "took effect before with another body");
      return parked(candidate, verdict, IdentityEvidence.conflicting(candidate.offer(), conflict));
    }
    if (claim instanceof Claim.OutOfTime) {
      String detail = "carries a time that lies outside what is remembered";
      return parked(candidate, new Verdict(ParkingReason.OUT_OF_TIME, detail), evidence(candidate));
    }
    return failures
        .flatMap(this::exhausted)
        .flatMap(verdict -> parked(candidate, verdict, evidence(candidate).holdingClaim()));
  }

  /** The broker's count of deliveries has no say: it grows with every neighbour's trouble. */
  private Optional<Verdict> exhausted(Failures failures) {
    Failure last = failures.last();
    int deliveries = failures.stops() + 1; // this one included
    return policy
        .attemptLimits()
        .afterFailures(failures.count())
        .map(reason -> new Verdict(reason, last))
        .or(
            () ->
                policy
                    .attemptLimits()
                    .afterStops(deliveries)
                    .map(
                        reason ->
                            new Verdict(
                                reason,
                                "stopped alone %s times, at last by %s"
                                    .formatted(failures.stops(), last.sentence()),
                                Optional.of(last.group()))));
  }

  private static IdentityEvidence evidence(IdentifiedMessage candidate) {
    return IdentityEvidence.of(candidate.offer());
  }

  private Optional<Receipt> parked(
      IdentifiedMessage candidate, Verdict verdict, IdentityEvidence evidence) {
    return Optional.of(
        new Receipt.Parked(
            new ParkedMessage(policy.name(), candidate.message(), verdict, evidence)));
  }
}
