// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.consumer;

import java.time.Duration;
import org.semel.internal.boot.config.key.ConfigKey;
import org.semel.internal.boot.config.key.ValueType;

/** The keys of how much a consumer takes at once, with how many workers, and for how long. */
final class PaceKeys {

  static final ConfigKey<Integer> BATCH =
      new ConfigKey<>(
          "batch",
          "50",
          ValueType.number(1, 1_000),
          "The most messages that share one transaction. Never waited for: at low load it is one.");

  static final ConfigKey<Integer> BATCH_BYTES =
      new ConfigKey<>(
          "batch-bytes",
          "1MiB",
          ValueType.bytes("1KiB", "512MiB"),
          "Once the bodies of a transaction's messages have so many bytes, no further one joins; large messages are thus"
              + " handled one at a time.");

  static final ConfigKey<Integer> WORKERS =
      new ConfigKey<>(
          "workers",
          "4",
          ValueType.number(1, 64),
          "Threads that receive, each with a transaction of its own. PostgreSQL must allow as many prepared transactions.");

  static final ConfigKey<Duration> TRANSACTION_TIMEOUT =
      new ConfigKey<>(
          "transaction-timeout",
          "60s",
          ValueType.duration("2s", "1h"),
          "After this long a transaction is rolled back, and that counts as a failed attempt.");

  static final ConfigKey<Duration> RECEIVE_WAIT =
      new ConfigKey<>(
          "receive-wait",
          "1s",
          ValueType.duration("10ms", "30s"),
          "How long a worker waits for a message before it looks whether it should stop. Counts towards the transaction"
              + " timeout, and must be no more than half of it.");

  static final ConfigKey<Duration> DRAIN =
      new ConfigKey<>(
          "drain",
          "30s",
          ValueType.duration("100ms", "1h"),
          "How long a stop or suspend waits for work in hand.");

  private PaceKeys() {}
}
