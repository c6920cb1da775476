// SPDX-License-Identifier: Apache-2.0
package org.semel.fake;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.semel.internal.engine.receive.claim.EffectNames;
import org.semel.message.Identity;
import org.semel.operations.Dossier.NamedEffect;

/** What routes call their effects, in memory. */
public final class InMemoryEffects implements EffectNames {

  private final List<Row> rows = new CopyOnWriteArrayList<>();
  private final FakeTransactions transactions;

  private record Row(Identity identity, NamedEffect effect) {}

  public InMemoryEffects(FakeTransactions transactions) {
    this.transactions = transactions;
  }

  @Override
  public void name(Identity identity, String name) {
    Row row = new Row(identity, new NamedEffect(name, Instant.now(), "memory"));
    rows.add(row);
    transactions.enlist(() -> rows.remove(row), () -> {});
  }

  List<NamedEffect> of(Identity identity) {
    return rows.stream().filter(row -> row.identity.equals(identity)).map(Row::effect).toList();
  }
}
