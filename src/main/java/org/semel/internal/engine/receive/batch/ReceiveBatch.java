// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.MessageSource;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.Receiver;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Faults;
import org.semel.internal.engine.tx.Outcome;
import org.semel.internal.engine.tx.Transactions;
import org.semel.internal.engine.tx.Work;

/**
 * One transaction over as many messages as are already there:
 *
 * <ol>
 *   <li>begin, and bring the database in first;
 *   <li>receive what is there; if nothing is, discard;
 *   <li>pass it to the {@link Receiver};
 *   <li>if the route fails for a reason that stays, write down whose attempt it was, in a
 *       transaction of its own and before ours rolls back: afterwards another worker may have the
 *       message already, and would not know;
 *   <li>commit broker and database together, or the database and then the receipt.
 * </ol>
 *
 * <p>Suspects, and messages that the broker has delivered very often, run alone inside the batch,
 * whether others are there or not ({@link HandlingAlone}). Once one of them is stopped by a fault
 * that passes, all others of the batch run alone as well, and from then on before it: so they get
 * on, and it shows whose fault it is.
 *
 * <p>Not shared: it belongs to one worker's thread, with its source.
 */
public final class ReceiveBatch implements ReceiveTask {

  private final ConsumerPolicy policy;
  private final Receiver receiver;
  private final MessageSource source;
  private final WorkersState shared;
  private final BatchHandling handling;
  private final DeliveryWatch watch;
  private final Transactions transactions;
  private final BatchOutcome outcome;

  /** The batches of a worker that works by itself. */
  public ReceiveBatch(
      ConsumerPolicy policy,
      Receiver receiver,
      MessageSource source,
      Transactions transactions,
      Faults faults) {
    this(policy, receiver, source, transactions, faults, WorkersState.nothing(policy));
  }

  /**
   * The batches of one of several workers.
   *
   * @param source where messages come from
   * @param faults tells faults that pass from faults that stay
   * @param shared what the workers have learnt together
   */
  public ReceiveBatch(
      ConsumerPolicy policy,
      Receiver receiver,
      MessageSource source,
      Transactions transactions,
      Faults faults,
      WorkersState shared) {
    this.policy = policy;
    this.receiver = receiver;
    this.source = source;
    this.shared = shared;
    AttemptRecorder attempts = new AttemptRecorder(receiver.attempts(), transactions, timeout());
    this.handling = new BatchHandling(receiver, attempts, faults);
    this.watch = new DeliveryWatch(policy, receiver, attempts);
    this.transactions = transactions;
    this.outcome = new BatchOutcome(receiver, attempts, faults, shared.outage());
  }

  @Override
  public BatchLimit limit() {
    return shared.probe(policy.concurrency().batch());
  }

  @Override
  public BatchResult run(BatchLimit most) {
    Optional<Duration> wait = shared.mustWait();
    if (wait.isPresent()) {
      return new BatchResult.Withheld(wait.get());
    }
    try {
      return remembered(ended(most));
    } finally {
      shared.left(); // others do not wait for a try that is over, whatever the source made of it
    }
  }

  /** One transaction, and the end of its receipt where that follows it. */
  private BatchResult ended(BatchLimit most) {
    BatchProgress progress = new BatchProgress();
    Outcome end = Outcome.UNDONE;
    BatchResult result;
    Optional<Exception> unacknowledged;
    try {
      result = run(() -> receive(most, progress), progress);
      end = result instanceof BatchResult.BatchCommitted ? Outcome.COMMITTED : Outcome.UNDONE;
      shared.learn(result, progress);
    } finally {
      unacknowledged = source.ended(end);
    }
    return result instanceof BatchResult.BatchCommitted done && unacknowledged.isPresent()
        ? unacknowledged(done, unacknowledged.get())
        : progress.told(result);
  }

  /** It stops the messages as any fault that passes, whether they have taken effect or not. */
  private BatchResult unacknowledged(BatchResult.BatchCommitted done, Exception cause) {
    shared.outage().stopped();
    return new BatchResult.Unacknowledged(done, cause);
  }

  /** One transaction, from its begin to what it came to. */
  private BatchResult run(Work<List<Receipt>> work, BatchProgress progress) {
    return outcome.of(transactions.inNew(timeout(), work), progress);
  }

  /** What comes again as its receipt did not commit shows nothing about its queue. */
  private BatchResult remembered(BatchResult result) {
    if (result instanceof BatchResult.BatchCommitted done) {
      receiver.committed(done.receipts());
    }
    return result;
  }

  @Override
  public void rest() {
    source.rest();
  }

  @Override
  public void close() {
    source.close();
  }

  private Decision<List<Receipt>> receive(BatchLimit most, BatchProgress progress) {
    receiver.join();
    BatchLimit half = most.within(progress.left(timeout().dividedBy(2)));
    progress.received(source.receive(half, policy.concurrency().waits().message()));
    if (progress.arrivals.isEmpty()) {
      return Decision.discard(List.of());
    }
    return Decision.commit(handle(progress));
  }

  private List<Receipt> handle(BatchProgress progress) {
    List<Arrival> others = new ArrayList<>(progress.arrivals);
    HandlingAlone alone = alone(others);
    alone
        .aborted()
        .ifPresent(
            result -> {
              throw new BatchAborted(result);
            });
    progress.alone = alone.receipts();
    List<Receipt> receipts = new ArrayList<>(progress.alone);
    receipts.addAll(handling.of(others, progress));
    return receipts;
  }

  /**
   * Those that were stopped before come last: they may be stopped again, and no one waits. If more
   * than a batch was taken, those come first that stand behind the ones of which none took effect.
   */
  private HandlingAlone alone(List<Arrival> others) {
    boolean wide = others.size() > policy.concurrency().batch().messages();
    List<Arrival> behind = wide ? behind(others) : List.of();
    List<Arrival> suspects = new ArrayList<>(receiver.suspects(others, watch::isWatched));
    suspects.forEach(others::remove);
    List<Arrival> stopped = suspects.stream().filter(this::wasStopped).toList();
    stopped.forEach(suspects::remove);
    HandlingAlone alone = new HandlingAlone(this::alone, timeout().dividedBy(2));
    List<Arrival> first = behind.stream().filter(others::contains).toList();
    alone.handle(first);
    others.removeAll(first);
    alone.handle(suspects);
    if (wide || alone.isStopped() || !stopped.isEmpty()) {
      alone.handle(others);
      others.clear();
    }
    alone.handle(stopped);
    others.addAll(alone.left());
    return alone;
  }

  private List<Arrival> behind(List<Arrival> all) {
    return List.copyOf(all.subList(Math.min(shared.outage().inVain(), all.size()), all.size()));
  }

  private boolean wasStopped(Arrival one) {
    return receiver.identity(one.message()).filter(shared.outage()::isRemembered).isPresent();
  }

  /** In a transaction of its own: its failure undoes no other message and counts against none. */
  private BatchResult alone(Arrival one) {
    BatchProgress progress = new BatchProgress();
    progress.received(List.of(one));
    watch.open(progress);
    BatchResult result =
        run(
            () ->
                HandlingAlone.ifAbsorbed(
                    handling.of(progress.arrivals, progress), receiver.absorbsCopies()),
            progress);
    if (result instanceof BatchResult.BatchCommitted done) {
      shared.cameTo(done.receipts());
    }
    return result;
  }

  private Duration timeout() {
    return policy.concurrency().transactionTimeout();
  }
}
