// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.consumer;

import java.time.Duration;
import java.util.Optional;
import org.semel.internal.boot.config.key.ConfigKey;
import org.semel.internal.boot.config.key.ValueType;

/** The keys of a consumer that keeps the versions of an aggregate in order. */
public final class OrderKeys {

  static final ConfigKey<String> AGGREGATE =
      new ConfigKey<>(
          "aggregate",
          "",
          ValueType.rule("a rule, as for identity"),
          "Where a message names its aggregate. Together with version: each version takes effect after the one before it;"
              + " an old one is ignored and counted, an early one is kept and waits for those that are missing.");

  static final ConfigKey<String> VERSION =
      new ConfigKey<>(
          "version",
          "",
          ValueType.rule("a rule, as for identity"),
          "Where a message names its aggregate's version, a number that grows by one.");

  static final ConfigKey<Integer> FIRST_VERSION =
      new ConfigKey<>(
          "first-version",
          "1",
          ValueType.number(0, 1_000_000_000),
          "The version that a new aggregate begins with.");

  static final ConfigKey<Duration> GAP_DEADLINE =
      new ConfigKey<>(
          "gap-deadline",
          "1h",
          ValueType.duration("1s", "365d"),
          "How long a version may be missing, by the database's clock, before its gap is parked as GAP for a person. What"
              + " waits behind it waits on.");

  public static final ConfigKey<Optional<Duration>> AGGREGATE_RETENTION =
      new ConfigKey<>(
          "aggregate-retention",
          "never",
          ValueType.durationOr("never", "1h", "3650d"),
          "How long after its latest version an aggregate is forgotten, by the database's clock, if nothing of it waits or"
              + " is parked. Only for aggregates that end: a forgotten one begins anew, so that its first-version would take"
              + " effect again, and a later one waits as behind a gap. Must be longer than messages can come back, as remember"
              + " must. never: semel_version keeps a row for each aggregate for good.");

  private OrderKeys() {}
}
