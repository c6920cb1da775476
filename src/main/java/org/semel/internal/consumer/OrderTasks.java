// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.consumer;

import org.semel.internal.loop.SharedWakeUp;
import org.semel.internal.ordered.OrderedParkedStore;
import org.semel.internal.ordered.Resequencer;
import org.semel.internal.ordered.VersionGate;
import org.semel.internal.ordered.Versions;
import org.semel.internal.policy.ConsumerPolicy;
import org.semel.internal.policy.OrderPolicy;
import org.semel.internal.receive.ClaimedHandler;
import org.semel.internal.receive.Occasion;
import org.semel.internal.receive.ReceiveListener;
import org.semel.internal.receive.ReceiveTask;
import org.semel.internal.receive.ReceiverStores;
import org.semel.internal.stored.StoredMessages;
import org.semel.message.IdentityRule;

/** All that keeps one consumer's versions in order. */
final class OrderTasks {

  private final ConsumerPolicy policy;
  private final OrderPolicy order;
  private final Resequencer.Counter counter;

  /**
   * An order over {@code versions}.
   *
   * @param server its transactions
   */
  static OrderTasks of(
      ConsumerPolicy policy, Versions versions, Consumers.Server server, Ears ears) {
    OrderPolicy order = policy.ordered().orElseThrow();
    VersionGate.Queue queue =
        new VersionGate.Queue(versions, server.transactions(), new SharedWakeUp());
    return new OrderTasks(
        policy,
        order,
        new Resequencer.Counter(
            queue, inOrder(ears.memory(), order, versions), server.faults(), ears.listener()));
  }

  private OrderTasks(ConsumerPolicy policy, OrderPolicy order, Resequencer.Counter counter) {
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
  record Ears(ReceiverStores memory, ReceiveListener listener) {}

  IdentityRule rule(IdentityRule rule) {
    return order.demanded(rule);
  }

  /** The memory, which parks messages with what their order tells of them. */
  ReceiverStores memory() {
    return counter.memory();
  }

  private static ReceiverStores inOrder(
      ReceiverStores memory, OrderPolicy order, Versions versions) {
    return memory.parkingBy(new OrderedParkedStore(memory.parking(), order, versions));
  }

  ClaimedHandler before(ClaimedHandler route) {
    return new VersionGate(policy.name(), order, counter.queue(), route);
  }

  ReceiveTask release(ClaimedHandler route) {
    return new Resequencer(policy, order, counter, route);
  }

  /** The same for what was stored in {@code messages} before it had to wait. */
  ReceiveTask release(ClaimedHandler route, StoredMessages messages) {
    ClaimedHandler stored = ours -> Occasion.STORED.during(() -> route.conduct(ours));
    return new Resequencer(policy, order, counter.over(messages), stored);
  }

  void wake() {
    counter.queue().chime().ring();
  }
}
