// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.node;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.semel.internal.boot.config.ConsumerSettings;
import org.semel.internal.boot.config.Settings;
import org.semel.internal.desk.operate.indoubt.OutsideLook;
import org.semel.internal.desk.watch.Telemetry;
import org.semel.internal.desk.watch.doctor.AuditCheck;
import org.semel.internal.desk.watch.doctor.Doctor;
import org.semel.internal.desk.watch.doctor.DoctorCheck;
import org.semel.internal.desk.watch.doctor.DoctorChecks;
import org.semel.internal.desk.watch.doctor.DoctorChecks.ConsumerMemory;
import org.semel.internal.desk.watch.log.OperatorLog;
import org.semel.internal.edge.postgresql.DatabaseClock;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.operate.AuditSealTable;
import org.semel.internal.edge.postgresql.proof.PostgresProbe;
import org.semel.internal.edge.postgresql.watch.DatabaseVersions;
import org.semel.internal.edge.postgresql.watch.PreparedView;
import org.semel.internal.edge.postgresql.watch.RetentionView;
import org.semel.internal.edge.postgresql.watch.SafeSettings;
import org.semel.internal.edge.postgresql.watch.SnapshotView;
import org.semel.internal.engine.receive.proof.Inspection;
import org.semel.internal.engine.tx.Transactions;
import org.semel.operations.node.Diagnosis.Severity;

/** Makes a node of what it knows of itself, and gives its doctor what it looks at. */
public final class NodeWiring {

  /** Retention may be late by a night. */
  private static final Duration LATE = Duration.ofDays(1);

  /** As long as Semel's own transactions take, where no consumer's takes longer. */
  private static final Duration OWN = Duration.ofSeconds(30);

  private final Settings settings;
  private final Telemetry telemetry;
  private final Jdbc jdbc;
  private final Transactions transactions;
  private final OutsideLook outside;

  /**
   * Makes nodes of one application.
   *
   * @param outside what is in doubt outside the database
   */
  public NodeWiring(
      Settings settings,
      Telemetry telemetry,
      Jdbc jdbc,
      Transactions transactions,
      OutsideLook outside) {
    this.settings = settings;
    this.telemetry = telemetry;
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.outside = outside;
  }

  /**
   * This node, with its doctor.
   *
   * @param versions of what runs here, by name
   * @param refusing inspections of the start-up proof
   * @param warning inspections that refuse nothing
   * @param leftBehind what waits and no policy works off
   * @param unrouted intents that wait and no route delivers
   */
  public LocalNode node(
      Map<String, String> versions,
      List<Inspection> refusing,
      List<Inspection> warning,
      Inspection leftBehind,
      Inspection unrouted) {
    String name = NodeName.of(settings.semel().application());
    Doctor doctor =
        new Doctor(
            name,
            transactions,
            new DatabaseClock(jdbc),
            ofMemory(versions),
            Stream.of(
                    inspections("The server's settings", Severity.ERROR, refusing),
                    inspections(
                        "The server's spare capacity and its transaction log",
                        Severity.WARNING,
                        warning),
                    inspections(
                        "Rows that no policy works off", Severity.ERROR, List.of(leftBehind)),
                    inspections(
                        "Intents that no route delivers", Severity.WARNING, List.of(unrouted)),
                    ofDatabase())
                .flatMap(List::stream)
                .toList(),
            System::nanoTime,
            OperatorLog::rootOf);
    telemetry.observes(doctor::known);
    return new LocalNode(name, telemetry.consumers(), telemetry.destinations(), doctor::examine);
  }

  private List<DoctorCheck> ofMemory(Map<String, String> versions) {
    return List.of(
        DoctorChecks.consumers(telemetry.consumers()::statuses, telemetry.consumers()::refusals),
        DoctorChecks.destinations(telemetry.destinations()::statuses),
        DoctorChecks.outside(outside::view),
        DoctorChecks.versions("The versions of this node", () -> versions));
  }

  private static List<DoctorCheck> inspections(
      String subject, Severity severity, List<Inspection> inspections) {
    return List.of(
        DoctorChecks.inspection(
            subject,
            severity,
            () -> inspections.stream().flatMap(each -> each.refusals().stream()).toList()));
  }

  private List<DoctorCheck> ofDatabase() {
    PostgresProbe probe = new PostgresProbe(jdbc, settings.semel().unflushedDatabase());
    RetentionView retention = new RetentionView(jdbc);
    AuditSealTable seals = new AuditSealTable(jdbc);
    return List.of(
        DoctorChecks.versions("The versions of the database", new DatabaseVersions(jdbc)),
        DoctorChecks.inspection(
            "The schema, and the rights of this role",
            Severity.ERROR,
            () -> probe.inspect(settings.workers())),
        DoctorChecks.settings(new SafeSettings(jdbc, this::longest)),
        DoctorChecks.retention(() -> memories(retention.remembered())),
        DoctorChecks.rounds(late(), retention::rounds),
        DoctorChecks.clocks(new DatabaseClock(jdbc), new ServerClock()),
        DoctorChecks.prepared(new PreparedView(jdbc)),
        DoctorChecks.snapshot(new SnapshotView(jdbc)),
        new AuditCheck(
                () -> seals.sealed(AuditCheck.DAYS),
                seals::broken,
                seals::overdue,
                System::nanoTime,
                OperatorLog::rootOf)
            .check());
  }

  private Duration late() {
    Duration rounds = settings.semel().retentionEvery().multipliedBy(3);
    return rounds.compareTo(LATE) > 0 ? rounds : LATE;
  }

  private Duration longest() {
    return names()
        .map(name -> settings.consumer(name).policy().concurrency().transactionTimeout())
        .max(Comparator.naturalOrder())
        .filter(timeout -> timeout.compareTo(OWN) > 0)
        .orElse(OWN);
  }

  private List<ConsumerMemory> memories(Map<String, Duration> declared) {
    return names()
        .filter(name -> settings.consumer(name).claims().strategy().remembers())
        .map(name -> memory(name, Optional.ofNullable(declared.get(name))))
        .toList();
  }

  private ConsumerMemory memory(String name, Optional<Duration> declared) {
    ConsumerSettings consumer = settings.consumer(name);
    return new ConsumerMemory(
        name, consumer.claims().remember(), declared, consumer.keys().reach());
  }

  private Stream<String> names() {
    return telemetry.consumers().now().keySet().stream();
  }
}
