// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.semel.fake.InMemoryStoredMessages;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.receive.Expiry;
import org.semel.internal.engine.receive.ReceiverStores;
import org.semel.internal.engine.receive.SteppedHandler;
import org.semel.internal.engine.receive.World;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.batch.ReceiveListener;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.RouteProgress;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Processing;
import org.semel.internal.engine.receive.policy.StoredPolicy;
import org.semel.internal.engine.receive.rows.StoredMessages.InboxEntry;
import org.semel.internal.engine.receive.rows.StoredMessages.Quota;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;

/** Stored messages in memory and the parts that work them off, each to be had by itself. */
final class StoredWorld implements ReceiveListener {

  static final Duration LEASE = Duration.ofMinutes(1);
  static final StoredPolicy LATER =
      new StoredPolicy(
          1,
          LEASE,
          Duration.ofMillis(1),
          new StoredPolicy.Retries(
              new Backoff(Duration.ofHours(1), Duration.ofHours(1)),
              Set.of(UnsupportedOperationException.class.getName()),
              Set.of(),
              new StoredPolicy.Budget(20, 10)));

  final World world = new World();
  final InMemoryStoredMessages stored = new InMemoryStoredMessages(world.transactions);
  final ConsumerPolicy policy = world.policy(10).with(Processing.later(LATER));
  final HeldLeases held = new HeldLeases();

  /** All that was told, in its order. */
  final List<Object> told = new ArrayList<>();

  ReceiverStores stores() {
    return new ReceiverStores(world.inbox, world.attempts, world.parking, world.intents);
  }

  StoredFailureHandler failures() {
    return new StoredFailureHandler(policy, stored, world.parking, world.transactions, this);
  }

  StoredLeases leases(RetryBudget budget) {
    return new StoredLeases(policy, stored, world.transactions, budget, held, this);
  }

  StoredRouteRunner runner(StoredTransaction work) {
    return new StoredRouteRunner(policy, work, world.transactions, world.faults, failures(), this);
  }

  StoredTransaction work(ReceiverStores stores, Route route) {
    return new StoredTransaction(policy, stored, stores, route, Optional.empty(), Expiry.ignored());
  }

  /** A route of steps; one of a single step ends with none. */
  @FunctionalInterface
  interface Route extends SteppedHandler {

    @Override
    default void handle(Message message, Identity identity) {
      throw new UnsupportedOperationException();
    }

    @Override
    Optional<RouteProgress> handle(
        Message message, Identity identity, Optional<RouteProgress> behind);
  }

  void store(String... keys) {
    in(
        () ->
            stored.store(
                Arrays.stream(keys)
                    .map(key -> new InboxEntry(world.identity(key), message()))
                    .toList()));
  }

  List<LeasedMessage> lease() {
    return in(() -> stored.lease("c", new Quota(100, 100), LEASE));
  }

  void move(LeasedMessage leased, StageChange ending) {
    in(() -> stored.move(List.of(new StoredMessages.Move(leased, ending))));
  }

  LeasedMessage failedBefore(LeasedMessage leased, int failures) {
    return new LeasedMessage(
        leased.identity(),
        leased.message(),
        leased.token(),
        new LeasedMessage.AttemptHistory(failures, 0, Optional.empty(), Optional.empty()));
  }

  InboxStage stage(String key) {
    return stored.stage(world.identity(key));
  }

  <T> T in(Supplier<T> act) {
    return world
        .transactions
        .inNew(Duration.ofSeconds(10), () -> Decision.commit(act.get()))
        .committed()
        .orElseThrow();
  }

  static Message message() {
    return Messages.text("body");
  }

  static Failure failure() {
    return new Failure("K", "why");
  }

  @Override
  public void done(ConsumerPolicy consumer, BatchResult.BatchCommitted done) {
    told.add(done);
  }

  @Override
  public void failed(ConsumerPolicy consumer, BatchResult.PermanentFault failed) {
    told.add(failed);
  }

  @Override
  public void contended(ConsumerPolicy consumer, BatchResult.Contended contended) {
    told.add(contended);
  }

  @Override
  public void reclaimed(ConsumerPolicy consumer, int leases) {
    told.add("reclaimed " + leases);
  }

  @Override
  public void leaseLost(ConsumerPolicy consumer, Identity identity) {
    told.add("lost " + identity.key());
  }
}
