// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.batch.ReceiveEvent;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedStore;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.rows.StoredMessages.Move;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.ParkingReason;

/**
 * Parks stored messages that failed for good, a crash's leftovers included, several in one
 * transaction. Shared by all workers of a consumer.
 */
final class StoredParking {

  /**
   * The longest time that one of the short transactions may last in which messages are moved on.
   */
  static final Duration TIMEOUT = Duration.ofSeconds(30);

  private static final int AT_ONCE = 50;

  private final ConsumerPolicy policy;
  private final StoredMessages messages;
  private final ParkedStore parking;
  private final Transactions transactions;
  private final Observer<ReceiveEvent> observer;

  StoredParking(
      ConsumerPolicy policy,
      StoredMessages messages,
      ParkedStore parking,
      Transactions transactions,
      Observer<ReceiveEvent> observer) {
    this.policy = policy;
    this.messages = messages;
    this.parking = parking;
    this.transactions = transactions;
    this.observer = observer;
  }

  /** See {@link StoredFailureHandler#park}. */
  Optional<Throwable> park() {
    Completion<List<Receipt>> completion =
        transactions.inNew(
            TIMEOUT,
            () -> {
              List<LeasedMessage> failed = messages.failedForGood(policy.name(), AT_ONCE);
              return failed.isEmpty()
                  ? Decision.discard(List.<Receipt>of())
                  : Decision.commit(park(failed));
            });
    completion
        .committed()
        .ifPresent(
            receipts ->
                observer.on(
                    new ReceiveEvent.Done(policy, new BatchResult.BatchCommitted(receipts))));
    return completion.fault();
  }

  private List<Receipt> park(List<LeasedMessage> failed) {
    List<ParkedMessage> parked = failed.stream().map(this::parked).toList();
    parking.park(parked);
    List<Move> refused =
        messages.move(failed.stream().map(one -> new Move(one, new StageChange.Parked())).toList());
    if (!refused.isEmpty()) {
      throw new IllegalStateException(
          refused.size() + " locked messages could not be parked; this is a defect of Semel");
    }
    return parked.stream().<Receipt>map(Receipt.Parked::new).toList();
  }

  private ParkedMessage parked(LeasedMessage leased) {
    Offer offer = new Offer(leased.identity(), policy.reading().fingerprint().of(leased.message()));
    ParkedMessage.Verdict verdict =
        leased
            .history()
            .verdict()
            .orElseGet(() -> new ParkedMessage.Verdict(ParkingReason.ATTEMPTS_EXHAUSTED, ""));
    return new ParkedMessage(
        policy.name(),
        leased.message(),
        verdict,
        ParkedMessage.IdentityEvidence.of(offer).holdingClaim());
  }
}
