// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.claim;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.semel.message.Identity;

/**
 * The claim store of a consumer whose policy changed to another strategy, identity time or identity
 * rule. Only the former store knows what took effect before the change, so it is looked up first,
 * for as long as it remembers. Nothing may be claimed in the former store any more.
 */
public final class SucceedingClaimStore implements ClaimStore {

  private final ClaimStore current;
  private final Supplier<Optional<ClaimStore>> former;

  /**
   * A store that claims in {@code current}.
   *
   * @param former the memory before it, if it is still to be looked up
   */
  public SucceedingClaimStore(ClaimStore current, Supplier<Optional<ClaimStore>> former) {
    this.current = current;
    this.former = former;
  }

  @Override
  public void join() {
    current.join();
  }

  @Override
  public void bound() {
    current.bound();
  }

  @Override
  public boolean remembers() {
    return current.remembers();
  }

  @Override
  public List<Claim> claim(List<Offer> offers) {
    return former
        .get()
        .map(past -> claim(offers, past, settledIn(past, offers)))
        .orElseGet(() -> current.claim(offers));
  }

  private List<Claim> claim(List<Offer> offers, ClaimStore past, Set<Offer> known) {
    if (known.isEmpty()) {
      return current.claim(offers);
    }
    List<Offer> fresh = offers.stream().filter(offer -> !isKnown(offer, known)).toList();
    List<Offer> before =
        offers.stream().flatMap(offer -> offer.former().stream()).filter(known::contains).toList();
    Iterator<Claim> claims =
        fresh.isEmpty() ? Collections.emptyIterator() : current.claim(fresh).iterator();
    Iterator<Claim> answers =
        past.claim(before).stream().map(SucceedingClaimStore::known).iterator();
    List<Claim> all = new ArrayList<>(offers.size());
    offers.forEach(offer -> all.add(isKnown(offer, known) ? answers.next() : claims.next()));
    return all.stream().anyMatch(Claim.Busy.class::isInstance)
        ? Collections.nCopies(all.size(), new Claim.Busy())
        : all;
  }

  /**
   * The answer of the former memory, but busy instead of claimed. An identity that this memory knew
   * a moment ago and that can be claimed in it now was given back in between: most often by a
   * person's release, which has claimed it in the current store. The next delivery asks the current
   * store.
   */
  private static Claim known(Claim answer) {
    return answer instanceof Claim.Claimed ? new Claim.Busy() : answer;
  }

  @Override
  public List<Offer> settled(List<Offer> offers) {
    Set<Offer> now = new HashSet<>(current.settled(offers));
    Set<Offer> before = former.get().map(past -> settledIn(past, offers)).orElse(Set.of());
    return offers.stream().filter(offer -> now.contains(offer) || isKnown(offer, before)).toList();
  }

  /** What was claimed before the change has waited where it was. */
  @Override
  public void tookEffect(List<Identity> waited) {
    current.tookEffect(waited);
    former.get().ifPresent(past -> past.tookEffect(waited));
  }

  private static Set<Offer> settledIn(ClaimStore past, List<Offer> offers) {
    List<Offer> before = offers.stream().map(Offer::former).flatMap(Optional::stream).toList();
    return before.isEmpty() ? Set.of() : Set.copyOf(past.settled(before));
  }

  private static boolean isKnown(Offer offer, Set<Offer> known) {
    return offer.former().filter(known::contains).isPresent();
  }
}
