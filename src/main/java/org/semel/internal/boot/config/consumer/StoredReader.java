// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.consumer;

import java.time.Duration;
import java.util.List;
import org.semel.internal.boot.config.key.ConfigKey;
import org.semel.internal.boot.config.key.ConfigSection;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.receive.policy.Protocol;
import org.semel.internal.engine.receive.policy.StoredPolicy;
import org.semel.internal.engine.receive.policy.StoredPolicy.Budget;
import org.semel.internal.engine.receive.policy.StoredPolicy.Retries;

/** Reads how one consumer processes stored messages, and checks the keys against each other. */
final class StoredReader {

  private static final List<ConfigKey<?>> OBEYED =
      List.of(
          StoredKeys.RETRY_TERMINAL,
          StoredKeys.RETRY_AGAIN,
          StoredKeys.RETRY_BUDGET,
          StoredKeys.RETRY_LEAST);

  private static final List<ConfigKey<?>> OBEYED_IN_ORDER =
      List.of(StoredKeys.RETRY_FIRST, StoredKeys.RETRY_MOST);

  private final ConfigSection section;

  StoredReader(ConfigSection section) {
    this.section = section;
  }

  StoredPolicy read() {
    return new StoredPolicy(
        section.read(StoredKeys.RECEIVERS),
        section.read(StoredKeys.LEASE),
        section.read(StoredKeys.POLL),
        retries());
  }

  /**
   * Refuses keys that this consumer's protocol ignores: its failures count towards attempts, and
   * the broker's redelivery delay is the wait. An ordered consumer uses the same waits for messages
   * behind a gap.
   */
  void check(Protocol protocol) {
    if (protocol != Protocol.STORE_FIRST) {
      OBEYED.stream().filter(section::isOwn).forEach(this::refuse);
      if (section.read(OrderKeys.AGGREGATE).isEmpty()) {
        OBEYED_IN_ORDER.stream().filter(section::isOwn).forEach(this::refuse);
      }
    }
  }

  private void refuse(ConfigKey<?> key) {
    section.fault(
        key,
        "is obeyed with protocol=store-first only; otherwise a failure counts towards attempts and comes again after the"
            + " broker's redelivery delay");
  }

  Retries retries() {
    return new Retries(
        backoff(),
        section.read(StoredKeys.RETRY_TERMINAL),
        section.read(StoredKeys.RETRY_AGAIN),
        new Budget(section.read(StoredKeys.RETRY_BUDGET), section.read(StoredKeys.RETRY_LEAST)));
  }

  private Backoff backoff() {
    Duration first = section.read(StoredKeys.RETRY_FIRST);
    Duration most = section.read(StoredKeys.RETRY_MOST);
    if (most.compareTo(first) < 0) {
      section.fault(StoredKeys.RETRY_MOST, "must be at least " + StoredKeys.RETRY_FIRST.name());
      return new Backoff(first, first);
    }
    return new Backoff(first, most);
  }
}
