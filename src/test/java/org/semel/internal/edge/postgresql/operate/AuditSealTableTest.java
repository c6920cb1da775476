// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.semel.estate.Postgres;
import org.semel.internal.desk.operate.audit.AuditSeals.Seal;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.small.Proxied;

/**
 * The chain of the audit's days: the role of run time seals, the owner of the tables alters. A
 * database of its own, as a chain is of all that a database has.
 */
class AuditSealTableTest {

  private final LocalDate today = LocalDate.now(ZoneOffset.UTC);
  private final LocalDate first = today.minusDays(9);
  private final LocalDate second = today.minusDays(5);
  private final LocalDate third = today.minusDays(4);

  @TempDir static Path directory;

  private static Postgres postgres;

  private final AuditSealTable seals = seals("UTC");

  @BeforeAll
  static void start() {
    postgres = Postgres.startUnflushed(directory);
  }

  @AfterAll
  static void stop() {
    postgres.close();
  }

  @BeforeEach
  void threeDays() {
    postgres.execute("TRUNCATE semel_audit, semel_audit_seal, semel_retention");
    line(first, "00:00:00", "ann");
    line(first, "23:59:59.999999", "bob");
    line(second, "12:00:00", "ann");
    line(third, "12:00:00", "cid");
    line(today, "00:00:00", "ann");
  }

  @Test
  void eachDayThatIsOverIsSealedOnceOneAfterTheOther() {
    List<Seal> sealed = sealAll();
    assertThat(sealed).extracting(Seal::day).containsExactly(first, second, third);
    assertThat(sealed).extracting(Seal::entries).containsExactly(2L, 1L, 1L);
    assertThat(sealed).extracting(Seal::digest).allMatch(digest -> digest.matches("[0-9a-f]{64}"));
    assertThat(sealed).extracting(Seal::digest).doesNotHaveDuplicates();
    assertThat(broken(seals, 100)).isEmpty();
    assertThat(seals.seal()).as("nothing is left").isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM semel_audit WHERE who = 'bob'",
        "UPDATE semel_audit SET why = 'another reason' WHERE who = 'bob'",
        "UPDATE semel_audit SET outcome = 'another' WHERE who = 'bob'",
        "UPDATE semel_audit SET who = 'eve' WHERE who = 'bob'",
        "UPDATE semel_audit SET written_by = 'eve' WHERE who = 'bob'",
        "UPDATE semel_audit SET done_at = done_at - interval '1 second' WHERE who = 'bob'",
        "UPDATE semel_audit SET who = 'eve' WHERE who = 'bob'; UPDATE semel_audit_seal SET kept_for = '1 hour'",
        "INSERT INTO semel_audit (done_at, who, act, why, subject, outcome)"
            + " SELECT done_at, 'eve', act, why, subject, outcome FROM semel_audit WHERE who = 'bob'"
      })
  void aLineThatIsDeletedAlteredOrAddedLaterShows(String deed) {
    sealAll();
    postgres.execute(deed);
    assertThat(broken(seals, 100)).containsExactly(first);
  }

  @Test
  void aDayThatIsTakenOutOrSealedAnewShowsInTheNextOne() {
    sealAll();
    postgres.execute(
        "DELETE FROM semel_audit_seal WHERE day = '%1$s'; DELETE FROM semel_audit WHERE done_at = '%1$sT12:00:00Z'"
            .formatted(second));
    assertThat(broken(seals, 100)).containsExactly(third);
    postgres.execute(
        "UPDATE semel_audit SET who = 'eve' WHERE who = 'bob';"
            + " UPDATE semel_audit_seal SET digest = semel_audit_digest(day, '') WHERE day = '%s'"
                .formatted(first));
    assertThat(broken(seals, 100)).containsExactly(third);
  }

  @Test
  void aLineThatIsAddedToADayWithoutLinesShows() {
    sealAll();
    line(first.plusDays(1), "12:00:00", "eve");
    assertThat(broken(seals, 100)).containsExactly(first.plusDays(1));
  }

  /** Until it has ended, nobody knows whether it has a line of that day. */
  @Test
  void whatIsPreparedHoldsTheDaysOpenThatItMayHaveALineOf() {
    String sealed = "SELECT count(*) FROM semel_seal_audit('%sT00:30:00Z')";
    assertThat(postgres.number(sealed.formatted(first.plusDays(1)))).as("within the hour").isZero();
    assertThat(seals.overdue()).contains(first);
    assertThat(postgres.number(sealed.formatted(second))).isOne();
    assertThat(postgres.number(sealed.formatted(second))).as("of a later day").isZero();
    assertThat(seals.overdue()).contains(second);
    sealAll();
    assertThat(seals.overdue()).isEmpty();
  }

  @Test
  void onlyTheLatestDaysAreLookedAtIfThatIsAskedFor() {
    sealAll();
    postgres.execute("UPDATE semel_audit SET who = 'eve' WHERE who = 'bob'");
    assertThat(broken(seals, 2)).isEmpty();
    assertThat(broken(seals, 3)).containsExactly(first);
  }

  @Test
  void aDayIsSealedTheSameWhateverTheTimeZoneOfASession() {
    assertThat(seals("Pacific/Auckland").seal()).map(Seal::day).contains(first);
    assertThat(seals("America/Los_Angeles").seal()).map(Seal::day).contains(second);
    assertThat(broken(seals("Asia/Kolkata"), 100)).isEmpty();
  }

  @Test
  void ofManyNodesThatSealOneDoes() {
    List<CompletableFuture<Optional<Seal>>> nodes =
        IntStream.range(0, 8)
            .mapToObj(node -> CompletableFuture.supplyAsync(() -> seals("UTC").seal()))
            .toList();
    List<LocalDate> sealed =
        nodes.stream()
            .map(CompletableFuture::join)
            .flatMap(Optional::stream)
            .map(Seal::day)
            .toList();
    assertThat(sealed).doesNotHaveDuplicates().contains(first);
    sealAll();
    assertThat(broken(seals, 100)).isEmpty();
    assertThat(postgres.number("SELECT count(*) FROM semel_audit_seal")).isEqualTo(3);
  }

  /** Nothing of the last thirty days can be forgotten, whatever the rule. */
  @Test
  void whatRetentionForgetsIsNotTakenForAnAlteration() {
    LocalDate old = today.minusDays(50);
    line(old, "12:00:00", "ann");
    sealAll();
    postgres.execute(
        "INSERT INTO semel_retention (kept, owner, age) VALUES ('AUDIT', 'semel', interval '1 day')");
    assertThat(
            new Jdbc(role("UTC"))
                .query(
                    "forget",
                    "SELECT semel_forget_audit('(0,0)', '(1000,0)') AS many",
                    binds -> {},
                    row -> row.getInt("many")))
        .containsExactly(1);
    assertThat(broken(seals, 100)).isEmpty();
    postgres.execute("UPDATE semel_audit SET who = 'eve' WHERE who = 'bob'");
    assertThat(broken(seals, 100)).containsExactly(first);
  }

  /** A rule that is shorter by now says nothing of what was deleted under the longer one. */
  @Test
  void aDayIsForgottenByTheRuleThatWasInForce() {
    LocalDate old = today.minusDays(50);
    line(old, "12:00:00", "ann");
    sealAll();
    postgres.execute(
        "DELETE FROM semel_audit WHERE done_at < '%s'; UPDATE semel_audit_seal SET kept_for = '60 days' WHERE day = '%s'"
            .formatted(old.plusDays(1), old));
    assertThat(broken(seals, 100)).containsExactly(old);
    postgres.execute(
        "UPDATE semel_audit_seal SET kept_for = '40 days' WHERE day = '%s'".formatted(old));
    assertThat(broken(seals, 100)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM semel_audit_seal",
        "UPDATE semel_audit_seal SET kept_for = '1 hour'",
        "UPDATE semel_audit_seal SET digest = ''",
        "INSERT INTO semel_audit_seal (day, entries, digest) VALUES (current_date, 0, '')"
      })
  void theRoleOfRunTimeDoesNoMoreToASealThanMakeOne(String deed) {
    sealAll();
    assertThatThrownBy(() -> new Jdbc(role("UTC")).update("break a seal", deed, binds -> {}))
        .rootCause()
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42501"));
  }

  private static List<LocalDate> broken(AuditSealTable seals, int latest) {
    return seals.sealed(latest).stream()
        .flatMap(day -> seals.broken(day).stream())
        .sorted()
        .toList();
  }

  private List<Seal> sealAll() {
    List<Seal> all = new ArrayList<>();
    for (Optional<Seal> seal = seals.seal(); seal.isPresent(); seal = seals.seal()) {
      all.add(seal.get());
    }
    return all;
  }

  private static void line(LocalDate day, String time, String who) {
    postgres.execute(
        "INSERT INTO semel_audit (done_at, who, act, why, subject, outcome)"
            + " VALUES ('%sT%sZ', '%s', 'RELEASE', 'mended', 'parked 17', 'took effect')"
                .formatted(day, time, who));
  }

  private static AuditSealTable seals(String zone) {
    return new AuditSealTable(new Jdbc(role(zone)));
  }

  /** The driver gives each session the zone of its own machine. */
  private static DataSource role(String zone) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(postgres.jdbcUrl());
    source.setUser(Postgres.ROLE);
    source.setPassword(Postgres.PASSWORD);
    return Proxied.as(
        DataSource.class,
        (method, arguments) -> {
          Object answer = Proxied.call(source, method, arguments);
          if (answer instanceof Connection connection) {
            try (Statement statement = connection.createStatement()) {
              statement.execute("SET TimeZone = '" + zone + "'");
            }
          }
          return answer;
        });
  }
}
