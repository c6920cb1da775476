// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.semel.chaos.Facts.Doubts;

/**
 * A server is stopped in order and started again, as for an upgrade, while messages come in and the
 * other servers work on.
 */
final class InTurn {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration PACE = Duration.ofMillis(200);
  private static final int AT_A_TIME = 5;

  private final Estate estate;
  private final Sender sender;
  private final Story story;

  InTurn(Estate estate, Sender sender, Story story) {
    this.estate = estate;
    this.sender = sender;
    this.story = story;
  }

  /**
   * Returns when it is up again.
   *
   * @param orders sent a few at a time until then; the rest at once
   * @return what it had left in doubt when it was down; should be nothing
   */
  Doubts restart(Node node, List<Order> orders) {
    Deque<Order> waiting = new ArrayDeque<>(orders);
    long before = estate.effects();
    sendUntil(() -> estate.effects() > before, waiting);
    Instant start = Instant.now();
    CompletableFuture<Doubts> restart = CompletableFuture.supplyAsync(() -> restart(node));
    sendUntil(restart::isDone, waiting);
    sender.release(some(waiting, waiting.size()));
    story.restarted(node, Duration.between(start, Instant.now()), estate.effects());
    return restart.join();
  }

  private void sendUntil(BooleanSupplier enough, Deque<Order> waiting) {
    await()
        .atMost(PATIENCE)
        .pollInterval(PACE)
        .until(
            () -> {
              sender.release(some(waiting, AT_A_TIME));
              return enough.getAsBoolean();
            });
  }

  private Doubts restart(Node node) {
    node.server().stop();
    Doubts left = estate.doubtsLeftBy(node);
    node.server().begin();
    node.awaitStart();
    return left;
  }

  private static List<Order> some(Deque<Order> waiting, int most) {
    List<Order> some = new ArrayList<>();
    while (some.size() < most && !waiting.isEmpty()) {
      some.add(waiting.poll());
    }
    return some;
  }
}
