// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send;

import org.semel.fake.FakeTransactions;
import org.semel.fake.InMemoryIntents;
import org.semel.internal.desk.operate.intents.Interventions;
import org.semel.internal.engine.tx.Transactions;

class InMemoryOrderTest extends OrderContract {

  private final FakeTransactions transactions = new FakeTransactions();
  private final InMemoryIntents intents = new InMemoryIntents(transactions);

  @Override
  protected Transactions transactions() {
    return transactions;
  }

  @Override
  protected Intents intents() {
    return intents;
  }

  @Override
  protected IntentQueue queue() {
    return intents;
  }

  @Override
  protected Interventions interventions() {
    return intents;
  }
}
