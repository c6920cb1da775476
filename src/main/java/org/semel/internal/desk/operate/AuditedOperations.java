// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.semel.internal.desk.operate.act.OperatorTransactions;
import org.semel.internal.desk.operate.gaps.AuditedGapActs;
import org.semel.internal.desk.operate.identities.AuditedIdentities;
import org.semel.internal.desk.operate.intents.AuditedIntentActs;
import org.semel.internal.desk.operate.kept.AuditedKeptActs;
import org.semel.internal.desk.operate.kept.KeptReplaySource;
import org.semel.internal.desk.operate.parked.AuditedParkedActs;
import org.semel.internal.desk.operate.parked.DeadLetterImporter;
import org.semel.internal.desk.operate.parked.DeadLetterQueues;
import org.semel.internal.desk.operate.parked.ParkedReplaySource;
import org.semel.internal.desk.operate.pause.AuditedPauseActs;
import org.semel.internal.desk.operate.plan.AuditedPlanActs;
import org.semel.internal.desk.operate.plan.DryRun;
import org.semel.internal.desk.operate.plan.IntentRounds;
import org.semel.internal.desk.operate.plan.PlanDriver;
import org.semel.internal.desk.operate.replay.MessageReplay;
import org.semel.internal.desk.operate.replay.RuledReplay;
import org.semel.internal.desk.operate.stored.AuditedStoredActs;
import org.semel.internal.engine.receive.Replayer;
import org.semel.internal.engine.send.Destinations;
import org.semel.operations.AuditEntry;
import org.semel.operations.AuditFilter;
import org.semel.operations.BacklogCount;
import org.semel.operations.ConsumerName;
import org.semel.operations.DeadLetterActs;
import org.semel.operations.GapActs;
import org.semel.operations.Identities;
import org.semel.operations.IntentActs;
import org.semel.operations.KeptActs;
import org.semel.operations.Operations;
import org.semel.operations.Operations.Findings;
import org.semel.operations.ParkedActs;
import org.semel.operations.PauseActs;
import org.semel.operations.Plan;
import org.semel.operations.PlanActs;
import org.semel.operations.StoredActs;
import org.semel.operations.indoubt.InDoubtReport;
import org.semel.operations.node.Node;

/** Operators' acts, each with its entry of the audit. Safe for any thread. */
public final class AuditedOperations implements Operations {

  private final OperatorTransactions transactions;
  private final OperatorStores stores;
  private final Replayer replayer;
  private final ParkedActs parked;
  private final StoredActs stored;
  private final KeptActs kept;
  private final DeadLetterActs deadLetters;
  private final PlanActs plans;
  private final GapActs gaps;
  private final IntentActs intents;
  private final Identities identities;
  private final PlanDriver driver;
  private final Node node;

  /**
   * Operations of one application on one database.
   *
   * @param stores what acts read and change
   * @param ruled the consumers that run here, each with its rule
   * @param destinations where intents may go
   * @param queues the brokers' dead letters
   * @param node this one
   */
  public AuditedOperations(
      OperatorTransactions transactions,
      OperatorStores stores,
      RuledReplay ruled,
      Destinations destinations,
      DeadLetterQueues queues,
      Node node) {
    this.transactions = transactions;
    this.stores = stores;
    this.replayer = ruled.replayer();
    this.node = node;
    MessageReplay release =
        new MessageReplay(transactions, new ParkedReplaySource(stores.cases()), ruled);
    MessageReplay repeat =
        new MessageReplay(transactions, new KeptReplaySource(stores.kept()), ruled);
    AuditedIdentities known =
        new AuditedIdentities(transactions, stores.records(), stores.attempts(), destinations);
    this.parked = new AuditedParkedActs(transactions, stores.cases(), release, stores.plans());
    this.stored = new AuditedStoredActs(transactions, stores.stored());
    this.kept = new AuditedKeptActs(transactions, stores.kept(), repeat, known, stores.plans());
    this.deadLetters =
        new DeadLetterImporter(transactions, stores.claims(), stores.parking(), replayer, queues);
    this.gaps = new AuditedGapActs(transactions, stores.gaps());
    this.intents = new AuditedIntentActs(transactions, stores.interventions(), stores.records());
    this.identities = known;
    Function<Plan.Source, MessageReplay> replays =
        source -> source == Plan.Source.PARKED ? release : repeat;
    this.plans = plans(replays);
    this.driver = driver(replays, destinations);
  }

  private PlanActs plans(Function<Plan.Source, MessageReplay> replays) {
    return new AuditedPlanActs(
        transactions,
        stores.plans(),
        stores.planLeases(),
        new DryRun(transactions, replays),
        stores.records());
  }

  private PlanDriver driver(
      Function<Plan.Source, MessageReplay> replays, Destinations destinations) {
    IntentRounds rounds =
        new IntentRounds(
            transactions, stores.planLeases(), stores.interventions(), stores.records());
    return new PlanDriver(
        transactions, stores.planLeases(), replays, replayer, rounds, destinations);
  }

  @Override
  public ParkedActs parked() {
    return parked;
  }

  @Override
  public StoredActs stored() {
    return stored;
  }

  @Override
  public KeptActs kept() {
    return kept;
  }

  @Override
  public DeadLetterActs deadLetters() {
    return deadLetters;
  }

  @Override
  public PlanActs plans() {
    return plans;
  }

  @Override
  public GapActs gaps() {
    return gaps;
  }

  @Override
  public IntentActs intents() {
    return intents;
  }

  @Override
  public PauseActs pauses() {
    return new AuditedPauseActs(transactions, stores.pauses());
  }

  @Override
  public Identities identities() {
    return identities;
  }

  @Override
  public List<BacklogCount> waitingMessages() {
    return transactions.look(stores.backlog()::messages);
  }

  @Override
  public List<BacklogCount> waitingIntents() {
    return transactions.look(stores.backlog()::intents);
  }

  @Override
  public Findings find(String id, Collection<String> consumers) {
    return new IdSearch(transactions, stores).find(id, consumers);
  }

  @Override
  public InDoubtReport inDoubt() {
    return transactions.look(stores.inDoubt()::now);
  }

  @Override
  public List<ConsumerName.Known> consumers() {
    return transactions.look(stores.records()::consumers);
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public Set<String> running() {
    return replayer.consumers();
  }

  @Override
  public List<AuditEntry.Noted> audit(AuditFilter which, long before, int most) {
    return transactions.look(() -> transactions.audit().latest(which, before, most));
  }

  /** Works on running plans; for the thread of a node. */
  public PlanDriver driver() {
    return driver;
  }
}
