// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.claim;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.semel.message.Fingerprint;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.ParkingReason;

/**
 * A message that waits for a person: consumed from the broker, with all the evidence.
 *
 * @param consumer whose message it is
 * @param message headers and body as they came
 * @param verdict why it cannot take effect
 * @param evidence what is known about its identity
 */
public record ParkedMessage(
    String consumer, Message message, Verdict verdict, IdentityEvidence evidence) {

  /**
   * The reason for which a message cannot take effect.
   *
   * @param reason the code
   * @param detail a sentence, or the last failure; may quote payload, never logged
   * @param group what that failure has in common with those of other messages; empty if it is no
   *     failure
   */
  public record Verdict(ParkingReason reason, String detail, Optional<String> group) {

    /** The verdict on a message that did not fail: its reason is enough. */
    public Verdict(ParkingReason reason, String detail) {
      this(reason, detail, Optional.empty());
    }

    /** The verdict on a message whose last failure is {@code last}. */
    public Verdict(ParkingReason reason, Failure last) {
      this(reason, last.sentence(), Optional.of(last.group()));
    }
  }

  /**
   * The evidence about the identity of a parked message, and about its aggregate.
   *
   * @param identity empty if it has none
   * @param offered fingerprint of the body that is parked
   * @param conflict with what the identity took effect, if that is another body
   * @param differing names of the outermost JSON fields in which the two bodies differ; empty if
   *     that is not known
   * @param aggregate whose version it has, where versions are kept in order and that is known
   * @param version the version; empty if that is not known, or no aggregate is
   * @param holdsClaim whether it was claimed before it was parked, and keeps that claim: its
   *     release must give the claim back, or the message would be absorbed as a copy of itself. The
   *     reason alone does not say so
   */
  public record IdentityEvidence(
      Optional<Identity> identity,
      Optional<Fingerprint> offered,
      Optional<Claim.Conflict> conflict,
      List<String> differing,
      Optional<Identity> aggregate,
      OptionalLong version,
      boolean holdsClaim) {

    public IdentityEvidence {
      differing = List.copyOf(differing);
    }

    /** Nothing is known. */
    public static IdentityEvidence unknown() {
      return new IdentityEvidence(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          List.of(),
          Optional.empty(),
          OptionalLong.empty(),
          false);
    }

    /** The identity and the body are known, and no other body; it has not been claimed. */
    public static IdentityEvidence of(Offer offer) {
      return new IdentityEvidence(
          Optional.of(offer.identity()),
          Optional.of(offer.fingerprint()),
          Optional.empty(),
          List.of(),
          Optional.empty(),
          OptionalLong.empty(),
          false);
    }

    /** The identity took effect with another body, which has the claim. */
    public static IdentityEvidence conflicting(Offer offer, Claim.Conflict conflict) {
      return new IdentityEvidence(
          Optional.of(offer.identity()),
          Optional.of(offer.fingerprint()),
          Optional.of(conflict),
          List.of(),
          Optional.empty(),
          OptionalLong.empty(),
          false);
    }

    /** The same, with the names in which the bodies differ. */
    public IdentityEvidence differingIn(List<String> names) {
      return new IdentityEvidence(
          identity, offered, conflict, names, aggregate, version, holdsClaim);
    }

    /** The same, and its aggregate is known, and perhaps its version. */
    public IdentityEvidence of(Identity whose, OptionalLong its) {
      return new IdentityEvidence(
          identity, offered, conflict, differing, Optional.of(whose), its, holdsClaim);
    }

    /** The same, and it was claimed before it is parked. */
    public IdentityEvidence holdingClaim() {
      return new IdentityEvidence(identity, offered, conflict, differing, aggregate, version, true);
    }
  }
}
