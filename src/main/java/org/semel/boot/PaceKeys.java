// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import java.time.Duration;

/** The keys of how much a consumer takes at once, with how many workers, and for how long. */
final class PaceKeys {

  static final Key<Integer> BATCH =
      new Key<>(
          "batch",
          "50",
          Values.number(1, 1_000),
          "The most messages that share one transaction. Never waited for: at low load it is one.");

  static final Key<Integer> BATCH_BYTES =
      new Key<>(
          "batch-bytes",
          "1MiB",
          Values.bytes("1KiB", "512MiB"),
          "Once the bodies of a transaction's messages have so many bytes, no further one joins;"
              + " large messages are thus handled one at a time.");

  static final Key<Integer> WORKERS =
      new Key<>(
          "workers",
          "4",
          Values.number(1, 64),
          "Threads that receive, each with a transaction of its own. PostgreSQL must allow as many"
              + " prepared transactions.");

  static final Key<Duration> TRANSACTION_TIMEOUT =
      new Key<>(
          "transaction-timeout",
          "60s",
          Values.duration("2s", "1h"),
          "After this long a transaction is rolled back, and that counts as a failed attempt.");

  static final Key<Duration> RECEIVE_WAIT =
      new Key<>(
          "receive-wait",
          "1s",
          Values.duration("10ms", "30s"),
          "How long a worker waits for a message before it looks whether it should stop. Counts"
              + " towards the transaction timeout, and must be no more than half of it.");

  static final Key<Duration> DRAIN =
      new Key<>(
          "drain",
          "30s",
          Values.duration("100ms", "1h"),
          "How long a stop or suspend waits for work in hand.");

  private PaceKeys() {}
}
