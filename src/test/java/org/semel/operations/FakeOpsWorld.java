// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.semel.fake.FakeTransactions;
import org.semel.fake.InMemoryAttempts;
import org.semel.fake.InMemoryAudit;
import org.semel.fake.InMemoryBacklog;
import org.semel.fake.InMemoryBodies;
import org.semel.fake.InMemoryCases;
import org.semel.fake.InMemoryEffects;
import org.semel.fake.InMemoryInbox;
import org.semel.fake.InMemoryIntents;
import org.semel.fake.InMemoryParking;
import org.semel.fake.InMemoryPauses;
import org.semel.fake.InMemoryPlans;
import org.semel.fake.InMemoryRecords;
import org.semel.fake.InMemoryStoredMessages;
import org.semel.fake.InMemoryUnderway;
import org.semel.fake.InMemoryVersions;
import org.semel.internal.desk.operate.Backlog;
import org.semel.internal.desk.operate.OperatorStores;
import org.semel.internal.desk.operate.audit.Audit;
import org.semel.internal.desk.operate.gaps.Gaps;
import org.semel.internal.desk.operate.identities.Records;
import org.semel.internal.desk.operate.indoubt.InDoubtView;
import org.semel.internal.desk.operate.indoubt.OutsideLook;
import org.semel.internal.desk.operate.intents.Interventions;
import org.semel.internal.desk.operate.kept.KeptMessages;
import org.semel.internal.desk.operate.parked.ParkedCases;
import org.semel.internal.desk.operate.pause.Pauses;
import org.semel.internal.desk.operate.pause.Pauses.Presence;
import org.semel.internal.desk.operate.plan.ApprovalRule;
import org.semel.internal.desk.operate.plan.PlanLeases;
import org.semel.internal.desk.operate.plan.Plans;
import org.semel.internal.engine.receive.ReceiverStores;
import org.semel.internal.engine.receive.claim.AttemptStore;
import org.semel.internal.engine.receive.claim.ClaimStore;
import org.semel.internal.engine.receive.claim.ComparingParkedStore;
import org.semel.internal.engine.receive.claim.EffectNames;
import org.semel.internal.engine.receive.claim.ParkedStore;
import org.semel.internal.engine.receive.rows.StoredMessages;
import org.semel.internal.engine.receive.rows.Versions;
import org.semel.internal.engine.send.BufferedIntents;
import org.semel.internal.engine.send.IntentQueue;
import org.semel.internal.engine.tx.Cause;
import org.semel.internal.engine.tx.Faults;
import org.semel.internal.engine.tx.Transactions;
import org.semel.operations.PauseActs.Target;

/** All of it in memory. */
final class FakeOpsWorld implements OpsWorld {

  private final FakeTransactions transactions = new FakeTransactions();
  private final InMemoryInbox inbox = new InMemoryInbox(transactions, Duration.ofSeconds(1));
  private final InMemoryAttempts attempts = new InMemoryAttempts(transactions, inbox::claimed);
  private final InMemoryParking parking = new InMemoryParking(transactions);
  private final InMemoryIntents intents = new InMemoryIntents(transactions);
  private final InMemoryCases cases = new InMemoryCases(transactions, parking, inbox);
  private final InMemoryBodies bodies = new InMemoryBodies(transactions, cases);
  private final InMemoryVersions versions = new InMemoryVersions(transactions, parking);
  private final InMemoryStoredMessages stored = new InMemoryStoredMessages(transactions);
  private final InMemoryEffects effects = new InMemoryEffects(transactions);
  private final InMemoryUnderway underway = new InMemoryUnderway(stored, versions);
  private final InMemoryPlans plans =
      new InMemoryPlans(transactions, cases, bodies, intents, underway);
  private final InMemoryRecords records =
      new InMemoryRecords(inbox, cases, intents, underway, effects, bodies);
  private final InMemoryPauses pauses = new InMemoryPauses(transactions);
  private final InMemoryAudit audit = new InMemoryAudit(transactions);
  private final Stores stores =
      new Stores(
          cases,
          records,
          attempts,
          intents,
          new InMemoryBacklog(parking, attempts, intents, underway),
          plans,
          plans,
          bodies,
          inbox,
          parking,
          versions,
          pauses,
          new InDoubtView(most -> List.of(), OutsideLook.none()),
          stored);
  private final ReceiverStores memory =
      new ReceiverStores(
          inbox,
          attempts,
          new ComparingParkedStore(parking, bodies),
          new BufferedIntents(intents, transactions),
          bodies);

  /** Those in memory. */
  private record Stores(
      ParkedCases cases,
      Records records,
      AttemptStore attempts,
      Interventions interventions,
      Backlog backlog,
      Plans plans,
      PlanLeases planLeases,
      KeptMessages kept,
      ClaimStore claims,
      ParkedStore parking,
      Gaps gaps,
      Pauses pauses,
      InDoubtView inDoubt,
      StoredMessages stored)
      implements OperatorStores {}

  @Override
  public Transactions transactions() {
    return transactions;
  }

  @Override
  public ReceiverStores memory() {
    return memory;
  }

  @Override
  public IntentQueue queue() {
    return intents;
  }

  @Override
  public OperatorStores stores() {
    return stores;
  }

  @Override
  public void asksForApprovalFrom(int items) {
    plans.asksForApproval(new ApprovalRule(items));
  }

  @Override
  public Audit audit() {
    return audit;
  }

  @Override
  public void register(String consumer, String rule) {
    records.register(consumer, rule);
  }

  @Override
  public void know(Target target, Presence presence) {
    pauses.register(target, presence);
  }

  @Override
  public Versions versions() {
    return versions;
  }

  @Override
  public EffectNames effects() {
    return effects;
  }

  @Override
  public StoredMessages stored() {
    return stored;
  }

  @Override
  public Faults faults() {
    return fault -> Cause.UNNAMED;
  }

  @Override
  public void lapse(Plan plan) {
    plans.lapse(plan.id());
  }

  @Override
  public Instant due(Plan plan) {
    return plans.due(plan.id());
  }

  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public long intents(String consumer) {
    return intents.recorded().stream()
        .filter(intent -> intent.cause().consumer().equals(consumer))
        .count();
  }
}
