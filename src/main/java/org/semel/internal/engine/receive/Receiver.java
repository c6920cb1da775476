// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.semel.internal.engine.receive.IdentityResolver.Recognised;
import org.semel.internal.engine.receive.claim.AgelessClaimStore;
import org.semel.internal.engine.receive.claim.AttemptStore;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.Failures;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.identity.IdentityRule;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.message.Identity;
import org.semel.message.Message;

/**
 * Handles, inside the transaction, messages that arrived together:
 *
 * <ol>
 *   <li>what cannot be read or has no identity is set aside to be parked;
 *   <li>all identities are claimed at once;
 *   <li>a duplicate is a success and needs nothing more; a conflict is parked;
 *   <li>a claimed message that failed too often before is parked, claim and all;
 *   <li>every other claimed message goes to the {@link ClaimedHandler}: through the route, in the
 *       order of arrival, or into the table of stored messages;
 *   <li>what is parked and what the routes intend is written.
 * </ol>
 *
 * <p>Whatever is thrown on the way undoes everything, with the transaction. One receiver serves all
 * workers of a consumer; all that it remembers is which messages come again.
 */
public final class Receiver {

  private final ConsumerPolicy policy;
  private final IdentityResolver identities;
  private final ClaimDecision decision;
  private final ReceiverStores stores;
  private final ClaimedHandler next;
  private final Returns returns;

  /** A receiver whose messages go through {@code handler}. */
  public Receiver(
      ConsumerPolicy policy, IdentityRule rule, ReceiverStores stores, Handler handler) {
    this(policy, rule, stores, new Routing(policy.reading().headers(), handler, stores.bodies()));
  }

  public Receiver(
      ConsumerPolicy policy, IdentityRule rule, ReceiverStores stores, ClaimedHandler next) {
    this(policy, rule, stores, next, Returns.unheard());
  }

  /** A receiver that remembers in {@code returns} which messages come again. */
  public Receiver(
      ConsumerPolicy policy,
      IdentityRule rule,
      ReceiverStores stores,
      ClaimedHandler next,
      Returns returns) {
    this(policy, new IdentityResolver(policy, rule), stores, next, returns);
  }

  private Receiver(
      ConsumerPolicy policy,
      IdentityResolver identities,
      ReceiverStores stores,
      ClaimedHandler next,
      Returns returns) {
    this.policy = policy;
    this.identities = identities;
    this.decision = new ClaimDecision(policy);
    this.stores = stores;
    this.next = next;
    this.returns = returns;
  }

  /** The consumer whose messages it receives. */
  public String consumer() {
    return policy.name();
  }

  /** The store that counts its failed attempts. */
  public AttemptStore attempts() {
    return stores.attempts();
  }

  /**
   * Asks a table of Semel's own, in the caller's transaction; of no identity it costs next to
   * nothing.
   */
  public void ask() {
    stores.attempts().of(List.of());
  }

  /** Brings the database into the caller's transaction. */
  public void join() {
    stores.claims().join();
  }

  /**
   * Whether a copy of what has claimed its identity, and was parked or took effect, is absorbed.
   */
  public boolean absorbsCopies() {
    return stores.absorbCopies();
  }

  /** The longest time that a transaction of this consumer may last. */
  Duration timeout() {
    return policy.concurrency().transactionTimeout();
  }

  /**
   * Receives {@code arrivals} in the caller's transaction and says what each came to if it commits.
   */
  public List<Receipt> receive(List<Arrival> arrivals) {
    Recognised recognised = identities.of(arrivals);
    List<IdentifiedMessage> candidates = traced(recognised.candidates());
    List<Claim> claims = claim(candidates);
    Map<Identity, Failures> failures = failuresBefore(candidates);
    List<Receipt> receipts = receipts(candidates, claims, failures);
    recognised.parked().stream().map(Receipt.Parked::new).forEach(receipts::add);
    write(receipts, Occasion.now().isOfPerson() ? identities(candidates) : failures.keySet());
    return receipts;
  }

  /**
   * The messages whose duplicates are written. If the queue keeps its messages, none are: each
   * return would write a row for ever.
   */
  private List<IdentifiedMessage> traced(List<IdentifiedMessage> candidates) {
    return returns.areEndless()
        ? candidates.stream().map(IdentifiedMessage::untraced).toList()
        : candidates;
  }

  /** The transaction of these receipts has committed. Outside any transaction. */
  public void committed(List<Receipt> receipts) {
    returns.committed(receipts);
  }

  private List<Receipt> receipts(
      List<IdentifiedMessage> candidates, List<Claim> claims, Map<Identity, Failures> failures) {
    List<Optional<Receipt>> decided = new ArrayList<>(candidates.size());
    List<IdentifiedMessage> ours = new ArrayList<>(candidates.size());
    for (int i = 0; i < candidates.size(); i++) {
      IdentifiedMessage candidate = candidates.get(i);
      Optional<Failures> before = Optional.ofNullable(failures.get(candidate.identity()));
      Optional<Receipt> receipt = decision.of(candidate, claims.get(i), before);
      decided.add(receipt);
      if (receipt.isEmpty()) {
        ours.add(candidate);
      }
    }
    Iterator<Receipt> handled = next.handle(ours).iterator();
    List<Receipt> receipts = new ArrayList<>(candidates.size());
    decided.forEach(receipt -> receipts.add(receipt.orElseGet(handled::next)));
    return receipts;
  }

  /**
   * Those of {@code arrivals} that have failed before, or were there when others did. Asks no one
   * if none of them is redelivered.
   *
   * @param always those of the redelivered that are suspects in any case
   */
  public List<Arrival> suspects(List<Arrival> arrivals, Predicate<Arrival> always) {
    Map<Arrival, Identity> redelivered = new LinkedHashMap<>();
    for (Arrival arrival : arrivals) {
      if (arrival instanceof Arrival.Copied && arrival.message().origin().redelivered()) {
        identity(arrival.message()).ifPresent(identity -> redelivered.put(arrival, identity));
      }
    }
    if (redelivered.isEmpty()) {
      return List.of();
    }
    Set<Identity> known = stores.attempts().of(redelivered.values()).keySet();
    return redelivered.keySet().stream()
        .filter(arrival -> always.test(arrival) || known.contains(redelivered.get(arrival)))
        .toList();
  }

  /** The offer that the claim store would get for {@code message}; empty if it has no identity. */
  public Optional<Offer> offer(Message message) {
    return identities.offer(message);
  }

  /** The offers for those of {@code arrivals} that have an identity. */
  public List<Offer> offers(List<Arrival> arrivals) {
    return arrivals.stream().flatMap(arrival -> offer(arrival.message()).stream()).toList();
  }

  /**
   * The same for a message that has held the claim of its identity until now, however old it is.
   */
  Receiver ageless() {
    ReceiverStores others = stores.claimingBy(new AgelessClaimStore(stores.claims()));
    return new Receiver(policy, identities, others, next, returns);
  }

  /** The same without any route, for transactions that roll back. */
  Receiver rehearsed() {
    return new Receiver(policy, identities, stores, next.rehearsed(), returns);
  }

  /** The identity of {@code message}, if it has one. */
  public Optional<Identity> identity(Message message) {
    return identities.identity(message);
  }

  private List<Claim> claim(List<IdentifiedMessage> candidates) {
    if (candidates.isEmpty()) {
      return List.of();
    }
    List<Claim> claims =
        stores.claims().claim(candidates.stream().map(IdentifiedMessage::offer).toList());
    if (claims.stream().anyMatch(Claim.Busy.class::isInstance)) {
      throw new RivalInFlight(policy.name());
    }
    return claims;
  }

  /**
   * Only a redelivered message can have failed before, so that a first delivery costs no look-up.
   * What a person hands in may have, too, and is tried all the same.
   */
  private Map<Identity, Failures> failuresBefore(List<IdentifiedMessage> candidates) {
    List<Identity> suspects =
        identities(
            candidates.stream()
                .filter(candidate -> candidate.message().origin().redelivered())
                .toList());
    return suspects.isEmpty() ? Map.of() : stores.attempts().of(suspects);
  }

  private static List<Identity> identities(List<IdentifiedMessage> candidates) {
    return candidates.stream().map(IdentifiedMessage::identity).toList();
  }

  /**
   * Writes what the receipts leave.
   *
   * @param failedBefore all that may have
   */
  private void write(List<Receipt> receipts, Collection<Identity> failedBefore) {
    List<ParkedMessage> parked =
        receipts.stream()
            .<ParkedMessage>mapMulti((receipt, parking) -> receipt.toPark().ifPresent(parking))
            .toList();
    if (!parked.isEmpty()) {
      stores.parking().park(parked);
    }
    if (!failedBefore.isEmpty()) {
      stores.attempts().forget(failedBefore);
    }
    stores.intents().flush();
    stores.bodies().flush();
  }
}
