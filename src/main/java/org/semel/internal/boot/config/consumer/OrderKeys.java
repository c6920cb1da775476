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
          "Where a message names its aggregate. Requires version. Each version takes effect after the one before it; an old"
              + " version is ignored and counted; an early version is held until the missing ones have come.");

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
          "The first version of a new aggregate.");

  static final ConfigKey<Duration> GAP_DEADLINE =
      new ConfigKey<>(
          "gap-deadline",
          "1h",
          ValueType.duration("1s", "365d"),
          "How long a version may be missing, by the database's clock, before its gap is parked as GAP for a person. The"
              + " held messages behind the gap keep waiting.");

  public static final ConfigKey<Optional<Duration>> AGGREGATE_RETENTION =
      new ConfigKey<>(
          "aggregate-retention",
          "never",
          ValueType.durationOr("never", "1h", "3650d"),
          "How long after its latest version an aggregate is forgotten, by the database's clock, if none of its messages is"
              + " held or parked. Set it only for aggregates that end: a forgotten aggregate starts again, so that its"
              + " first-version would take effect again, and a later version would wait behind a gap. Must exceed the time in"
              + " which messages can come back, as remember must. never: semel_version keeps one row per aggregate.");

  private OrderKeys() {}
}
