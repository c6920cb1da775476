// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import static org.awaitility.Awaitility.await;

import java.time.Duration;

/** Runs a variant over a queue that was filled before, and measures it. */
final class Track {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Estate estate;
  private final Orders orders;

  Track(Estate estate) {
    this.estate = estate;
    this.orders = new Orders(estate.wildFly.httpPort());
  }

  /**
   * Runs {@code variant} once.
   *
   * @throws IllegalStateException if its effects do not add up
   */
  Cell run(Variant variant, double share) {
    int messages = (int) (variant.messages() * share);
    estate.empty();
    orders.give("fill?messages=" + messages + "&duplicates=" + variant.duplicates());
    orders.give("watch?from=" + messages / 10 + "&to=" + messages * 19 / 20);
    long bytes = wal("wal_bytes");
    long syncs = wal("wal_sync");
    Spent before = Spent.untilNow();
    start(variant);
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> nanos() > 0 && estate.wildFly.management().messages("bench") == 0);
    Spent spent = Spent.untilNow().since(before);
    stop(variant);
    estate.awaitQuiet();
    verify(variant, messages);
    double seconds = nanos() / 1e9;
    return new Cell(
        (messages * 19 / 20 - messages / 10) / seconds,
        (double) (wal("wal_bytes") - bytes) / messages,
        (double) (wal("wal_sync") - syncs) / messages,
        spent.server().toNanos() / 1e3 / messages,
        spent.database().toNanos() / 1e3 / messages);
  }

  /** Sends the intents that the last cell has left, and tells how many went out per second. */
  double relay() {
    long waiting = delivered("pending");
    long from = estate.provider.effects();
    long began = System.nanoTime();
    orders.give("start?route=relay");
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> delivered("delivered") == waiting);
    double seconds = (System.nanoTime() - began) / 1e9;
    orders.give("stop?route=relay");
    if (estate.provider.effects() - from != waiting) {
      throw new IllegalStateException("the provider saw " + (estate.provider.effects() - from));
    }
    return waiting / seconds;
  }

  private long delivered(String state) {
    return estate.postgres.number("SELECT count(*) FROM semel_intent WHERE state = ?", state);
  }

  private void start(Variant variant) {
    if (variant.receiver().equals(Variant.BEAN)) {
      estate.wildFly.management().delivery("bench.war", Variant.BEAN, "start-delivery");
    } else {
      orders.give("start?route=" + variant.receiver());
    }
  }

  private void stop(Variant variant) {
    if (variant.receiver().equals(Variant.BEAN)) {
      estate.wildFly.management().delivery("bench.war", Variant.BEAN, "stop-delivery");
    } else {
      orders.give("stop?route=" + variant.receiver());
    }
  }

  private void verify(Variant variant, int messages) {
    long effects = estate.postgres.number("SELECT count(*) FROM reservation");
    if (effects != messages) {
      throw new IllegalStateException(
          variant.name() + " had " + effects + " effects of " + messages + " messages");
    }
  }

  private long nanos() {
    return Long.parseLong(orders.give("nanos"));
  }

  private long wal(String figure) {
    return estate.postgres.number("SELECT " + figure + " FROM pg_stat_wal");
  }
}
