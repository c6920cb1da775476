// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.identity.Identification;
import org.semel.internal.engine.receive.identity.Identification.Identified;
import org.semel.internal.engine.receive.identity.Identification.Unidentifiable;
import org.semel.internal.engine.receive.identity.IdentityRule;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.message.Fingerprint;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.ParkingReason;

/** Finds the identity and the fingerprint of each message, or the reason why it has none. Pure. */
final class IdentityResolver {

  private final ConsumerPolicy policy;
  private final IdentityRule rule;

  /**
   * The messages that arrived together, as far as they are recognised.
   *
   * @param candidates those that have an identity, in the order of arrival
   * @param parked those that have none, or could not be read
   */
  record Recognised(List<IdentifiedMessage> candidates, List<ParkedMessage> parked) {}

  /** The finding about one message. */
  private sealed interface Finding {}

  private record Offered(Offer offer) implements Finding {}

  private record Unfit(Verdict verdict) implements Finding {}

  IdentityResolver(ConsumerPolicy policy, IdentityRule rule) {
    this.policy = policy;
    this.rule = rule;
  }

  Recognised of(List<Arrival> arrivals) {
    Recognised recognised = new Recognised(new ArrayList<>(arrivals.size()), new ArrayList<>());
    for (Arrival arrival : arrivals) {
      if (arrival instanceof Arrival.Refused refused) {
        recognised.parked.add(park(refused.message(), refused.verdict()));
      } else {
        recognise(arrival.message(), recognised);
      }
    }
    return recognised;
  }

  /** The offer that the claim store would get for {@code message}; empty if it has no identity. */
  Optional<Offer> offer(Message message) {
    return recognise(message) instanceof Offered offered
        ? Optional.of(offered.offer())
        : Optional.empty();
  }

  /** The identity of {@code message}, if it has one. */
  Optional<Identity> identity(Message message) {
    return identify(message) instanceof Identified identified
        ? Optional.of(new Identity(policy.name(), identified.key()))
        : Optional.empty();
  }

  private void recognise(Message message, Recognised recognised) {
    Finding finding = recognise(message);
    if (finding instanceof Offered offered) {
      recognised.candidates.add(new IdentifiedMessage(message, offered.offer()));
    } else if (finding instanceof Unfit unfit) {
      recognised.parked.add(park(message, unfit.verdict()));
    }
  }

  private Finding recognise(Message message) {
    Identification identification = identify(message);
    if (identification instanceof Unidentifiable none) {
      return new Unfit(new Verdict(none.reason(), none.why()));
    }
    try {
      return new Offered(offer(message, (Identified) identification));
    } catch (RuntimeException
        | LinkageError
        | AssertionError
        | StackOverflowError
        | InternalError e) {
      return new Unfit(unreadable("fingerprint", e));
    }
  }

  /**
   * The place in which whatever a rule throws becomes this message's own affair: what comes out of
   * here takes its neighbours with it, at every delivery.
   */
  private Identification identify(Message message) {
    try {
      return rule.identify(message);
    } catch (RuntimeException
        | LinkageError
        | AssertionError
        | StackOverflowError
        | InternalError e) {
      Verdict verdict = unreadable("identity", e);
      return new Unidentifiable(verdict.reason(), verdict.detail());
    }
  }

  /**
   * The verdict on a message that cannot be read. It names only the class of the exception, as the
   * exception's text may quote the message.
   */
  private static Verdict unreadable(String what, Throwable thrown) {
    return new Verdict(
        ParkingReason.UNREADABLE,
        "reading its " + what + " failed with " + thrown.getClass().getName());
  }

  private Offer offer(Message message, Identified identified) {
    return offer(policy.name(), policy.reading().fingerprint().of(message), identified);
  }

  private static Offer offer(String consumer, Fingerprint fingerprint, Identified identified) {
    return new Offer(
        new Identity(consumer, identified.key()),
        fingerprint,
        identified.minted(),
        identified
            .former()
            .map(
                former ->
                    offer(former.consumer().orElse(consumer), fingerprint, former.identified())));
  }

  private ParkedMessage park(Message message, Verdict verdict) {
    return new ParkedMessage(policy.name(), message, verdict, IdentityEvidence.unknown());
  }
}
