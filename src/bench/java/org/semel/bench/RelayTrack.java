// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import static org.awaitility.Awaitility.await;

import java.time.Duration;

/** Measures the relay: alone, and beside a destination that never answers. */
final class RelayTrack {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int INTENTS = 30_000;
  private static final int HANGING = 1_000;

  private final Estate estate;
  private final Orders orders;

  RelayTrack(Estate estate, Orders orders) {
    this.estate = estate;
    this.orders = orders;
  }

  /** Intents per second, from the start of the relay until the last one is settled. */
  double alone() {
    estate.empty();
    return confirmations();
  }

  /** The same, while another destination's relay has all its threads out and none comes back. */
  double besideOneThatHangs() {
    estate.empty();
    RecordedIntents.record(estate.postgres, "hanging", HANGING);
    orders.give("start?route=hanging");
    await().atMost(PATIENCE).until(() -> count("hanging", "leased") > 0);
    double perSecond = confirmations();
    estate.hanging.letGo();
    orders.give("stop?route=hanging");
    return perSecond;
  }

  private double confirmations() {
    RecordedIntents.record(estate.postgres, "confirmation", INTENTS);
    long before = estate.provider.effects();
    long began = System.nanoTime();
    orders.give("start?route=relay");
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> count("confirmation", "delivered") == INTENTS);
    double seconds = (System.nanoTime() - began) / 1e9;
    orders.give("stop?route=relay");
    if (estate.provider.effects() - before != INTENTS) {
      throw new IllegalStateException("the provider saw " + (estate.provider.effects() - before));
    }
    return INTENTS / seconds;
  }

  private long count(String destination, String state) {
    return estate.postgres.number(
        "SELECT count(*) FROM semel_intent WHERE destination = ? AND state = ?",
        destination,
        state);
  }
}
