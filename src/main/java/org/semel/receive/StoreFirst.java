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
final class StoreFirst {

  private final ConsumerPolicy policy;
  private final StoredPolicy stored;
  private final Parts parts;
  private final Optional<Order> order;
  private final Chime arrivals = new Chime();
  private final Chime home = new Chime();

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
      Memory memory,
      Consumers.Server server,
      SteppedHandler handler,
      Expiry expiry) {}

  StoreFirst(ConsumerPolicy policy, StoredPolicy stored, Parts parts, Optional<Order> order) {
    this.policy = policy;
    this.stored = stored;
    this.parts = parts;
    this.order = order;
  }

  /** What becomes of what arrives. Whether it has expired is asked again when its turn comes. */
  Conduct conduct() {
    Storing storing =
        new Storing(policy, parts.messages(), parts.server().transactions(), arrivals);
    return parts.expiry().beforeAll(policy.name(), storing);
  }

  /** Wakes all who sleep. */
  void wake() {
    arrivals.ring();
    home.ring();
    order.ifPresent(Order::wake);
  }

  List<Task> tasks(Supplier<Pass> passes, Gate gate, ReceiveListener listener) {
    Desk.Shelves shelves =
        new Desk.Shelves(parts.messages(), parts.memory(), parts.server().transactions());
    Desk desk = new Desk(policy, stored, shelves, listener);
    Conduct route =
        new Routing(policy.reading().headers(), parts.handler(), parts.memory().bodies());
    Runs runs =
        new Runs(
            policy,
            stored,
            shelves,
            new Runs.Means(
                parts.handler(),
                order.map(o -> o.before(route)),
                parts.expiry(),
                new Runs.Ends(parts.server().faults(), desk, listener)));
    RetryBudget budget = new RetryBudget(stored.retries().budget(), System::nanoTime);
    Errand.Board board =
        new Errand.Board(
            shelves,
            desk,
            runs,
            new Errand.Pace(budget, arrivals, gate, SharedState.nothing(policy)));
    List<InHand> hands = Stream.generate(InHand::new).limit(policy.pace().workers()).toList();
    List<Task> tasks = new ArrayList<>();
    hands.forEach(hand -> tasks.add(new Errand(policy, stored, board, hand)));
    Stream.generate(passes).limit(stored.receivers()).forEach(tasks::add);
    tasks.add(
        new Renewal(
            parts.messages(),
            parts.server().transactions(),
            stored.lease(),
            new Renewal.Rest(hands, home)));
    order.ifPresent(
        o -> tasks.add(o.release(parts.expiry().before(policy.name(), route), parts.messages())));
    return tasks;
  }
}
