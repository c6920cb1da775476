// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import org.semel.fake.FakeTransactions;
import org.semel.fake.InMemoryAudit;
import org.semel.internal.desk.operate.audit.Audit;
import org.semel.internal.engine.tx.Transactions;

class InMemoryAuditTest extends AuditContract {

  private final FakeTransactions transactions = new FakeTransactions();
  private final InMemoryAudit audit = new InMemoryAudit(transactions);

  @Override
  protected Transactions transactions() {
    return transactions;
  }

  @Override
  protected Audit audit() {
    return audit;
  }
}
