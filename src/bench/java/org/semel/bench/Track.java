// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.semel.bench.Cell.PerMessage;
import org.semel.bench.Variant.Load;

/** Runs a variant over a queue that was filled before, and measures it. */
final class Track {

  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Estate estate;
  private final Orders orders;

  Track(Estate estate) {
    this.estate = estate;
    this.orders = new Orders(estate.server.appServer().httpPort());
  }

  /**
   * Runs {@code variant} once, over {@code share} of its load.
   *
   * @throws IllegalStateException if its effects do not add up
   */
  Cell run(Variant variant, double share) {
    Load load = variant.load().scaled(share);
    fill(load);
    Wal before = Wal.untilNow(estate.postgres);
    Spent spentBefore = Spent.untilNow(estate);
    start(variant.receiver());
    awaitEmpty();
    Spent spent = Spent.untilNow(estate).since(spentBefore);
    stop(variant.receiver());
    estate.awaitQuiet();
    verify(variant.name(), load);
    Wal wal = Wal.untilNow(estate.postgres).since(before);
    return new Cell(
        stretch(load.effects()) / (nanos() / 1e9),
        (double) wal.bytes() / load.messages(),
        (double) wal.syncs() / load.messages(),
        PerMessage.of(spent, load.messages()));
  }

  /** An empty estate, a queue with this in it, and the stop-watch set. */
  void fill(Load load) {
    estate.empty();
    orders.give(
        "fill?messages=%d&duplicates=%d&poison=%d"
            .formatted(load.messages(), load.duplicates(), load.poison()));
    watch(load.effects());
  }

  void watch(int effects) {
    orders.give("watch?from=" + effects / 10 + "&to=" + effects * 19 / 20);
  }

  /** So many messages are done while the stop-watch runs. */
  static int stretch(int effects) {
    return effects * 19 / 20 - effects / 10;
  }

  /** Until the watch has stopped and nothing is in the queue. */
  void awaitEmpty() {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> nanos() > 0 && estate.server.broker().messages(ServerUnderTest.QUEUE) == 0);
  }

  Orders orders() {
    return orders;
  }

  void start(String receiver) {
    if (receiver.equals(Variant.BEAN)) {
      estate.server.startBean();
    } else {
      orders.give("start?route=" + receiver);
    }
  }

  void stop(String receiver) {
    if (receiver.equals(Variant.BEAN)) {
      estate.server.stopBean();
    } else {
      orders.give("stop?route=" + receiver);
    }
  }

  private void verify(String name, Load load) {
    long effects = estate.postgres.number("SELECT count(*) FROM reservation");
    long parked = estate.postgres.number("SELECT count(*) FROM semel_parked");
    if (effects != load.effects() || parked != load.poisonous()) {
      throw new IllegalStateException(
          "%s: %d effects and %d parked of %d messages, of which %d are poison"
              .formatted(name, effects, parked, load.messages(), load.poisonous()));
    }
  }

  private long nanos() {
    return Long.parseLong(orders.give("nanos"));
  }
}
