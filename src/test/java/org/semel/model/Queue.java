// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.semel.message.Message;
import org.semel.message.Origin;
import org.semel.receive.Arrival;
import org.semel.receive.Portion;
import org.semel.receive.Source;
import org.semel.tx.End;

/**
 * The broker's queue, on disk. What was received and not prepared comes back when its transaction
 * rolls back, its server dies or the broker dies; its deliveries are counted, whatever the reason.
 */
final class Queue implements Source {

  private final ModelWorld world;
  private final Deque<Message> messages = new ArrayDeque<>();

  Queue(ModelWorld world) {
    this.world = world;
  }

  void add(Message message) {
    messages.add(message);
  }

  boolean isEmpty() {
    return messages.isEmpty();
  }

  @Override
  public List<Arrival> receive(Portion most, Duration wait) {
    world.point("before a receipt");
    if (world.brokerIsAway()) {
      throw new Away("the broker");
    }
    Branch branch = world.transactions.present("a receipt").broker();
    List<Arrival> arrivals = new ArrayList<>();
    while (arrivals.size() < most.messages() && !messages.isEmpty()) {
      Message message = messages.poll();
      if (!world.has(Mutation.AUTO_ACKNOWLEDGE)) {
        branch.add(() -> messages.addFirst(again(message)), () -> {});
      }
      arrivals.add(new Arrival.Copied(message));
    }
    world.point("received");
    return arrivals;
  }

  private static Message again(Message message) {
    Origin origin = message.origin();
    return new Message(
        message.headers(),
        message.body(),
        new Origin(origin.destination(), origin.messageId(), origin.deliveries() + 1));
  }

  @Override
  public void ended(End end) {}

  @Override
  public void rest() {}

  @Override
  public void close() {}
}
