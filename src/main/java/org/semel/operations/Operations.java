// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.semel.internal.claim.FailedAttempts;
import org.semel.internal.intent.Interventions;
import org.semel.internal.ordered.Gaps;
import org.semel.internal.receive.Replayer;
import org.semel.internal.stored.StoredMessages;
import org.semel.internal.tx.Faults;
import org.semel.internal.tx.Transactions;

/**
 * Everything that an operator may do, as plain Java. The caller has authenticated the operator, and
 * names the operator with every act. Safe for any thread; each act runs in a transaction of its own
 * and leaves the caller's transaction alone.
 *
 * <p>In a web application: {@code @Inject Operations operations}. It can be injected before Semel
 * has started, and used once it has.
 */
public final class Operations {

  private final Supplier<Office> office;

  /**
   * What acts are done with.
   *
   * @param transactions of the server
   * @param faults tells faults that pass from faults that stay
   * @param house what runs here
   * @param archive what acts are done to
   */
  public record Office(Transactions transactions, Faults faults, House house, Archive archive) {}

  /**
   * What runs in this application.
   *
   * @param replayer knows the consumers
   * @param rules whether a consumer's messages may be replayed
   * @param destinations where intents may go
   * @param deadLetters what brokers have given up on
   */
  public record House(
      Replayer replayer,
      Function<String, ReplayRule> rules,
      Destinations destinations,
      DeadLetterQueues deadLetters) {}

  /**
   * What acts are done to.
   *
   * @param audit what operators did
   * @param cases parked messages
   * @param records what is known of an identity
   * @param attempts that failed
   * @param interventions acts upon intents
   * @param backlog what waits
   * @param schedule replay plans
   * @param keepsakes messages that took effect and were kept
   * @param ground where dead letters are taken to
   * @param gaps between versions
   * @param stored messages that are stored first
   */
  public record Archive(
      Audit audit,
      ParkedCases cases,
      Records records,
      FailedAttempts attempts,
      Interventions interventions,
      Backlog backlog,
      Schedule schedule,
      KeptMessages keepsakes,
      DeadLetterActs.Ground ground,
      Gaps gaps,
      StoredMessages stored) {}

  /**
   * Replay plans.
   *
   * @param plans as people work on them
   * @param turns as nodes work on them
   */
  public record Schedule(Plans plans, PlanLeases turns) {}

  /**
   * Operations that begin once {@code office} gives something.
   *
   * @param office may throw {@link IllegalStateException} before Semel has started
   */
  public Operations(Supplier<Office> office) {
    this.office = office;
  }

  /** Releasing and withdrawing parked messages. */
  public ParkedActs parked() {
    Office open = office.get();
    return new ParkedActs(desk(open), open.archive().cases(), handover(open, PlanSource.PARKED));
  }

  /** Setting aside stored messages that have not taken effect yet. */
  public StoredActs stored() {
    Office open = office.get();
    return new StoredActs(desk(open), open.archive().stored());
  }

  /** Replaying messages that took effect and were kept, and forgetting their identities before. */
  public KeptActs kept() {
    Office open = office.get();
    return new KeptActs(
        desk(open), open.archive().keepsakes(), handover(open, PlanSource.KEPT), identities());
  }

  /** Taking in dead letters from a broker. */
  public DeadLetterActs deadLetters() {
    Office open = office.get();
    House house = open.house();
    return new DeadLetterActs(
        desk(open), open.archive().ground(), house.replayer(), house.deadLetters(), open.faults());
  }

  /** Replaying many messages, or acting on many intents, by a plan. */
  public PlanActs plans() {
    Office open = office.get();
    Schedule schedule = open.archive().schedule();
    Records records = open.archive().records();
    DryRun rehearsal = new DryRun(source -> shelf(open, source), replaying(open), records);
    return new PlanActs(desk(open), schedule.plans(), schedule.turns(), rehearsal, records);
  }

  /** What works on running plans; for the thread of a node. */
  public PlanDriver driver() {
    Office open = office.get();
    Archive archive = open.archive();
    PlanLeases turns = archive.schedule().turns();
    return new PlanDriver(
        desk(open),
        turns,
        source -> handover(open, source),
        open.house().replayer(),
        new IntentRounds(desk(open), turns, archive.interventions(), archive.records()),
        open.house().destinations());
  }

  private static ReplaySource shelf(Office open, PlanSource source) {
    return switch (source) {
      case PARKED -> new ParkedReplaySource(open.archive().cases());
      case KEPT -> new KeptReplaySource(open.archive().keepsakes());
      case RETRY_INTENTS, WITHDRAW_INTENTS, DELIVER_INTENTS ->
          throw new IllegalArgumentException(source + " is not about messages");
    };
  }

  private static MessageReplay handover(Office open, PlanSource source) {
    return new MessageReplay(desk(open), shelf(open, source), replaying(open), open.faults());
  }

  private static RuledReplay replaying(Office open) {
    House house = open.house();
    Archive archive = open.archive();
    return new RuledReplay(house.replayer(), house.rules(), archive.records(), archive.audit());
  }

  /** Gaps between the versions of aggregates, declaring them lost, and setting aggregates back. */
  public GapActs gaps() {
    Office open = office.get();
    return new GapActs(desk(open), open.archive().gaps());
  }

  /** Listing parked intents, withdrawing them, sending them again, and settling them by hand. */
  public IntentActs intents() {
    Office open = office.get();
    return new IntentActs(desk(open), open.archive().interventions(), open.archive().records());
  }

  /** Looking one identity up, and forgetting it. */
  public Identities identities() {
    Office open = office.get();
    Archive archive = open.archive();
    return new Identities(
        desk(open), archive.records(), archive.attempts(), open.house().destinations());
  }

  /** The backlog of the consumers of this database. */
  public List<BacklogCount> waitingMessages() {
    Office open = office.get();
    return desk(open).look(open.archive().backlog()::messages);
  }

  /** The backlog of the destinations of this database. */
  public List<BacklogCount> waitingIntents() {
    Office open = office.get();
    return desk(open).look(open.archive().backlog()::intents);
  }

  private static OperatorTransactions desk(Office open) {
    return new OperatorTransactions(open.transactions(), open.archive().audit());
  }
}
