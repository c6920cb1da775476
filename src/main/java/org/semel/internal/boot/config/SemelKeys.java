// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.semel.internal.boot.config.key.ConfigKey;
import org.semel.internal.boot.config.key.ValueType;
import org.semel.internal.edge.postgresql.proof.UnflushedDatabase;

/** The keys of Semel itself: {@code semel.<key>}. */
final class SemelKeys {

  static final ConfigKey<String> DATA_SOURCE =
      new ConfigKey<>(
          "data-source",
          "jdbc/semel",
          ValueType.text("a JNDI name"),
          "The XA data source with the tables of Semel. The routes' JPA must use the same one, so that both share one"
              + " branch.");

  static final ConfigKey<String> SCHEMA =
      new ConfigKey<>(
          "schema",
          "",
          ValueType.text("a name"),
          "The schema with the tables of Semel, as PostgreSQL lists it: without quotes, capitals as they are. If it is not set,"
              + " Semel takes the one to which the search_path of the data source leads. It looks once, at the start; every"
              + " statement names the schema, so that a search_path that a bean sets leads Semel nowhere else.");

  static final ConfigKey<String> APPLICATION =
      new ConfigKey<>(
          "application",
          "",
          ValueType.text("a name"),
          "The name of this application, the same on all its nodes. If it is set, Semel refuses another application that"
              + " uses a consumer's name on the same tables or delivers to the same destination. If it is not set, Semel refuses"
              + " only a consumer that receives from another queue or uses another claim strategy; an application that delivers"
              + " to the same destination counts as another node.");

  static final ConfigKey<Duration> LOCK_TIMEOUT =
      new ConfigKey<>(
          "lock-timeout",
          "2s",
          ValueType.duration("10ms", "10m"),
          "How long a statement of a receiving transaction waits for a lock, claims included. After that the transaction"
              + " rolls back and its messages are redelivered; no attempt is counted.");

  static final ConfigKey<String> PROBE_QUEUE =
      new ConfigKey<>(
          "probe-queue",
          "semel.probe",
          ValueType.text("a name"),
          "The queue for the messages of the start-up proof.");

  static final ConfigKey<Duration> PATIENCE =
      new ConfigKey<>(
          "patience",
          "30s",
          ValueType.duration("0s", "10m"),
          "How long the start waits for a JNDI name that is not yet bound.");

  static final ConfigKey<String> ROUTES =
      new ConfigKey<>(
          "routes",
          "camel",
          ValueType.text("a folder"),
          "The folder of route files: all YAML and XML files in this folder under WEB-INF/classes and under WEB-INF.");

  static final ConfigKey<Duration> RETENTION_EVERY =
      new ConfigKey<>(
          "retention-every",
          "6h",
          ValueType.duration("1s", "7d"),
          "The time between two retention rounds. One node makes each round. Rows can outlive their retention time by this"
              + " much.");

  static final ConfigKey<Optional<Duration>> AUDIT_RETENTION =
      new ConfigKey<>(
          "audit-retention",
          "400d",
          ValueType.durationOr("never", "30d", "3650d"),
          "How long audit lines are kept, and how long finished or withdrawn replay plans are kept with their messages, by"
              + " the database's clock. Unfinished plans stay. If several applications share the tables, the last one to start"
              + " decides for the audit. never: semel_audit, semel_plan and semel_plan_item grow with every act.");

  static final ConfigKey<Set<String>> OTHER_BEANS =
      new ConfigKey<>(
          "other-beans",
          "",
          ValueType.names(),
          "Beans of the application, by class, that no consumer's route writes through; another data source may be injected"
              + " into them. Semel refuses any other bean with a data source that is not its own.");

  static final ConfigKey<Set<String>> OTHER_UNITS =
      new ConfigKey<>(
          "other-persistence-units",
          "",
          ValueType.names("names of persistence units, separated by commas"),
          "Persistence units of the application that no consumer's route writes through; they may use another data source."
              + " Semel refuses any other unit that does not use its data source.");

  static final ConfigKey<UnflushedDatabase> UNFLUSHED =
      new ConfigKey<>(
          "unflushed-database",
          "refuse",
          ValueType.oneOf(UnflushedDatabase.class),
          "What Semel makes of a PostgreSQL that runs with fsync off. refuse: no consumer starts. accept: for tests, whose"
              + " database need not outlive its machine.");

  static final List<ConfigKey<?>> ALL =
      Stream.concat(
              Stream.of(
                  DATA_SOURCE,
                  SCHEMA,
                  APPLICATION,
                  LOCK_TIMEOUT,
                  PROBE_QUEUE,
                  PATIENCE,
                  ROUTES,
                  RETENTION_EVERY,
                  AUDIT_RETENTION,
                  OTHER_UNITS,
                  OTHER_BEANS,
                  UNFLUSHED),
              ExposureKeys.ALL.stream())
          .<ConfigKey<?>>map(key -> key)
          .toList();

  private SemelKeys() {}
}
