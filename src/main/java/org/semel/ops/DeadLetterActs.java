// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.semel.inbox.Inbox;
import org.semel.inbox.Parked;
import org.semel.inbox.Parked.Subject;
import org.semel.inbox.Parked.Verdict;
import org.semel.inbox.Parking;
import org.semel.message.Message;
import org.semel.message.Reason;
import org.semel.receive.Arrival;
import org.semel.receive.Portion;
import org.semel.receive.Replayer;
import org.semel.receive.Source;
import org.semel.tx.Completion;
import org.semel.tx.Decision;
import org.semel.tx.End;

/**
 * Taking in what the broker has given up on: dead letters are received and parked, and wait for a
 * release or a plan like anything else that is parked. Identity, headers and body are those that
 * came, so that what had taken effect is absorbed when it is released.
 */
public final class DeadLetterActs {

  private static final Portion PORTION = new Portion(50, 1 << 20);
  private static final Duration WAIT = Duration.ofSeconds(1);

  private final Desk desk;
  private final Ground ground;
  private final Replayer replayer;
  private final DeadLetterQueues queues;

  /**
   * Where dead letters are taken to.
   *
   * @param inbox brings the database into the transaction before the broker
   * @param parking where they wait
   */
  public record Ground(Inbox inbox, Parking parking) {}

  DeadLetterActs(Desk desk, Ground ground, Replayer replayer, DeadLetterQueues queues) {
    this.desk = desk;
    this.ground = ground;
    this.replayer = replayer;
    this.queues = queues;
  }

  /**
   * Takes dead letters in that were meant for {@code consumer}, in transactions of up to 50.
   *
   * @param queue the broker's dead-letter queue, by the name that the broker knows it by
   * @param most no more than these, and up to 49 beyond
   */
  public Intake takeIn(String consumer, String queue, int most, Mandate by) {
    Optional<Duration> timeout = replayer.timeout(consumer);
    if (timeout.isEmpty()) {
      return new Intake.Elsewhere(consumer);
    }
    int taken = 0;
    try (Source source = queues.open(consumer, queue)) {
      int more;
      do {
        more = portion(source, consumer, timeout.get(), by);
        taken += more;
      } while (more > 0 && taken < most);
    }
    return new Intake.TakenIn(taken);
  }

  private int portion(Source source, String consumer, Duration timeout, Mandate by) {
    End end = End.UNDONE;
    try {
      Completion<Integer> completion =
          desk.transactions().inNew(timeout, () -> park(source, consumer, by));
      int taken = Desk.outcome(completion);
      end = End.COMMITTED;
      return taken;
    } finally {
      source.ended(end);
    }
  }

  private Decision<Integer> park(Source source, String consumer, Mandate by) {
    ground.inbox().join();
    List<Arrival> arrivals = source.receive(PORTION, WAIT);
    if (arrivals.isEmpty()) {
      return Decision.discard(0);
    }
    ground.parking().park(arrivals.stream().map(arrival -> parked(arrival, consumer)).toList());
    Entry.Subject subject = new Entry.Subject("consumer " + consumer, Optional.empty());
    desk.audit()
        .write(new Entry(by, Act.TAKE_IN, subject, arrivals.size() + " dead letters taken in"));
    return Decision.commit(arrivals.size());
  }

  private Parked parked(Arrival arrival, String consumer) {
    Message message = arrival.message();
    if (arrival instanceof Arrival.Refused refused) {
      return new Parked(consumer, message, refused.verdict(), Subject.unknown());
    }
    Verdict verdict = new Verdict(Reason.DEAD_LETTERED, "the broker had given up on it");
    Subject subject =
        replayer.offer(consumer, message).map(Subject::of).orElseGet(Subject::unknown);
    return new Parked(consumer, message, verdict, subject);
  }
}
