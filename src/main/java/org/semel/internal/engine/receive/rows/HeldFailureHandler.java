// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.receive.HandlingFailed;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.batch.BatchResult.FailedMessage;
import org.semel.internal.engine.receive.batch.ReceiveEvent;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Failures;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedStore;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.OrderPolicy;
import org.semel.internal.engine.receive.rows.Versions.Advance;
import org.semel.internal.engine.receive.rows.Versions.HeldMessage;
import org.semel.internal.engine.receive.rows.Versions.Place;
import org.semel.internal.engine.receive.rows.Versions.Reached;
import org.semel.internal.engine.receive.rows.Versions.Run;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Identity;
import org.semel.message.ParkingReason;

/**
 * Takes failures of released messages, and gaps that last too long, and parks what a person must
 * see; each act in a transaction of its own.
 */
public final class HeldFailureHandler {

  /** The number of places whose stops are counted; an older place is new again. */
  private static final int MOST_STOPPED = 10_000;

  private final ConsumerPolicy policy;
  private final OrderPolicy order;
  private final Versions versions;
  private final ParkedStore parking;
  private final Transactions transactions;
  private final Observer<ReceiveEvent> observer;
  private final GapReporter gaps;
  private final Map<Place, Integer> stops =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Place, Integer> eldest) {
          return size() > MOST_STOPPED;
        }
      };

  public HeldFailureHandler(
      ConsumerPolicy policy,
      Versions versions,
      ParkedStore parking,
      Transactions transactions,
      Observer<ReceiveEvent> observer) {
    this.policy = policy;
    this.order = policy.ordered().orElseThrow();
    this.versions = versions;
    this.parking = parking;
    this.transactions = transactions;
    this.observer = observer;
    this.gaps = new GapReporter(policy, versions, parking, transactions, observer);
  }

  /**
   * Counts an attempt of the first of a run that was tried alone, or parks it. If that cannot be
   * written, or if another node has released it meanwhile, nothing has been counted.
   */
  public BatchResult failed(Run run, Throwable failure) {
    int failures = run.failures() + 1;
    HeldMessage first = run.next().get(0);
    Failure kept = Failure.of(failure);
    FailedMessage message =
        new FailedMessage(first.offer().identity(), first.message(), new Failures(failures, kept));
    Optional<ParkingReason> over = policy.attemptLimits().afterFailures(failures);
    Completion<Optional<List<Receipt>>> completion =
        in(() -> over.isPresent() ? givenUp(first, message, over.get()) : again(first, message));
    return completion.fold(
        counted -> {
          counted.ifPresent(this::report);
          return new BatchResult.PermanentFault(1, counted.map(parked -> message), failure);
        },
        BatchResult.TransientFault::new);
  }

  /**
   * Counts how often a fault that passes has stopped the first of a run that was tried alone, on
   * this node and in its life, and lets others go before it; after the policy's deliveries it is
   * parked. Nothing is counted while the database cannot be written: that is not the message's
   * fault.
   */
  void stopped(Run run, Throwable cause) {
    HeldMessage first = run.next().get(0);
    int times = stops.getOrDefault(first.place(), 0) + 1;
    Failure last = Failure.of(HandlingFailed.failure(cause));
    FailedMessage message =
        new FailedMessage(
            first.offer().identity(), first.message(), new Failures(run.failures() + 1, last));
    Optional<ParkingReason> over = policy.attemptLimits().afterStops(times);
    Completion<Optional<List<Receipt>>> completion =
        in(() -> over.isPresent() ? givenUp(first, message, over.get()) : later(first, times));
    completion
        .committed()
        .ifPresent(
            counted -> {
              remember(first.place(), times);
              counted.ifPresent(this::report);
            });
  }

  private void remember(Place place, int times) {
    stops.remove(place);
    if (policy.attemptLimits().afterStops(times).isEmpty()) {
      stops.put(place, times); // as the latest
    }
  }

  private Optional<List<Receipt>> later(HeldMessage first, int times) {
    Duration delay = order.patience().retry().anywhere(times, RandomGenerator.getDefault());
    return versions.stopped(first.place(), delay) ? Optional.of(List.of()) : Optional.empty();
  }

  /** Empty if it no longer waits. */
  private Optional<List<Receipt>> again(HeldMessage first, FailedMessage message) {
    return count(first, message) ? Optional.of(List.of()) : Optional.empty();
  }

  /**
   * Parks a message that waits no longer; those behind it wait for it. Under the lock of its
   * aggregate no one else can release it, so that it is parked only if it still waits.
   */
  private Optional<List<Receipt>> givenUp(
      HeldMessage first, FailedMessage message, ParkingReason reason) {
    Place place = first.place();
    Map<Identity, Reached> locked = versions.lock(Map.of(place.aggregate(), order.first() - 1));
    if (!count(first, message)) {
      return Optional.empty();
    }
    versions.drop(List.of(place));
    locked.forEach(
        (aggregate, reached) -> versions.advance(List.of(new Advance(aggregate, reached, 0))));
    ParkedMessage.Verdict verdict = new ParkedMessage.Verdict(reason, message.failures().last());
    ParkedMessage parked =
        new ParkedMessage(
            policy.name(),
            first.message(),
            verdict,
            ParkedMessage.IdentityEvidence.of(first.offer()).holdingClaim());
    parking.park(List.of(parked));
    return Optional.of(List.of(new Receipt.Parked(parked)));
  }

  private boolean count(HeldMessage first, FailedMessage message) {
    int failures = message.failures().count();
    Duration delay = order.patience().retry().anywhere(failures, RandomGenerator.getDefault());
    return versions.failed(first.place(), message.failures().last(), delay);
  }

  /**
   * Parks a notice of each gap that has lasted too long; what waits behind it waits on.
   *
   * @return why that could not be written, so that they are reported the next time; empty if it was
   */
  Optional<Throwable> reportGaps() {
    return gaps.report();
  }

  private <T> Completion<T> in(Supplier<T> act) {
    return transactions.inNew(StoredFailureHandler.TIMEOUT, () -> Decision.commit(act.get()));
  }

  /** Reports what was written, where the caller's own result says something else. */
  void report(List<Receipt> receipts) {
    if (!receipts.isEmpty()) {
      observer.on(new ReceiveEvent.Done(policy, new BatchResult.BatchCommitted(receipts)));
    }
  }
}
