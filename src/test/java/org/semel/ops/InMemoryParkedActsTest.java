// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

import java.time.Duration;
import org.semel.fake.FakeTransactions;
import org.semel.fake.InMemoryAttempts;
import org.semel.fake.InMemoryAudit;
import org.semel.fake.InMemoryCases;
import org.semel.fake.InMemoryInbox;
import org.semel.fake.InMemoryIntents;
import org.semel.fake.InMemoryParking;
import org.semel.receive.Memory;
import org.semel.tx.Faults;
import org.semel.tx.Transactions;

class InMemoryParkedActsTest extends ParkedActsContract {

  private final FakeTransactions transactions = new FakeTransactions();
  private final InMemoryInbox inbox = new InMemoryInbox(transactions, Duration.ofSeconds(1));
  private final InMemoryParking parking = new InMemoryParking(transactions);
  private final InMemoryIntents intents = new InMemoryIntents(transactions);
  private final InMemoryAudit audit = new InMemoryAudit(transactions);
  private final InMemoryCases cases = new InMemoryCases(transactions, parking, inbox);
  private final Memory memory =
      new Memory(inbox, new InMemoryAttempts(transactions, inbox::claimed), parking, intents);

  @Override
  protected Transactions transactions() {
    return transactions;
  }

  @Override
  protected Memory memory() {
    return memory;
  }

  @Override
  protected Cases cases() {
    return cases;
  }

  @Override
  protected Audit audit() {
    return audit;
  }

  @Override
  protected Faults faults() {
    return fault -> Faults.Opinion.NONE;
  }

  @Override
  protected long effects() {
    return intents.recorded().size();
  }
}
