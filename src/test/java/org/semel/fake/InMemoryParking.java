// SPDX-License-Identifier: Apache-2.0
package org.semel.fake;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.semel.inbox.Parked;
import org.semel.inbox.Parking;

/** A parking place in memory. */
public final class InMemoryParking implements Parking {

  private final List<Parked> rows = new CopyOnWriteArrayList<>();
  private final FakeTransactions transactions;

  public InMemoryParking(FakeTransactions transactions) {
    this.transactions = transactions;
  }

  @Override
  public void park(List<Parked> messages) {
    List<Parked> added = new ArrayList<>();
    for (Parked message : messages) {
      if (rows.stream().noneMatch(there -> same(there, message))) {
        rows.add(message);
        added.add(message);
      }
    }
    transactions.enlist(() -> rows.removeAll(added), () -> {});
  }

  public List<Parked> rows() {
    return List.copyOf(rows);
  }

  private static boolean same(Parked a, Parked b) {
    return a.subject().identity().isPresent()
        && a.subject().identity().equals(b.subject().identity())
        && a.subject().offered().equals(b.subject().offered())
        && a.verdict().reason() == b.verdict().reason();
  }
}
