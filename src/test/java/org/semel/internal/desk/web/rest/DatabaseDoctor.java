// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.semel.estate.Postgres;
import org.semel.fake.FakeTransactions;
import org.semel.internal.desk.watch.doctor.Doctor;
import org.semel.internal.desk.watch.doctor.DoctorChecks;
import org.semel.internal.edge.postgresql.DatabaseClock;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.watch.DatabaseVersions;
import org.semel.internal.edge.postgresql.watch.PreparedView;
import org.semel.internal.edge.postgresql.watch.SafeSettings;
import org.semel.operations.node.Diagnosis;

/** A doctor who looks at the tests' database, whose settings give safety away for speed. */
final class DatabaseDoctor {

  private static final Duration LONGEST = Duration.ofMinutes(5);

  private DatabaseDoctor() {}

  static Diagnosis of(String node, Postgres postgres) {
    Jdbc jdbc = new Jdbc(postgres.owner());
    DatabaseClock clock = new DatabaseClock(jdbc);
    return new Doctor(
            node,
            new FakeTransactions(),
            clock,
            List.of(),
            List.of(
                DoctorChecks.versions("The versions of the database", new DatabaseVersions(jdbc)),
                DoctorChecks.settings(new SafeSettings(jdbc, () -> LONGEST)),
                DoctorChecks.clocks(clock, Instant::now),
                DoctorChecks.prepared(new PreparedView(jdbc))),
            System::nanoTime,
            cause -> cause.getClass().getName())
        .examine();
  }
}
