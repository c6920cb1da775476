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
          "With protocol=store-first: the number of threads that receive and store. The workers process the stored"
              + " messages.");

  static final ConfigKey<Duration> LEASE =
      new ConfigKey<>(
          "lease",
          "60s",
          ValueType.duration("1s", "1h"),
          "With protocol=store-first: how long a worker leases a message, by the database's clock. The worker renews the"
              + " lease while its transaction may last. After a crash, a message waits this long for the next worker.");

  static final ConfigKey<Duration> POLL =
      new ConfigKey<>(
          "poll",
          "1s",
          ValueType.duration("10ms", "5m"),
          "With protocol=store-first, or behind a gap: how long workers sleep when nothing is due. A message that this node"
              + " stores wakes them at once.");

  static final ConfigKey<Duration> RETRY_FIRST =
      new ConfigKey<>(
          "retry-backoff-first",
          "1s",
          ValueType.duration("10ms", "1h"),
          "With protocol=store-first, or behind a gap: the longest wait after the first failure of the route. It doubles"
              + " each time. The actual wait is random between zero and this value.");

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
          "With protocol=store-first: exceptions, with their subclasses, after which a message is parked at once as"
              + " TERMINAL_FAILURE.");

  static final ConfigKey<Set<String>> RETRY_AGAIN =
      new ConfigKey<>(
          "retry-again",
          "",
          ValueType.names(),
          "With protocol=store-first: exceptions that are retried although a superclass is in retry-terminal.");

  static final ConfigKey<Integer> RETRY_BUDGET =
      new ConfigKey<>(
          "retry-budget",
          "20",
          ValueType.number(0, 100),
          "With protocol=store-first: the retries allowed on each node, in percent of first attempts. Retries beyond that"
              + " wait, so that they never become a storm.");

  static final ConfigKey<Integer> RETRY_LEAST =
      new ConfigKey<>(
          "retry-budget-least",
          "10",
          ValueType.number(1, 10_000),
          "With protocol=store-first: the retries per second that are always allowed, whatever the budget, so that a quiet"
              + " consumer makes progress.");

  private StoredKeys() {}
}
