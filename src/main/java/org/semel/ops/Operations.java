// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.semel.inbox.Attempts;
import org.semel.intent.Destination;
import org.semel.intent.Interventions;
import org.semel.receive.Replayer;
import org.semel.tx.Faults;
import org.semel.tx.Transactions;

/**
 * All that an operator may do, as plain Java. Whoever calls has authenticated the operator, and
 * says who it is with every act. Safe for any thread; acts run in transactions of their own, and a
 * transaction of the caller's is left alone.
 *
 * <p>In a web application: {@code @Inject Operations operations}. It can be injected before Semel
 * has started, and used from then on.
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
   * @param destinations those of intents
   */
  public record House(
      Replayer replayer,
      Function<String, ReplayRule> rules,
      Supplier<Collection<Destination>> destinations) {}

  /**
   * What acts are done to.
   *
   * @param audit what operators did
   * @param cases parked messages
   * @param records what is known of an identity
   * @param attempts that failed
   * @param interventions acts upon intents
   * @param backlog what waits
   */
  public record Archive(
      Audit audit,
      Cases cases,
      Records records,
      Attempts attempts,
      Interventions interventions,
      Backlog backlog) {}

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
    Replaying replaying =
        new Replaying(open.house().replayer(), open.house().rules(), open.archive().records());
    return new ParkedActs(desk(open), open.archive().cases(), replaying, open.faults());
  }

  /** Withdrawing intents, sending them again, and settling them by hand. */
  public IntentActs intents() {
    Office open = office.get();
    return new IntentActs(desk(open), open.archive().interventions(), open.archive().records());
  }

  /** Looking one identity up, and forgetting it. */
  public Identities identities() {
    Office open = office.get();
    return new Identities(
        desk(open),
        open.archive().records(),
        open.archive().attempts(),
        open.house().destinations());
  }

  /** What waits at the consumers of this database. */
  public List<Pile> waitingMessages() {
    Office open = office.get();
    return desk(open).look(open.archive().backlog()::messages);
  }

  /** What waits at the destinations of this database. */
  public List<Pile> waitingIntents() {
    Office open = office.get();
    return desk(open).look(open.archive().backlog()::intents);
  }

  private static Desk desk(Office open) {
    return new Desk(open.transactions(), open.archive().audit());
  }
}
