// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

import org.semel.inbox.StoredMessages;
import org.semel.message.IdentityRule;

/** All that keeps one consumer's versions in order. */
final class Order {

  private final ConsumerPolicy policy;
  private final OrderPolicy order;
  private final Release.Counter counter;

  /**
   * An order over the versions of {@code ordered}.
   *
   * @param server its transactions
   */
  static Order of(
      ConsumerPolicy policy, Consumers.Ordered ordered, Consumers.Server server, Ears ears) {
    Ordering.Queue queue =
        new Ordering.Queue(ordered.versions(), server.transactions(), new Chime());
    return new Order(
        policy,
        ordered.policy(),
        new Release.Counter(
            queue, inOrder(ears.memory(), ordered), server.faults(), ears.listener()));
  }

  private Order(ConsumerPolicy policy, OrderPolicy order, Release.Counter counter) {
    this.policy = policy;
    this.order = order;
    this.counter = counter;
  }

  /**
   * Where things end up.
   *
   * @param memory with parked messages and intents
   * @param listener hears what happens
   */
  record Ears(Memory memory, ReceiveListener listener) {}

  IdentityRule rule(IdentityRule rule) {
    return order.demanded(rule);
  }

  /** The memory, which parks messages with what their order tells of them. */
  Memory memory() {
    return counter.memory();
  }

  private static Memory inOrder(Memory memory, Consumers.Ordered ordered) {
    return memory.parkingBy(
        new ParkingInOrder(memory.parking(), ordered.policy(), ordered.versions()));
  }

  Conduct before(Conduct route) {
    return new Ordering(policy.name(), order, counter.queue(), route);
  }

  Task release(Conduct route) {
    return new Release(policy, order, counter, route);
  }

  /** The same for what was stored in {@code messages} before it had to wait. */
  Task release(Conduct route, StoredMessages messages) {
    Conduct stored = ours -> Occasion.STORED.during(() -> route.conduct(ours));
    return new Release(policy, order, counter.over(messages), stored);
  }

  void wake() {
    counter.queue().chime().ring();
  }
}
