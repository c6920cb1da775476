// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.consumer;

import java.time.Duration;
import java.util.Set;
import org.semel.internal.boot.config.key.ConfigKey;
import org.semel.internal.boot.config.key.ValueType;

/** The keys of a consumer that matter only with {@code protocol=store-first}. */
final class StoredKeys {

  static final ConfigKey<Integer> RECEIVERS =
      new ConfigKey<>(
          "receivers",
          "1",
          ValueType.number(1, 16),
          "With protocol=store-first: threads that receive and store; workers work off.");

  static final ConfigKey<Duration> LEASE =
      new ConfigKey<>(
          "lease",
          "60s",
          ValueType.duration("1s", "1h"),
          "With protocol=store-first: how long a worker has a message for itself, by the database's clock. Renewed while"
              + " its transaction may last; after a crash the message waits so long for the next worker.");

  static final ConfigKey<Duration> POLL =
      new ConfigKey<>(
          "poll",
          "1s",
          ValueType.duration("10ms", "5m"),
          "With protocol=store-first, or behind a gap: how long workers sleep when nothing is due and nobody wakes them."
              + " What this node stores wakes them at once.");

  static final ConfigKey<Duration> RETRY_FIRST =
      new ConfigKey<>(
          "retry-backoff-first",
          "1s",
          ValueType.duration("10ms", "1h"),
          "With protocol=store-first, or behind a gap: the longest wait after a first failure of the route; doubled each"
              + " time. The wait is chosen at random between nothing and that.");

  static final ConfigKey<Duration> RETRY_MOST =
      new ConfigKey<>(
          "retry-backoff-most",
          "5m",
          ValueType.duration("10ms", "1d"),
          "With protocol=store-first, or behind a gap: the longest wait after any failure of the route.");

  static final ConfigKey<Set<String>> RETRY_TERMINAL =
      new ConfigKey<>(
          "retry-terminal",
          "",
          ValueType.names(),
          "With protocol=store-first: exceptions that are parked at once, as TERMINAL_FAILURE, with all classes below them.");

  static final ConfigKey<Set<String>> RETRY_AGAIN =
      new ConfigKey<>(
          "retry-again",
          "",
          ValueType.names(),
          "With protocol=store-first: exceptions that are tried again though a class above them is in retry-terminal.");

  static final ConfigKey<Integer> RETRY_BUDGET =
      new ConfigKey<>(
          "retry-budget",
          "20",
          ValueType.number(0, 100),
          "With protocol=store-first: retries in percent of the messages that are tried for the first time, on each node."
              + " What is beyond waits, so that retries never become a storm.");

  static final ConfigKey<Integer> RETRY_LEAST =
      new ConfigKey<>(
          "retry-budget-least",
          "10",
          ValueType.number(1, 10_000),
          "With protocol=store-first: as many retries in each second whatever the budget says, so that a quiet consumer"
              + " gets on.");

  private StoredKeys() {}
}
