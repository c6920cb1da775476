// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.semel.internal.boot.config.key.ConfigKey;
import org.semel.internal.boot.config.key.ValueType;

/** The keys of Semel itself: {@code semel.<key>}. */
final class SemelKeys {

  static final ConfigKey<String> DATA_SOURCE =
      new ConfigKey<>(
          "data-source",
          "java:/jdbc/semel",
          ValueType.text("a JNDI name"),
          "The XA data source with Semel's tables; the same that the routes' JPA uses, so that both share one branch.");

  static final ConfigKey<String> APPLICATION =
      new ConfigKey<>(
          "application",
          "",
          ValueType.text("a name"),
          "The name of this application, the same on all its nodes. With it, another application that uses a consumer's"
              + " name on the same tables, or delivers to the same destination, is refused; without it, one that receives from"
              + " another queue or keeps another memory is, and one that delivers to the same destination is taken for another"
              + " node.");

  static final ConfigKey<Duration> LOCK_TIMEOUT =
      new ConfigKey<>(
          "lock-timeout",
          "2s",
          ValueType.duration("10ms", "10m"),
          "How long a statement in a receiving transaction waits for a lock, a claim's included. Beyond it the transaction"
              + " is rolled back and its messages come again; no attempt is counted.");

  static final ConfigKey<String> PROBE_QUEUE =
      new ConfigKey<>(
          "probe-queue",
          "semel.probe",
          ValueType.text("a name"),
          "The queue on which the start-up proof's messages travel.");

  static final ConfigKey<Duration> PATIENCE =
      new ConfigKey<>(
          "patience",
          "30s",
          ValueType.duration("0s", "10m"),
          "How long the start waits for a JNDI name that is not bound yet.");

  static final ConfigKey<String> ROUTES =
      new ConfigKey<>(
          "routes",
          "camel",
          ValueType.text("a folder"),
          "The folder under WEB-INF/classes, and under WEB-INF itself, in which all YAML and XML files are routes.");

  static final ConfigKey<Duration> RETENTION_EVERY =
      new ConfigKey<>(
          "retention-every",
          "6h",
          ValueType.duration("1s", "7d"),
          "How long retention rests between two rounds over all rows, of which any node makes one. What has outlived its"
              + " time lies for so much longer.");

  static final ConfigKey<Optional<Duration>> AUDIT_RETENTION =
      new ConfigKey<>(
          "audit-retention",
          "400d",
          ValueType.durationOr("never", "30d", "3650d"),
          "How long it stands in the audit what operators did, and how long replay plans that are done or withdrawn are"
              + " kept with their messages, by the database's clock. Plans that are not over stay. Of several applications over"
              + " the same tables the last one to start has the last word on the audit. never: semel_audit, semel_plan and"
              + " semel_plan_item grow by what people do, for good.");

  static final ConfigKey<Set<String>> OTHER_UNITS =
      new ConfigKey<>(
          "other-persistence-units",
          "",
          ValueType.names("names of persistence units, separated by commas"),
          "Persistence units of the application that no consumer's route writes through, so that they may use another data"
              + " source. Any other that does not use Semel's is refused.");

  static final List<ConfigKey<?>> ALL =
      List.of(
          DATA_SOURCE,
          APPLICATION,
          LOCK_TIMEOUT,
          PROBE_QUEUE,
          PATIENCE,
          ROUTES,
          RETENTION_EVERY,
          AUDIT_RETENTION,
          OTHER_UNITS);

  private SemelKeys() {}
}
