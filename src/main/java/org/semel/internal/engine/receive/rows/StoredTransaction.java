// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.semel.internal.engine.receive.ClaimedHandler;
import org.semel.internal.engine.receive.Expiry;
import org.semel.internal.engine.receive.HandlingFailed;
import org.semel.internal.engine.receive.IdentifiedMessage;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.ReceiverStores;
import org.semel.internal.engine.receive.SteppedHandler;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.RouteProgress;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.StoredPolicy;
import org.semel.internal.engine.receive.rows.StoredMessages.Move;
import org.semel.message.Identity;

/**
 * Handles stored messages inside one transaction of the database: each runs through the route,
 * unless it is too late, and its row is moved on.
 */
public final class StoredTransaction {

  private final ConsumerPolicy policy;
  private final StoredPolicy stored;
  private final StoredMessages messages;
  private final ReceiverStores stores;
  private final SteppedHandler handler;
  private final Optional<ClaimedHandler> ordered;
  private final Expiry expiry;

  /**
   * The transactions of one consumer.
   *
   * @param handler the user's route
   * @param ordered what runs it instead where versions are kept in order; it knows no steps
   * @param expiry what is too late to be run
   */
  public StoredTransaction(
      ConsumerPolicy policy,
      StoredMessages messages,
      ReceiverStores stores,
      SteppedHandler handler,
      Optional<ClaimedHandler> ordered,
      Expiry expiry) {
    this.policy = policy;
    this.stored = policy.stored().orElseThrow();
    this.messages = messages;
    this.stores = stores;
    this.handler = handler;
    this.ordered = ordered;
    this.expiry = expiry;
  }

  /** Runs these through the route, and writes what became of each. */
  List<Receipt> all(List<LeasedMessage> leased) {
    stores.claims().bound(); // they were claimed when they were stored, or not at all
    Expiry here = expiry.askedOnce();
    List<Move> moves = new ArrayList<>();
    List<Receipt> receipts =
        ordered
            .map(order -> inOrder(order, inTime(leased, here, moves)))
            .orElseGet(() -> routed(leased, here, moves));
    end(moves);
    park(receipts);
    return receipts;
  }

  /**
   * Parks messages that cannot take effect at their version's turn. Their stored rows become
   * parked, too.
   */
  private void park(List<Receipt> receipts) {
    List<ParkedMessage> parked =
        receipts.stream()
            .<ParkedMessage>mapMulti((receipt, parking) -> receipt.toPark().ifPresent(parking))
            .toList();
    if (!parked.isEmpty()) {
      new StoredParkedStore(stores.parking(), messages).park(parked);
    }
  }

  private List<Receipt> routed(List<LeasedMessage> leased, Expiry here, List<Move> moves) {
    List<Receipt> receipts = new ArrayList<>();
    for (LeasedMessage one : leased) {
      if (!isInTime(one, here, moves)) {
        continue;
      }
      if (handle(one).isPresent()) {
        throw new StepAmongOthers();
      }
      receipts.add(new Receipt.Processed(one.identity(), one.message()));
    }
    return receipts;
  }

  private List<LeasedMessage> inTime(List<LeasedMessage> leased, Expiry here, List<Move> moves) {
    return leased.stream().filter(one -> isInTime(one, here, moves)).toList();
  }

  /**
   * Whether this message may run: it has not expired, or it has begun a step and goes on to its
   * end. Adds the move that follows.
   */
  private boolean isInTime(LeasedMessage one, Expiry here, List<Move> moves) {
    Optional<ParkedMessage.Verdict> over =
        one.history().progress().isPresent() ? Optional.empty() : here.verdict(one.message());
    moves.add(
        new Move(
            one,
            over.<StageChange>map(
                    verdict ->
                        new StageChange.FailedForGood(
                            verdict.reason(), new Failure("expired", verdict.detail())))
                .orElseGet(StageChange.Completed::new)));
    return over.isEmpty();
  }

  private List<Receipt> inOrder(ClaimedHandler order, List<LeasedMessage> leased) {
    return order.handle(leased.stream().map(this::candidate).toList());
  }

  private IdentifiedMessage candidate(LeasedMessage one) {
    return new IdentifiedMessage(
        one.message(), new Offer(one.identity(), policy.reading().fingerprint().of(one.message())));
  }

  /** From one step to the next, or to the end. */
  record Stretch(Optional<RouteProgress> progress, List<Receipt> receipts) {}

  /** Runs this one to its next step, or to its end. */
  Stretch stretch(LeasedMessage leased) {
    if (ordered.isPresent()) {
      return new Stretch(Optional.empty(), all(List.of(leased)));
    }
    stores.claims().bound();
    List<Move> moves = new ArrayList<>();
    if (!isInTime(leased, expiry, moves)) {
      end(moves);
      return new Stretch(Optional.empty(), List.of());
    }
    Optional<RouteProgress> progress = handle(leased);
    if (progress.isEmpty()) {
      end(moves);
      return new Stretch(
          progress, List.of(new Receipt.Processed(leased.identity(), leased.message())));
    }
    stores.intents().flush();
    if (!messages.finish(leased, progress.get(), stored.lease())) {
      throw new LeaseLost(leased.identity());
    }
    return new Stretch(progress, List.of());
  }

  private void end(List<Move> moves) {
    stores.intents().flush();
    stores.bodies().flush();
    List<Move> refused = messages.move(moves);
    if (!refused.isEmpty()) {
      throw new LeaseLost(refused.get(0).leased().identity());
    }
  }

  /**
   * Runs the route to its next step, or to its end: then the message took effect. If order is kept,
   * the ordered handler keeps the body.
   */
  private Optional<RouteProgress> handle(LeasedMessage leased) {
    Identity identity = leased.identity();
    try {
      Optional<RouteProgress> progress =
          handler.handle(
              leased.message().exposing(policy.reading().headers()),
              identity,
              leased.history().progress());
      if (progress.isEmpty()) {
        stores.bodies().keep(identity, leased.message());
      }
      return progress;
    } catch (Exception | LinkageError | AssertionError | StackOverflowError | InternalError e) {
      throw new HandlingFailed(identity, e);
    }
  }
}
