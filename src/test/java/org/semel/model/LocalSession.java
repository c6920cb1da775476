// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.MessageSource;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.tx.Outcome;

/**
 * A session with a transaction of its own, which follows the database's: what it received is gone
 * once that is acknowledged, and comes back otherwise.
 */
final class LocalSession implements MessageSource {

  private final ModelWorld world;
  private final Queue queue;
  private final Node node;
  private Branch branch = new Branch();

  LocalSession(ModelWorld world, Queue queue, Node node) {
    this.world = world;
    this.queue = queue;
    this.node = node;
  }

  Node node() {
    return node;
  }

  /** Its server, or the broker, is dead. */
  void lose() {
    branch.lose();
  }

  @Override
  public List<Arrival> receive(BatchLimit most, Duration wait) {
    queue.reach("a receipt");
    branch = new Branch();
    if (world.has(Mutation.ACKNOWLEDGED_BEFORE_THE_COMMIT)) {
      world.transactions.beforeCommit(() -> end(true));
    }
    return queue.take(most, branch);
  }

  @Override
  public Optional<Exception> ended(Outcome end) {
    if (node.isDead()) {
      return Optional.empty(); // as its connection is closed
    }
    world.fate.point("before the acknowledgement");
    end(end == Outcome.COMMITTED || world.has(Mutation.ACKNOWLEDGED_THOUGH_UNDONE));
    world.fate.point("behind the acknowledgement");
    return end == Outcome.COMMITTED && world.fate.brokerIsAway()
        ? Optional.of(new Away("the broker"))
        : Optional.empty();
  }

  private void end(boolean acknowledge) {
    branch.end(acknowledge, !world.fate.brokerIsAway());
  }

  @Override
  public void rest() {}

  @Override
  public void close() {}
}
