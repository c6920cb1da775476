// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import org.semel.internal.desk.operate.Backlog;
import org.semel.internal.desk.operate.OperatorStores;
import org.semel.internal.desk.operate.gaps.Gaps;
import org.semel.internal.desk.operate.identities.Records;
import org.semel.internal.desk.operate.indoubt.InDoubtView;
import org.semel.internal.desk.operate.indoubt.OutsideLook;
import org.semel.internal.desk.operate.intents.Interventions;
import org.semel.internal.desk.operate.kept.KeptMessages;
import org.semel.internal.desk.operate.parked.ParkedCases;
import org.semel.internal.desk.operate.pause.Pauses;
import org.semel.internal.desk.operate.plan.ApprovalRule;
import org.semel.internal.desk.operate.plan.PlanLeases;
import org.semel.internal.desk.operate.plan.Plans;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.claim.AttemptTable;
import org.semel.internal.edge.postgresql.intent.IntentTable.IntentInterventions;
import org.semel.internal.edge.postgresql.operate.ParkedTable.ParkedCaseTable;
import org.semel.internal.edge.postgresql.operate.PlanTable.PlanLeaseTable;
import org.semel.internal.edge.postgresql.ordered.VersionTable.GapTable;
import org.semel.internal.edge.postgresql.stored.StoredTable;
import org.semel.internal.engine.receive.claim.AttemptStore;
import org.semel.internal.engine.receive.claim.ClaimStore;
import org.semel.internal.engine.receive.claim.ParkedStore;
import org.semel.internal.engine.receive.rows.StoredMessages;
import org.semel.internal.engine.tx.Transactions;

/** The tables that operators' acts read and write. */
public final class OperatorTables implements OperatorStores {

  private final Jdbc jdbc;
  private final Transactions transactions;
  private final ClaimStore claims;
  private final OutsideLook outside;
  private final ApprovalRule approvals;

  /**
   * The tables of one database.
   *
   * @param claims brings the database into a transaction
   * @param outside what is in doubt outside the database
   * @param approvals which plans need a second person
   */
  public OperatorTables(
      Jdbc jdbc,
      Transactions transactions,
      ClaimStore claims,
      OutsideLook outside,
      ApprovalRule approvals) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.claims = claims;
    this.outside = outside;
    this.approvals = approvals;
  }

  @Override
  public ParkedCases cases() {
    return new ParkedCaseTable(jdbc);
  }

  @Override
  public Records records() {
    return new IdentityRecords(jdbc);
  }

  @Override
  public AttemptStore attempts() {
    return new AttemptTable(jdbc, claims);
  }

  @Override
  public Interventions interventions() {
    return new IntentInterventions(jdbc, transactions);
  }

  @Override
  public Backlog backlog() {
    return new BacklogCounts(jdbc);
  }

  @Override
  public Plans plans() {
    return new PlanTable(jdbc, approvals);
  }

  @Override
  public PlanLeases planLeases() {
    return new PlanLeaseTable(jdbc);
  }

  @Override
  public KeptMessages kept() {
    return new KeptMessageTable(jdbc);
  }

  @Override
  public ClaimStore claims() {
    return claims;
  }

  @Override
  public ParkedStore parking() {
    return new ParkedTable(jdbc);
  }

  @Override
  public Gaps gaps() {
    return new GapTable(jdbc);
  }

  @Override
  public Pauses pauses() {
    return new PauseTable(jdbc);
  }

  @Override
  public InDoubtView inDoubt() {
    return new InDoubtView(new PreparedTransactions(jdbc), outside);
  }

  @Override
  public StoredMessages stored() {
    return new StoredTable(jdbc);
  }
}
