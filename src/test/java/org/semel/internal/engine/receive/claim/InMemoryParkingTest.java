// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.claim;

import org.semel.fake.FakeTransactions;
import org.semel.fake.InMemoryParking;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Message;

class InMemoryParkingTest extends ParkedStoreContract {

  private final FakeTransactions transactions = new FakeTransactions();
  private final InMemoryParking parking = new InMemoryParking(transactions);

  @Override
  protected Transactions transactions() {
    return transactions;
  }

  @Override
  protected ParkedStore parking() {
    return parking;
  }

  @Override
  protected long parked() {
    return parking.rows().size();
  }

  @Override
  protected Message only() {
    return parking.rows().get(0).message();
  }
}
