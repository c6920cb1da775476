// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.batch.BatchResult.FailedMessage;
import org.semel.internal.engine.receive.batch.ReceiveEvent;
import org.semel.internal.engine.receive.batch.StoredRunResult;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Failures;
import org.semel.internal.engine.receive.claim.ParkedStore;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.StoredPolicy;
import org.semel.internal.engine.receive.rows.StoredMessages.Move;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.ParkingReason;

/**
 * Handles failures of stored messages: tried again later, or parked. Each in a short transaction of
 * its own, after the one that failed has been rolled back. Stateless but for the ports; shared by
 * all workers of a consumer.
 */
public final class StoredFailureHandler {

  public static final Duration TIMEOUT = StoredParking.TIMEOUT;

  private final ConsumerPolicy policy;
  private final StoredPolicy stored;
  private final StoredMessages messages;
  private final StoredParking parking;
  private final Transactions transactions;
  private final Observer<ReceiveEvent> observer;

  public StoredFailureHandler(
      ConsumerPolicy policy,
      StoredMessages messages,
      ParkedStore parking,
      Transactions transactions,
      Observer<ReceiveEvent> observer) {
    this.policy = policy;
    this.stored = policy.stored().orElseThrow();
    this.messages = messages;
    this.parking = new StoredParking(policy, messages, parking, transactions, observer);
    this.transactions = transactions;
    this.observer = observer;
  }

  /** Counts an attempt, and reports it. If that cannot be written, nothing has been counted. */
  StoredRunResult failed(LeasedMessage leased, Throwable failure) {
    Failure kept = Failure.of(failure);
    Failures failures = new Failures(leased.history().failures() + 1, kept);
    FailedMessage message = new FailedMessage(leased.identity(), leased.message(), failures);
    return settle(
        leased,
        verdict(leased, failure, kept),
        () ->
            observer.on(
                new ReceiveEvent.Failed(
                    policy, new BatchResult.PermanentFault(1, Optional.of(message), failure))));
  }

  /** Sets aside one that no one saw fail, and whose workers died or were stopped too often. */
  StoredRunResult lapsed(LeasedMessage leased) {
    String detail =
        "its lease ran out, or a fault that passes stopped it alone, %s times"
            .formatted(leased.history().lapses());
    Failure last = new Failure("lapsed", detail);
    return settle(
        leased, new StageChange.FailedForGood(ParkingReason.DELIVERIES_EXHAUSTED, last), () -> {});
  }

  /**
   * Makes one move. Only a refused move shows a lost lease; one that rolled back shows nothing
   * about it.
   */
  private StoredRunResult settle(LeasedMessage leased, StageChange change, Runnable report) {
    return move(List.of(new Move(leased, change)))
        .fold(refused -> settled(leased, refused, report), StoredRunResult.Unfinished::new);
  }

  private StoredRunResult settled(LeasedMessage leased, List<Move> refused, Runnable report) {
    if (!refused.isEmpty()) {
      observer.on(new ReceiveEvent.LeaseLost(policy, leased.identity()));
      return new StoredRunResult.Concluded(List.of());
    }
    report.run();
    return park()
        .<StoredRunResult>map(StoredRunResult.Unfinished::new)
        .orElseGet(() -> new StoredRunResult.Concluded(List.of()));
  }

  /**
   * Gives back what was not done. That counts against those that something stopped while they were
   * alone, and only if it can be written: while the database is away nothing is counted.
   *
   * @return why that could not be written, so that the leases run out; empty if it was
   */
  Optional<Throwable> giveBack(List<LeasedMessage> stopped, List<LeasedMessage> others) {
    List<Move> moves = new ArrayList<>(givenBack(others));
    stopped.forEach(one -> moves.add(new Move(one, new StageChange.Stopped())));
    return move(moves).fault();
  }

  private static List<Move> givenBack(List<LeasedMessage> leased) {
    return leased.stream().map(one -> new Move(one, new StageChange.GivenBack())).toList();
  }

  /**
   * Parks whatever failed for good, a crash's leftovers included.
   *
   * @return why that could not be written, so that it is left for the next time; empty if it was
   */
  Optional<Throwable> park() {
    return parking.park();
  }

  /** Reports what was written, where the worker's own result says something else. */
  void report(List<Receipt> receipts) {
    if (!receipts.isEmpty()) {
      observer.on(new ReceiveEvent.Done(policy, new BatchResult.BatchCommitted(receipts)));
    }
  }

  private StageChange verdict(LeasedMessage leased, Throwable failure, Failure kept) {
    int failures = leased.history().failures() + 1;
    if (stored.retries().isTerminal(failure)) {
      return new StageChange.FailedForGood(ParkingReason.TERMINAL_FAILURE, kept);
    }
    return policy
        .attemptLimits()
        .afterFailures(failures)
        .<StageChange>map(reason -> new StageChange.FailedForGood(reason, kept))
        .orElseGet(
            () ->
                new StageChange.RetryAfter(
                    stored.retries().backoff().anywhere(failures, RandomGenerator.getDefault()),
                    kept));
  }

  private Completion<List<Move>> move(List<Move> moves) {
    return transactions.inNew(TIMEOUT, () -> Decision.commit(messages.move(moves)));
  }
}
