// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The keys of Semel itself: {@code semel.<key>}. */
final class SemelKeys {

  static final Key<String> DATA_SOURCE =
      new Key<>(
          "data-source",
          "java:/jdbc/semel",
          Values.text("a JNDI name"),
          "The XA data source with Semel's tables; the same that the routes' JPA uses, so that both share one branch.");

  static final Key<String> APPLICATION =
      new Key<>(
          "application",
          "",
          Values.text("a name"),
          "The name of this application, the same on all its nodes. With it, another application that uses a consumer's name on"
              + " the same tables, or delivers to the same destination, is refused; without it, one that receives from another"
              + " queue or keeps another memory is, and one that delivers to the same destination is taken for another node.");

  static final Key<Duration> LOCK_TIMEOUT =
      new Key<>(
          "lock-timeout",
          "2s",
          Values.duration("10ms", "10m"),
          "How long a statement in a receiving transaction waits for a lock, a claim's included. Beyond it the transaction is"
              + " rolled back and its messages come again; no attempt is counted.");

  static final Key<String> PROBE_QUEUE =
      new Key<>(
          "probe-queue",
          "semel.probe",
          Values.text("a name"),
          "The queue on which the start-up proof's messages travel.");

  static final Key<Duration> PATIENCE =
      new Key<>(
          "patience",
          "30s",
          Values.duration("0s", "10m"),
          "How long the start waits for a JNDI name that is not bound yet.");

  static final Key<String> ROUTES =
      new Key<>(
          "routes",
          "camel",
          Values.text("a folder"),
          "The folder under WEB-INF/classes, and under WEB-INF itself, in which all YAML and XML files are routes.");

  static final Key<Duration> RETENTION_EVERY =
      new Key<>(
          "retention-every",
          "6h",
          Values.duration("1s", "7d"),
          "How long retention rests between two rounds over all rows, of which any node makes one. What has outlived its time"
              + " lies for so much longer.");

  static final Key<Optional<Duration>> AUDIT_RETENTION =
      new Key<>(
          "audit-retention",
          "400d",
          Values.durationOr("never", "30d", "3650d"),
          "How long it stands in the audit what operators did, and how long replay plans that are done or withdrawn are kept with their"
              + " messages, by the database's clock. Plans that are not over stay. Of several applications over the same tables the"
              + " last one to start has the last word on the audit. never: semel_audit, semel_plan and semel_plan_item grow by what"
              + " people do, for good.");

  static final Key<Set<String>> OTHER_UNITS =
      new Key<>(
          "other-persistence-units",
          "",
          Values.names("names of persistence units, separated by commas"),
          "Persistence units of the application that no consumer's route writes through, so that they may use another data source. Any"
              + " other that does not use Semel's is refused.");

  static final List<Key<?>> ALL =
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
