// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.semel.estate.Artemis;
import org.semel.estate.Producer;
import org.semel.estate.WildFly;

/** An estate's broker: in a process of its own, or inside the only server, and one with it. */
final class EstateBroker {

  static final String QUEUE = "reservations";

  private final Artemis beside;
  private final Optional<WildFly> around;

  /**
   * Asks of this one.
   *
   * @param beside not started if there is another
   * @param around the server that has it inside
   */
  EstateBroker(Artemis beside, Optional<WildFly> around) {
    this.beside = beside;
    this.around = around;
  }

  boolean isInside() {
    return around.isPresent();
  }

  void kill() {
    beside.kill();
  }

  /** Starts it again. */
  void start() {
    beside.start();
  }

  Producer producer() {
    return producer(QUEUE);
  }

  private Producer producer(String queue) {
    return around
        .map(server -> new Producer(server.httpPort(), queue))
        .orElseGet(() -> Producer.to(beside, queue));
  }

  long queued() {
    return around
        .map(server -> server.management().messages(QUEUE))
        .orElseGet(() -> beside.messages(QUEUE));
  }

  /** The bodies of the messages that it has given up. */
  List<String> deadLetters() {
    try (Producer reader = producer(Artemis.DEAD_LETTERS)) {
      return reader.browse();
    }
  }

  /** Global ids of what it has prepared, and nobody has decided yet. */
  Set<String> prepared() {
    return around
        .map(server -> server.management().preparedTransactions())
        .orElseGet(() -> beside.branches().prepared());
  }
}
