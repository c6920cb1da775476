// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.semel.estate.Postgres;
import org.semel.internal.desk.watch.doctor.DoctorChecks.OldestSnapshot;
import org.semel.internal.desk.watch.doctor.DoctorChecks.PreparedBacklog;
import org.semel.internal.desk.watch.doctor.DoctorChecks.SweepAge;
import org.semel.internal.desk.watch.doctor.DoctorChecks.UnsafeSetting;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.small.SmallServer;

/** What the doctor reads of a real database, as the role of run time. */
class PostgresDoctorTest {

  private static final Duration LONGEST = Duration.ofMinutes(5);

  private final Postgres postgres = SmallServer.shared().postgres();
  private final String name = "doctor-" + UUID.randomUUID();

  @Test
  void theVersionsOfServerAndTablesAreRead() {
    Map<String, String> versions = new DatabaseVersions(jdbc("")).get();
    assertThat(versions.get("PostgreSQL")).startsWith("17.");
    assertThat(versions.get("Tables")).isEqualTo("version 1, for programs of version 1 and later");
  }

  @ParameterizedTest
  @CsvSource({
    "statement_timeout, 300000, 300001",
    "statement_timeout, 60000, 0",
    "transaction_timeout, 300000, 0",
    "idle_in_transaction_session_timeout, 300000, 360000",
    "idle_in_transaction_session_timeout, 0, 360000"
  })
  void aSettingOutsideItsSafeRangeIsNamedAndOneWithinIsNot(
      String setting, String unsafe, String safe) {
    assertThat(unsafe(setting, unsafe))
        .filteredOn(one -> one.name().equals(setting))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.value()).startsWith(unsafe);
              assertThat(one.range()).isNotBlank();
              assertThat(one.danger()).endsWith(".");
            });
    assertThat(unsafe(setting, safe)).extracting(UnsafeSetting::name).doesNotContain(setting);
  }

  private List<UnsafeSetting> unsafe(String setting, String value) {
    return new SafeSettings(jdbc("-c " + setting + "=" + value), () -> LONGEST).get();
  }

  @Test
  void aBranchThatIsPreparedIsCountedWithItsAgeAndHoldsASnapshot() throws SQLException {
    prepare();
    try {
      for (int i = 0; i < 50; i++) {
        postgres.execute("SELECT txid_current()");
      }
      PreparedBacklog seen = new PreparedView(jdbc("")).get();
      assertThat(seen.here()).isPositive();
      assertThat(seen.everywhere()).isGreaterThanOrEqualTo(seen.here());
      assertThat(seen.oldest()).isPositive();
      assertThat(seen.places()).isPositive();
      OldestSnapshot snapshot = new SnapshotView(jdbc("")).get();
      assertThat(snapshot.transactions()).isGreaterThanOrEqualTo(50);
      assertThat(snapshot.holder()).isNotBlank();
    } finally {
      postgres.execute("ROLLBACK PREPARED '" + name + "'");
    }
  }

  private void prepare() throws SQLException {
    try (Connection connection = postgres.owner().getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("INSERT INTO semel_probe (id) VALUES (gen_random_uuid())");
      statement.execute("PREPARE TRANSACTION '" + name + "'");
    }
  }

  /** The role of run time is no superuser, and may not see what the owner's sessions hold. */
  @Test
  void sessionsThatTheRoleMayNotSeeAreCountedAndTheOwnerSeesAll() throws SQLException {
    try (Connection other = postgres.owner().getConnection()) {
      assertThat(other.isValid(10)).isTrue();
      assertThat(new SnapshotView(jdbc("")).get().hidden()).isPositive();
    }
    assertThat(new SnapshotView(new Jdbc(postgres.owner())).get().hidden()).isZero();
  }

  @Test
  void whatIsDeclaredAboutRetentionAndItsRoundsAreRead() {
    postgres.execute(
        "INSERT INTO semel_retention (kept, owner, age) VALUES ('CLAIM', '%s', interval '3 days')"
            .formatted(name));
    RetentionView view = new RetentionView(jdbc(""));
    assertThat(view.remembered()).containsEntry(name, Duration.ofDays(3));
    assertThat(view.rounds())
        .extracting(SweepAge::kept)
        .contains("CLAIM", "AUDIT")
        .doesNotContain("GAUGES");
    assertThat(view.rounds()).allMatch(round -> !round.since().isNegative());
    postgres.execute("DELETE FROM semel_retention WHERE owner = '%s'".formatted(name));
  }

  /** Of the role of run time, with options for its sessions. */
  private Jdbc jdbc(String options) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(postgres.jdbcUrl());
    source.setUser(Postgres.ROLE);
    source.setPassword(Postgres.PASSWORD);
    if (!options.isEmpty()) {
      source.setOptions(options);
    }
    return new Jdbc(source);
  }
}
