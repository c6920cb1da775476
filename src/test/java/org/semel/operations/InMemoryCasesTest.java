// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.time.Duration;
import org.semel.fake.FakeTransactions;
import org.semel.fake.InMemoryCases;
import org.semel.fake.InMemoryInbox;
import org.semel.fake.InMemoryParking;
import org.semel.internal.desk.operate.parked.ParkedCases;
import org.semel.internal.engine.receive.claim.ClaimStore;
import org.semel.internal.engine.receive.claim.ParkedStore;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Identity;

class InMemoryCasesTest extends ParkedCasesContract {

  private final FakeTransactions transactions = new FakeTransactions();
  private final InMemoryInbox inbox = new InMemoryInbox(transactions, Duration.ofSeconds(1));
  private final InMemoryParking parking = new InMemoryParking(transactions);
  private final InMemoryCases cases = new InMemoryCases(transactions, parking, inbox);

  @Override
  protected Transactions transactions() {
    return transactions;
  }

  @Override
  protected ParkedStore parking() {
    return parking;
  }

  @Override
  protected ClaimStore inbox() {
    return inbox;
  }

  @Override
  protected ParkedCases cases() {
    return cases;
  }

  /** Here there is none. */
  @Override
  protected void theClockIsSetBack() {}

  @Override
  protected void theClaimIsOutlived(String key) {
    inbox.outlive(new Identity(consumer, key));
  }
}
