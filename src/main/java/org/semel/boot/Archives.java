// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import org.semel.inbox.ClaimStore;
import org.semel.ops.DeadLetterActs;
import org.semel.ops.Operations.Archive;
import org.semel.ops.Operations.Schedule;
import org.semel.store.AttemptTable;
import org.semel.store.AuditTable;
import org.semel.store.BacklogCounts;
import org.semel.store.GapTable;
import org.semel.store.IdentityRecords;
import org.semel.store.IntentInterventions;
import org.semel.store.Jdbc;
import org.semel.store.KeptMessageTable;
import org.semel.store.ParkedCaseTable;
import org.semel.store.ParkedTable;
import org.semel.store.PlanLeaseTable;
import org.semel.store.PlanTable;
import org.semel.store.StoredTable;
import org.semel.tx.Transactions;

/** What operators' acts are done to, in the database. */
final class Archives {

  private Archives() {}

  static Archive of(Jdbc jdbc, Transactions transactions, ClaimStore inbox) {
    return new Archive(
        new AuditTable(jdbc),
        new ParkedCaseTable(jdbc),
        new IdentityRecords(jdbc),
        new AttemptTable(jdbc, inbox),
        new IntentInterventions(jdbc, transactions),
        new BacklogCounts(jdbc),
        new Schedule(new PlanTable(jdbc), new PlanLeaseTable(jdbc)),
        new KeptMessageTable(jdbc),
        new DeadLetterActs.Ground(inbox, new ParkedTable(jdbc)),
        new GapTable(jdbc),
        new StoredTable(jdbc));
  }
}
