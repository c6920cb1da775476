// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.keep;

import java.time.Duration;
import org.semel.fake.FakeTransactions;
import org.semel.fake.InMemoryForgetting;
import org.semel.fake.InMemoryForgetting.Row;
import org.semel.internal.engine.tx.Transactions;

class InMemoryForgettingTest extends RetentionStoreContract {

  private final FakeTransactions transactions = new FakeTransactions();
  private final InMemoryForgetting memory = new InMemoryForgetting(transactions);

  @Override
  protected Transactions transactions() {
    return transactions;
  }

  @Override
  protected RetentionStore forgetting() {
    return memory;
  }

  @Override
  protected void put(RetainedKind kept, String whose, String id, Duration age) {
    memory.put(new Row(kept, whose, id), age);
  }

  @Override
  protected boolean has(RetainedKind kept, String whose, String id) {
    return memory.has(new Row(kept, whose, id));
  }

  @Override
  protected void park(String whose, String id) {
    memory.park(whose, id);
  }

  @Override
  protected void parkOf(String whose, String aggregate) {
    memory.parkOf(whose, aggregate);
  }

  @Override
  protected void lapse(RetainedKind kept) {
    memory.lapse(kept);
  }
}
