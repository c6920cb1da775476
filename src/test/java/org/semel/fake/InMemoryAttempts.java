// SPDX-License-Identifier: Apache-2.0
package org.semel.fake;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.semel.internal.engine.receive.claim.AttemptStore;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Failures;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.message.Identity;

/** Attempts in memory. */
public final class InMemoryAttempts implements AttemptStore {

  private final Map<Identity, Failures> rows = new ConcurrentHashMap<>();
  private final Set<Identity> open = ConcurrentHashMap.newKeySet();
  private final FakeTransactions transactions;
  private final Predicate<Identity> settled;

  /**
   * Attempts beside an inbox.
   *
   * @param settled whether an identity has been claimed, and that committed
   */
  public InMemoryAttempts(FakeTransactions transactions, Predicate<Identity> settled) {
    this.transactions = transactions;
    this.settled = settled;
  }

  @Override
  public Optional<Failures> failed(Offer offer, Failure failure) {
    Identity identity = offer.identity();
    if (settled.test(identity)) {
      return Optional.empty();
    }
    Failures before = rows.get(identity);
    Failures after =
        new Failures(
            before == null ? 1 : before.count() + 1, before == null ? 0 : before.stops(), failure);
    put(identity, before, after);
    close(identity);
    return Optional.of(after);
  }

  @Override
  public void stopped(Offer offer, Failure failure) {
    stop(offer.identity(), failure, 1);
    close(offer.identity());
  }

  @Override
  public void open(Offer offer) {
    Identity identity = offer.identity();
    boolean unseen = open.contains(identity);
    Failures before = rows.get(identity);
    Failure last =
        unseen || before == null ? new Failure("unseen", "its server ended") : before.last();
    stop(identity, last, unseen ? 1 : 0);
    if (!settled.test(identity) && open.add(identity)) {
      transactions.enlist(() -> open.remove(identity), () -> {});
    }
  }

  @Override
  public void excuse(Identity identity) {
    close(identity);
  }

  private void stop(Identity identity, Failure failure, int more) {
    if (settled.test(identity)) {
      return;
    }
    Failures before = rows.get(identity);
    put(
        identity,
        before,
        before == null
            ? new Failures(0, more, failure)
            : new Failures(before.count(), before.stops() + more, failure));
  }

  private void close(Identity identity) {
    if (open.remove(identity)) {
      transactions.enlist(() -> open.add(identity), () -> {});
    }
  }

  @Override
  public void suspect(Collection<Offer> offers, Failure failure) {
    offers.stream()
        .map(Offer::identity)
        .distinct()
        .filter(identity -> !settled.test(identity) && !rows.containsKey(identity))
        .forEach(identity -> put(identity, null, new Failures(0, failure)));
  }

  @Override
  public Map<Identity, Failures> of(Collection<Identity> identities) {
    return identities.stream()
        .distinct()
        .filter(rows::containsKey)
        .collect(Collectors.toMap(identity -> identity, rows::get));
  }

  @Override
  public void forget(Collection<Identity> identities) {
    identities.forEach(
        identity -> {
          put(identity, rows.get(identity), null);
          close(identity);
        });
  }

  List<Identity> failing() {
    return rows.entrySet().stream()
        .filter(row -> row.getValue().count() > 0)
        .map(Map.Entry::getKey)
        .toList();
  }

  private void put(Identity identity, Failures before, Failures after) {
    set(identity, after);
    transactions.enlist(() -> set(identity, before), () -> {});
  }

  private void set(Identity identity, Failures failures) {
    if (failures == null) {
      rows.remove(identity);
    } else {
      rows.put(identity, failures);
    }
  }
}
