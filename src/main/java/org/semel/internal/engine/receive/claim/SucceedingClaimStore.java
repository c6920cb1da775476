// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.claim;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
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
        .map(
            past -> {
              Set<Offer> known = settledIn(past, offers);
              return answers(offers, past, known, untold(past, offers, known), current::claim);
            })
        .orElseGet(() -> current.claim(offers));
  }

  @Override
  public List<Claim> reclaim(List<Offer> offers) {
    return former
        .get()
        .map(past -> answers(offers, past, settledIn(past, offers), Set.of(), current::reclaim))
        .orElseGet(() -> current.reclaim(offers));
  }

  /**
   * Those of which the former memory does not know any more whether they took effect, and neither
   * does the current one. To be asked after the look-up: what grows too old in between was not
   * looked up.
   */
  private Set<Offer> untold(ClaimStore past, List<Offer> offers, Set<Offer> known) {
    List<Offer> before = formerOf(offers).stream().filter(offer -> !known.contains(offer)).toList();
    Set<Offer> outlived = before.isEmpty() ? Set.of() : Set.copyOf(past.outlived(before));
    if (outlived.isEmpty()) {
      return Set.of();
    }
    List<Offer> old = offers.stream().filter(offer -> isOf(offer, outlived)).toList();
    Set<Offer> untold = new HashSet<>(old);
    current.settled(old).forEach(untold::remove);
    return untold;
  }

  private static List<Claim> answers(
      List<Offer> offers,
      ClaimStore past,
      Set<Offer> known,
      Set<Offer> untold,
      Function<List<Offer>, List<Claim>> claiming) {
    if (known.isEmpty() && untold.isEmpty()) {
      return claiming.apply(offers);
    }
    List<Offer> fresh =
        offers.stream().filter(offer -> !isOf(offer, known) && !untold.contains(offer)).toList();
    List<Offer> before = formerOf(offers).stream().filter(known::contains).toList();
    Iterator<Claim> claims =
        fresh.isEmpty() ? Collections.emptyIterator() : claiming.apply(fresh).iterator();
    Iterator<Claim> answers =
        before.isEmpty()
            ? Collections.emptyIterator()
            : past.claim(before).stream().map(SucceedingClaimStore::known).iterator();
    List<Claim> all = new ArrayList<>(offers.size());
    for (Offer offer : offers) {
      if (untold.contains(offer)) {
        all.add(new Claim.OutOfTime());
      } else {
        all.add(isOf(offer, known) ? answers.next() : claims.next());
      }
    }
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
    return offers.stream().filter(offer -> now.contains(offer) || isOf(offer, before)).toList();
  }

  /** What was claimed before the change has waited where it was. */
  @Override
  public void tookEffect(List<Identity> waited) {
    current.tookEffect(waited);
    former.get().ifPresent(past -> past.tookEffect(waited));
  }

  private static Set<Offer> settledIn(ClaimStore past, List<Offer> offers) {
    List<Offer> before = formerOf(offers);
    return before.isEmpty() ? Set.of() : Set.copyOf(past.settled(before));
  }

  private static List<Offer> formerOf(List<Offer> offers) {
    return offers.stream().map(Offer::former).flatMap(Optional::stream).toList();
  }

  /** Whether {@code offer} is one of those by its former policy. */
  private static boolean isOf(Offer offer, Set<Offer> before) {
    return offer.former().filter(before::contains).isPresent();
  }
}
