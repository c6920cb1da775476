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
          "The largest number of messages in one transaction. Semel never waits for more messages: at low load a batch is"
              + " one message.");

  static final ConfigKey<Integer> BATCH_BYTES =
      new ConfigKey<>(
          "batch-bytes",
          "1MiB",
          ValueType.bytes("1KiB", "512MiB"),
          "No further message joins a transaction once the bodies in it have this many bytes; large messages are therefore"
              + " handled one at a time.");

  static final ConfigKey<Integer> WORKERS =
      new ConfigKey<>(
          "workers",
          "4",
          ValueType.number(1, 64),
          "The number of receiving threads; each has its own transaction. PostgreSQL must allow as many prepared"
              + " transactions.");

  static final ConfigKey<Duration> TRANSACTION_TIMEOUT =
      new ConfigKey<>(
          "transaction-timeout",
          "60s",
          ValueType.duration("2s", "1h"),
          "A transaction rolls back after this time. That counts as a failed attempt, unless the"
              + " route met a fault that passes.");

  static final ConfigKey<Duration> RECEIVE_WAIT =
      new ConfigKey<>(
          "receive-wait",
          "1s",
          ValueType.duration("10ms", "30s"),
          "How long a worker waits for a message before it checks whether to stop. The wait counts towards the transaction"
              + " timeout, and must be at most half of it.");

  static final ConfigKey<Duration> DRAIN =
      new ConfigKey<>(
          "drain",
          "30s",
          ValueType.duration("100ms", "1h"),
          "How long a stop or suspend waits for open work.");

  private PaceKeys() {}
}
