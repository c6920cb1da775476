// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.semel.Gate;
import org.semel.inbox.StoredMessages;

/** The workers of a consumer that stores first: receivers, those who work off, and a renewer. */
final class StoreFirstTasks {

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
  record Parts(
      StoredMessages messages,
      ReceiverStores memory,
      Consumers.Server server,
      SteppedHandler handler,
      Expiry expiry) {}

  StoreFirstTasks(
      ConsumerPolicy policy, StoredPolicy stored, Parts parts, Optional<OrderTasks> order) {
    this.policy = policy;
    this.stored = stored;
    this.parts = parts;
    this.order = order;
  }

  /** What becomes of what arrives. Whether it has expired is asked again when its turn comes. */
  ClaimedHandler conduct() {
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

  List<ReceiveTask> tasks(Supplier<ReceiveBatch> passes, Gate gate, ReceiveListener listener) {
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
    RowWorker.Board board =
        new RowWorker.Board(
            shelves,
            desk,
            runs,
            new RowWorker.Pace(budget, arrivals, gate, WorkersState.nothing(policy)));
    List<HeldLeases> hands =
        Stream.generate(HeldLeases::new).limit(policy.pace().workers()).toList();
    List<ReceiveTask> tasks = new ArrayList<>();
    hands.forEach(hand -> tasks.add(new RowWorker(policy, stored, board, hand)));
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
