// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.MessageSource;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.Protocol;
import org.semel.internal.engine.tx.Outcome;
import org.semel.message.Message;
import org.semel.message.Origin;

/**
 * The broker's queue, on disk. What was received and neither prepared nor acknowledged comes back
 * when its transaction rolls back, its server dies or the broker dies; its deliveries are counted,
 * whatever the reason.
 */
final class Queue {

  private final ModelWorld world;
  private final Deque<Message> messages = new ArrayDeque<>();
  private final List<LocalSession> sessions = new ArrayList<>();

  Queue(ModelWorld world) {
    this.world = world;
  }

  void add(Message message) {
    messages.add(message);
  }

  boolean isEmpty() {
    return messages.isEmpty();
  }

  /** Where one worker's messages come from, as the protocol wants them. */
  MessageSource source(Node node) {
    if (world.protocol == Protocol.XA) {
      return new InTransaction();
    }
    LocalSession session = new LocalSession(world, this, node);
    sessions.add(session);
    return session;
  }

  void brokerDied() {
    sessions.forEach(LocalSession::lose);
  }

  void nodeDied(Node node) {
    forget(node);
    sessions.removeIf(session -> session.node() == node);
  }

  /** The broker takes back what this node has received, and not acknowledged. */
  void forget(Node node) {
    sessions.stream().filter(session -> session.node() == node).forEach(LocalSession::lose);
  }

  /** Takes some, as part of {@code branch}. */
  List<Arrival> take(BatchLimit most, Branch branch) {
    List<Arrival> arrivals = new ArrayList<>();
    while (arrivals.size() < most.messages() && !messages.isEmpty()) {
      Message message = messages.poll();
      if (!world.has(Mutation.AUTO_ACKNOWLEDGE)) {
        branch.add(() -> messages.addFirst(again(message)), () -> {});
      }
      arrivals.add(new Arrival.Copied(message));
    }
    world.fate.point("received");
    return arrivals;
  }

  void reach(String act) {
    world.fate.point("before " + act);
    if (world.fate.brokerIsAway()) {
      throw new Away("the broker");
    }
  }

  private static Message again(Message message) {
    Origin origin = message.origin();
    return new Message(
        message.headers(),
        message.body(),
        new Origin(origin.destination(), origin.messageId(), origin.deliveries() + 1));
  }

  /** Its receipts are part of the transaction that they are made in. */
  private final class InTransaction implements MessageSource {

    @Override
    public List<Arrival> receive(BatchLimit most, Duration wait) {
      reach("a receipt");
      return take(most, world.transactions.demand("receive").broker());
    }

    @Override
    public Optional<Exception> ended(Outcome end) {
      return Optional.empty();
    }

    @Override
    public void rest() {}

    @Override
    public void close() {}
  }
}
