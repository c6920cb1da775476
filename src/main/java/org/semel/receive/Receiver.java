// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.semel.inbox.Claim;
import org.semel.inbox.Failures;
import org.semel.inbox.Offer;
import org.semel.inbox.Parked;
import org.semel.inbox.Parked.Subject;
import org.semel.inbox.Parked.Verdict;
import org.semel.message.Identification;
import org.semel.message.Identification.Identified;
import org.semel.message.Identification.Unidentifiable;
import org.semel.message.Identity;
import org.semel.message.IdentityRule;
import org.semel.message.Message;
import org.semel.message.Reason;

/**
 * What happens inside the transaction to messages that arrived together:
 *
 * <ol>
 *   <li>what cannot be read or has no identity is set aside to be parked;
 *   <li>all identities are claimed at once;
 *   <li>a duplicate is a success and needs nothing more; a conflict is parked;
 *   <li>a claimed message that failed too often before is parked, claim and all;
 *   <li>every other claimed message is conducted further: through the route, in the order of
 *       arrival, or into the table of stored messages;
 *   <li>what is parked and what the routes intend is written.
 * </ol>
 *
 * <p>Whatever is thrown on the way undoes everything, with the transaction. Stateless; one receiver
 * serves all workers of a consumer.
 */
public final class Receiver {

  private final ConsumerPolicy policy;
  private final IdentityRule rule;
  private final Memory memory;
  private final Conduct conduct;

  /** A receiver whose messages go through {@code handler}. */
  public Receiver(ConsumerPolicy policy, IdentityRule rule, Memory memory, Handler handler) {
    this(policy, rule, memory, new Routing(policy.reading().headers(), handler, memory.bodies()));
  }

  Receiver(ConsumerPolicy policy, IdentityRule rule, Memory memory, Conduct conduct) {
    this.policy = policy;
    this.rule = rule;
    this.memory = memory;
    this.conduct = conduct;
  }

  /** Whose messages it receives. */
  String consumer() {
    return policy.name();
  }

  /** How long a transaction of this consumer may last. */
  Duration timeout() {
    return policy.pace().transactionTimeout();
  }

  /**
   * Receives {@code arrivals} in the caller's transaction and says what each came to if it commits.
   */
  List<Receipt> receive(List<Arrival> arrivals) {
    List<Parked> parked = new ArrayList<>();
    List<Candidate> candidates = identify(arrivals, parked);
    List<Claim> claims = claim(candidates);
    Map<Identity, Failures> failures = failuresBefore(candidates);
    List<Receipt> receipts = receipts(candidates, claims, failures);
    parked.stream().map(Receipt.Parked::new).forEach(receipts::add);
    write(receipts, failures.keySet());
    return receipts;
  }

  private List<Receipt> receipts(
      List<Candidate> candidates, List<Claim> claims, Map<Identity, Failures> failures) {
    List<Optional<Receipt>> decided = new ArrayList<>(candidates.size());
    List<Candidate> ours = new ArrayList<>(candidates.size());
    for (int i = 0; i < candidates.size(); i++) {
      Optional<Receipt> receipt = decide(candidates.get(i), claims.get(i), failures);
      decided.add(receipt);
      if (receipt.isEmpty()) {
        ours.add(candidates.get(i));
      }
    }
    Iterator<Receipt> conducted = conduct.conduct(ours).iterator();
    List<Receipt> receipts = new ArrayList<>(candidates.size());
    decided.forEach(receipt -> receipts.add(receipt.orElseGet(conducted::next)));
    return receipts;
  }

  /**
   * Those of {@code arrivals} that have failed before, or were there when others did. Asks nobody
   * if none of them is redelivered.
   */
  List<Arrival> suspects(List<Arrival> arrivals) {
    Map<Arrival, Identity> redelivered = new LinkedHashMap<>();
    for (Arrival arrival : arrivals) {
      if (arrival instanceof Arrival.Copied && arrival.message().origin().redelivered()) {
        identity(arrival.message()).ifPresent(identity -> redelivered.put(arrival, identity));
      }
    }
    if (redelivered.isEmpty()) {
      return List.of();
    }
    Set<Identity> known = memory.attempts().of(redelivered.values()).keySet();
    return redelivered.keySet().stream()
        .filter(arrival -> known.contains(redelivered.get(arrival)))
        .toList();
  }

  /** What the inbox would be offered for {@code message}; empty if it has no identity. */
  Optional<Offer> offer(Message message) {
    return rule.identify(message) instanceof Identified identified
        ? Optional.of(offer(message, identified))
        : Optional.empty();
  }

  private Offer offer(Message message, Identified identified) {
    return new Offer(
        new Identity(policy.name(), identified.key()),
        policy.reading().fingerprint().of(message),
        identified.minted());
  }

  /** Claims, in the caller's transaction, and calls no route. */
  List<Claim> claimOnly(List<Offer> offers) {
    return offers.isEmpty() ? List.of() : memory.inbox().claim(offers);
  }

  /** The identity of {@code message}, if it has one. */
  Optional<Identity> identity(Message message) {
    return rule.identify(message) instanceof Identified identified
        ? Optional.of(new Identity(policy.name(), identified.key()))
        : Optional.empty();
  }

  private List<Candidate> identify(List<Arrival> arrivals, List<Parked> parked) {
    List<Candidate> candidates = new ArrayList<>();
    for (Arrival arrival : arrivals) {
      if (arrival instanceof Arrival.Refused refused) {
        parked.add(park(refused.message(), refused.verdict(), Subject.unknown()));
        continue;
      }
      Message message = arrival.message();
      Identification identification = rule.identify(message);
      if (identification instanceof Identified identified) {
        candidates.add(new Candidate(message, offer(message, identified)));
      } else if (identification instanceof Unidentifiable none) {
        parked.add(park(message, new Verdict(none.reason(), none.why()), Subject.unknown()));
      }
    }
    return candidates;
  }

  private List<Claim> claim(List<Candidate> candidates) {
    if (candidates.isEmpty()) {
      return List.of();
    }
    List<Claim> claims = memory.inbox().claim(candidates.stream().map(Candidate::offer).toList());
    if (claims.stream().anyMatch(Claim.Busy.class::isInstance)) {
      throw new RivalInFlight(policy.name());
    }
    return claims;
  }

  /**
   * Only a redelivered message can have failed before, so that a first delivery costs no look-up.
   */
  private Map<Identity, Failures> failuresBefore(List<Candidate> candidates) {
    List<Identity> suspects =
        candidates.stream()
            .filter(candidate -> candidate.message().origin().redelivered())
            .map(candidate -> candidate.offer().identity())
            .toList();
    return suspects.isEmpty() ? Map.of() : memory.attempts().of(suspects);
  }

  /** What it came to without being handled; empty if it is to be handled. */
  private Optional<Receipt> decide(
      Candidate candidate, Claim claim, Map<Identity, Failures> failures) {
    Offer offer = candidate.offer();
    if (claim instanceof Claim.Duplicate) {
      return Optional.of(new Receipt.Absorbed(offer.identity()));
    }
    if (claim instanceof Claim.Conflict conflict) {
      String detail = "took effect before with another body";
      return Optional.of(
          new Receipt.Parked(
              park(
                  candidate.message(),
                  new Verdict(Reason.CONFLICT, detail),
                  Subject.conflicting(offer, conflict))));
    }
    if (claim instanceof Claim.OutOfTime) {
      String detail = "carries a time that lies outside what is remembered";
      Verdict verdict = new Verdict(Reason.OUT_OF_TIME, detail);
      return Optional.of(new Receipt.Parked(park(candidate.message(), verdict, Subject.of(offer))));
    }
    return exhausted(candidate, Optional.ofNullable(failures.get(offer.identity())))
        .map(verdict -> new Receipt.Parked(park(candidate.message(), verdict, Subject.of(offer))));
  }

  private Optional<Verdict> exhausted(Candidate candidate, Optional<Failures> failures) {
    int deliveries = candidate.message().origin().deliveries();
    if (failures.filter(f -> f.count() >= policy.endurance().attempts()).isPresent()) {
      return failures.map(
          f -> new Verdict(Reason.ATTEMPTS_EXHAUSTED, f.last().kind() + ": " + f.last().detail()));
    }
    if (deliveries > policy.endurance().deliveries()) {
      return Optional.of(
          new Verdict(Reason.DELIVERIES_EXHAUSTED, "delivered " + deliveries + " times"));
    }
    return Optional.empty();
  }

  private void write(List<Receipt> receipts, Collection<Identity> failedBefore) {
    List<Parked> parked =
        receipts.stream()
            .filter(Receipt.Parked.class::isInstance)
            .map(receipt -> ((Receipt.Parked) receipt).parked())
            .toList();
    if (!parked.isEmpty()) {
      memory.parking().park(parked);
    }
    if (!failedBefore.isEmpty()) {
      memory.attempts().forget(failedBefore);
    }
    memory.intents().flush();
    memory.bodies().flush();
  }

  private Parked park(Message message, Verdict verdict, Subject subject) {
    return new Parked(policy.name(), message, verdict, subject);
  }
}
