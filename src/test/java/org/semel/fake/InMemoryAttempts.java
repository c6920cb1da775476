// SPDX-License-Identifier: Apache-2.0
package org.semel.fake;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.semel.inbox.Attempts;
import org.semel.inbox.Failure;
import org.semel.inbox.Failures;
import org.semel.inbox.Offer;
import org.semel.message.Identity;

/** Attempts in memory. */
public final class InMemoryAttempts implements Attempts {

  private final Map<Identity, Failures> rows = new ConcurrentHashMap<>();
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
    Failures after = new Failures(before == null ? 1 : before.count() + 1, failure);
    put(identity, before, after);
    return Optional.of(after);
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
    identities.forEach(identity -> put(identity, rows.get(identity), null));
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
