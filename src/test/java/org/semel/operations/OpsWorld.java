// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.semel.internal.boot.node.LocalNode;
import org.semel.internal.desk.operate.AuditedOperations;
import org.semel.internal.desk.operate.OperatorStores;
import org.semel.internal.desk.operate.act.OperatorTransactions;
import org.semel.internal.desk.operate.audit.Audit;
import org.semel.internal.desk.operate.parked.DeadLetterQueues;
import org.semel.internal.desk.operate.pause.Pauses.Presence;
import org.semel.internal.desk.operate.replay.ReplayRule;
import org.semel.internal.desk.operate.replay.RuledReplay;
import org.semel.internal.desk.watch.DestinationStates;
import org.semel.internal.engine.receive.ReceiverStores;
import org.semel.internal.engine.receive.Replayer;
import org.semel.internal.engine.receive.batch.ConsumerStates;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.EffectNames;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.rows.StoredMessages;
import org.semel.internal.engine.receive.rows.Versions;
import org.semel.internal.engine.send.Destinations;
import org.semel.internal.engine.send.IntentQueue;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Faults;
import org.semel.internal.engine.tx.Transactions;
import org.semel.operations.PauseActs.Target;
import org.semel.operations.node.Diagnosis;
import org.semel.operations.node.Node;

/** What operators work with and on: in memory, or in PostgreSQL. */
public interface OpsWorld {

  Duration TIMEOUT = Duration.ofSeconds(60);

  DeadLetterQueues NO_DEAD_LETTERS =
      (consumer, queue, without) -> {
        throw new IllegalStateException("no broker here");
      };

  Transactions transactions();

  /** Intents included that can be suppressed. */
  ReceiverStores memory();

  IntentQueue queue();

  /** Versions of aggregates, and messages that wait for them. */
  Versions versions();

  /** What routes call their effects. */
  EffectNames effects();

  /** Messages that are stored first. */
  StoredMessages stored();

  /** What operators' acts read and change. */
  OperatorStores stores();

  /** Lets plans of so many items or more need a second person, in {@link #stores()} from now on. */
  void asksForApprovalFrom(int items);

  /** What operators did. */
  Audit audit();

  /** Lets a consumer be registered whose messages are identified so. */
  void register(String consumer, String rule);

  /** Lets the database know this consumer or destination. */
  void know(Target target, Presence presence);

  Faults faults();

  /** How many intents of {@code consumer} are recorded. */
  long intents(String consumer);

  /** Lets a plan's rest, or the lease of whoever works on it, run out. */
  void lapse(Plan plan);

  /** When a plan's rest or lease runs out, by the clock of {@link #now()}. */
  Instant due(Plan plan);

  /** The time by the clock of whoever keeps the plans. */
  Instant now();

  /** Operations on this world, of an application of the test's. */
  default AuditedOperations operations(
      Replayer replayer,
      Function<String, ReplayRule> rules,
      Destinations destinations,
      DeadLetterQueues queues) {
    return operations(replayer, rules, destinations, queues, audit(), aNode());
  }

  /** The same on this node, with this audit. */
  default AuditedOperations operations(
      Replayer replayer,
      Function<String, ReplayRule> rules,
      Destinations destinations,
      DeadLetterQueues queues,
      Audit audit,
      Node node) {
    return new AuditedOperations(
        new OperatorTransactions(transactions(), audit, faults()),
        stores(),
        new RuledReplay(replayer, rules, stores().records(), audit),
        destinations,
        queues,
        node);
  }

  /** A node on which nothing has started. */
  static Node aNode() {
    return new LocalNode(
        "a node",
        new ConsumerStates(System::nanoTime, Throwable::toString),
        new DestinationStates(System::nanoTime, Throwable::toString),
        wanted -> Diagnosis.of("a node", Optional.empty(), List.of()));
  }

  /** What {@code act} finds, in a transaction that is rolled back. */
  default <T> T look(Supplier<T> act) {
    return OperatorTransactions.outcome(
        transactions().inNew(TIMEOUT, () -> Decision.discard(act.get())));
  }

  /** Does {@code act} in a transaction that commits. */
  default <T> T act(Supplier<T> act) {
    return OperatorTransactions.outcome(
        transactions().inNew(TIMEOUT, () -> Decision.commit(act.get())));
  }

  /** Claims one identity, and commits. */
  default Claim claim(Offer offer) {
    return act(() -> memory().claims().claim(List.of(offer))).get(0);
  }
}
