// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.consumer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.semel.internal.loop.Gate;
import org.semel.internal.loop.SharedWakeUp;
import org.semel.internal.policy.ConsumerPolicy;
import org.semel.internal.policy.StoredPolicy;
import org.semel.internal.receive.ClaimedHandler;
import org.semel.internal.receive.Expiry;
import org.semel.internal.receive.ReceiveBatch;
import org.semel.internal.receive.ReceiveListener;
import org.semel.internal.receive.ReceiveTask;
import org.semel.internal.receive.ReceiverStores;
import org.semel.internal.receive.Routing;
import org.semel.internal.receive.SteppedHandler;
import org.semel.internal.receive.WorkersState;
import org.semel.internal.stored.HeldLeases;
import org.semel.internal.stored.LeaseRenewal;
import org.semel.internal.stored.RetryBudget;
import org.semel.internal.stored.StoredFailureHandler;
import org.semel.internal.stored.StoredMessageWorker;
import org.semel.internal.stored.StoredMessages;
import org.semel.internal.stored.StoredRouteRunner;
import org.semel.internal.stored.StoringHandler;

/** The workers of a consumer that stores first: receivers, those who work off, and a renewer. */
public final class StoreFirstTasks {

  private final ConsumerPolicy policy;
  private final StoredPolicy stored;
  private final Parts parts;
  private final Optional<OrderTasks> order;
  private final SharedWakeUp arrivals = new SharedWakeUp();
  private final SharedWakeUp home = new SharedWakeUp();

  /**
   * What they work with.
   *
   * @param messages that are stored
   * @param memory claims, parked messages and intents
   * @param server its transactions
   * @param handler the user's route
   * @param expiry what is too late for it
   */
  public record Parts(
      StoredMessages messages,
      ReceiverStores memory,
      Consumers.Server server,
      SteppedHandler handler,
      Expiry expiry) {}

  public StoreFirstTasks(
      ConsumerPolicy policy, StoredPolicy stored, Parts parts, Optional<OrderTasks> order) {
    this.policy = policy;
    this.stored = stored;
    this.parts = parts;
    this.order = order;
  }

  /** What becomes of what arrives. Whether it has expired is asked again when its turn comes. */
  public ClaimedHandler conduct() {
    StoringHandler storing =
        new StoringHandler(policy, parts.messages(), parts.server().transactions(), arrivals);
    return parts.expiry().beforeAll(policy.name(), storing);
  }

  /** Wakes all who sleep. */
  void wake() {
    arrivals.ring();
    home.ring();
    order.ifPresent(OrderTasks::wake);
  }

  public List<ReceiveTask> tasks(
      Supplier<ReceiveBatch> passes, Gate gate, ReceiveListener listener) {
    StoredFailureHandler.Shelves shelves =
        new StoredFailureHandler.Shelves(
            parts.messages(), parts.memory(), parts.server().transactions());
    StoredFailureHandler desk = new StoredFailureHandler(policy, stored, shelves, listener);
    ClaimedHandler route =
        new Routing(policy.reading().headers(), parts.handler(), parts.memory().bodies());
    StoredRouteRunner runs =
        new StoredRouteRunner(
            policy,
            stored,
            shelves,
            new StoredRouteRunner.Means(
                parts.handler(),
                order.map(o -> o.before(route)),
                parts.expiry(),
                new StoredRouteRunner.Ends(parts.server().faults(), desk, listener)));
    RetryBudget budget = new RetryBudget(stored.retries().budget(), System::nanoTime);
    StoredMessageWorker.Board board =
        new StoredMessageWorker.Board(
            shelves,
            desk,
            runs,
            new StoredMessageWorker.Pace(budget, arrivals, gate, WorkersState.nothing(policy)));
    List<HeldLeases> hands =
        Stream.generate(HeldLeases::new).limit(policy.pace().workers()).toList();
    List<ReceiveTask> tasks = new ArrayList<>();
    hands.forEach(hand -> tasks.add(new StoredMessageWorker(policy, stored, board, hand)));
    Stream.generate(passes).limit(stored.receivers()).forEach(tasks::add);
    tasks.add(
        new LeaseRenewal(
            parts.messages(),
            parts.server().transactions(),
            stored.lease(),
            new LeaseRenewal.Rest(hands, home)));
    order.ifPresent(
        o -> tasks.add(o.release(parts.expiry().before(policy.name(), route), parts.messages())));
    return tasks;
  }
}
