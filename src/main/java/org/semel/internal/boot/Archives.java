// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import org.semel.internal.claim.ClaimStore;
import org.semel.internal.postgresql.Jdbc;
import org.semel.internal.postgresql.claim.AttemptTable;
import org.semel.internal.postgresql.intent.IntentInterventions;
import org.semel.internal.postgresql.operate.AuditTable;
import org.semel.internal.postgresql.operate.BacklogCounts;
import org.semel.internal.postgresql.operate.IdentityRecords;
import org.semel.internal.postgresql.operate.KeptMessageTable;
import org.semel.internal.postgresql.operate.ParkedCaseTable;
import org.semel.internal.postgresql.operate.ParkedTable;
import org.semel.internal.postgresql.operate.PlanLeaseTable;
import org.semel.internal.postgresql.operate.PlanTable;
import org.semel.internal.postgresql.ordered.GapTable;
import org.semel.internal.postgresql.stored.StoredTable;
import org.semel.internal.tx.Transactions;
import org.semel.operations.DeadLetterActs;
import org.semel.operations.Operations.Archive;
import org.semel.operations.Operations.Schedule;

/** The tables that operators' acts read and write. */
final class Archives {

  private Archives() {}

  static Archive of(Jdbc jdbc, Transactions transactions, ClaimStore claims) {
    return new Archive(
        new AuditTable(jdbc),
        new ParkedCaseTable(jdbc),
        new IdentityRecords(jdbc),
        new AttemptTable(jdbc, claims),
        new IntentInterventions(jdbc, transactions),
        new BacklogCounts(jdbc),
        new Schedule(new PlanTable(jdbc), new PlanLeaseTable(jdbc)),
        new KeptMessageTable(jdbc),
        new DeadLetterActs.Ground(claims, new ParkedTable(jdbc)),
        new GapTable(jdbc),
        new StoredTable(jdbc));
  }
}
