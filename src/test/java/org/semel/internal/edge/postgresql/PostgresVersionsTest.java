// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.desk.operate.gaps.Gaps;
import org.semel.internal.edge.postgresql.operate.ParkedTable;
import org.semel.internal.edge.postgresql.ordered.VersionTable;
import org.semel.internal.edge.postgresql.ordered.VersionTable.GapTable;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.claim.ParkedStore;
import org.semel.internal.engine.receive.rows.Versions;
import org.semel.internal.engine.receive.rows.Versions.Advance;
import org.semel.internal.engine.receive.rows.Versions.HeldMessage;
import org.semel.internal.engine.receive.rows.Versions.Run;
import org.semel.internal.engine.receive.rows.VersionsContract;
import org.semel.internal.engine.tx.Completion.RolledBack;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Identity;
import org.semel.message.ParkingReason;
import org.semel.operations.GapActs;
import org.semel.operations.GapActs.Loss;
import org.semel.small.SmallServer;

class PostgresVersionsTest extends VersionsContract {

  private final SmallServer server = SmallServer.shared();

  @Override
  protected Transactions transactions() {
    return server.transactions();
  }

  @Override
  protected Versions versions() {
    return new VersionTable(server.jdbc(), Duration.ofSeconds(2));
  }

  @Override
  protected ParkedStore parking() {
    return new ParkedTable(server.jdbc());
  }

  @Override
  protected List<String> cases(Identity identity) {
    return server
        .postgres()
        .texts(
            "SELECT state || ': ' || detail FROM semel_parked WHERE identity = ? ORDER BY id",
            identity.digest());
  }

  @Test
  void aGapEndsBeforeAVersionThatIsParkedAndGoesOnOnceThatIsWithdrawn() {
    advance(a, 1, 0);
    hold(waiting(a, 5, "x"));
    park(3, ParkingReason.ATTEMPTS_EXHAUSTED);
    long id = server.postgres().number("SELECT id FROM semel_parked WHERE consumer = ?", consumer);
    assertThat(lose(4)).isEqualTo(new Loss.StillParked(3, id));
    assertThat(missing()).containsExactly(2L, 2L);
    assertThat(lose(2)).isInstanceOf(Loss.Lost.class);
    assertThat(missing()).as("the third is next, and is there").isEmpty();
    age(Duration.ofHours(2));
    assertThat(commit(() -> versions().overdue(consumer, Duration.ofHours(1), 1L << 30))).isEmpty();
    server
        .postgres()
        .execute("UPDATE semel_parked SET state = 'withdrawn' WHERE id = %d".formatted(id));
    assertThat(missing()).containsExactly(3L, 4L);
    assertThat(commit(() -> versions().overdue(consumer, Duration.ofHours(1), 1L << 30)))
        .singleElement()
        .satisfies(gap -> assertThat(gap.verdict().detail()).startsWith("versions 3 to 4 are"));
    assertThat(lose(4)).isInstanceOf(Loss.Lost.class);
    assertThat(commit(() -> versions().due(consumer, 10)))
        .singleElement()
        .extracting(Run::next)
        .isEqualTo(List.of(waiting(a, 5, "x")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"BODY_TOO_LARGE", "CONFLICT"})
  void aVersionOfWhichNothingIsKeptThatCouldTakeEffectIsMissing(String reason) {
    advance(a, 1, 0);
    hold(waiting(a, 5, "x"));
    park(3, ParkingReason.of(reason));
    assertThat(missing()).containsExactly(2L, 4L);
    assertThat(lose(4)).isInstanceOf(Loss.Lost.class);
  }

  private void park(long version, ParkingReason reason) {
    HeldMessage message = waiting(a, version, "x");
    ParkedMessage parked =
        new ParkedMessage(
            consumer,
            message.message(),
            new Verdict(reason, "x"),
            IdentityEvidence.of(message.offer()).of(a, OptionalLong.of(version)));
    commit(
        () -> {
          parking().park(List.of(parked));
          return "";
        });
  }

  private Loss lose(long last) {
    return commit(() -> gaps().declareLost(a, last));
  }

  private List<Long> missing() {
    return commit(() -> gaps().of(a)).stream()
        .flatMap(gap -> Stream.of(gap.from(), gap.to()))
        .toList();
  }

  /** It is left to him, without waiting, and looked at again when the aggregate advances. */
  @Test
  void theNoticeThatAnOperatorHasInHandIsSettledLater() throws SQLException {
    Identity notice = tellOfAGap();
    try (Connection operator = server.postgres().owner().getConnection();
        Statement statement = operator.createStatement()) {
      operator.setAutoCommit(false);
      statement.execute(
          "SELECT 1 FROM semel_parked WHERE identity = '" + notice.digest() + "' FOR UPDATE");
      advance(a, 3, 0);
      assertThat(cases(notice)).singleElement().asString().startsWith("parked");
      operator.rollback();
    }
    release(a, 4, 0);
    assertThat(cases(notice)).singleElement().asString().startsWith("released");
  }

  /** What came under the former name closes the gap as what comes under this one does. */
  @Test
  void whatWaitsForVersionsThatTheFormerNameHadIsReadyOnceTheyAreCountedOn() {
    Identity former = new Identity("former-" + consumer, "a");
    hold(waiting(a, 4, "x"));
    advance(former, 2, 0);
    countOnFrom(former);
    assertThat(commit(() -> versions().due(consumer, 10)))
        .as("the third is still missing")
        .isEmpty();
    advance(former, 3, 0);
    countOnFrom(former);
    assertThat(commit(() -> versions().due(consumer, 10)))
        .singleElement()
        .extracting(Run::aggregate)
        .isEqualTo(a);
  }

  private void countOnFrom(Identity former) {
    commit(
        () -> {
          VersionTable.countOn(server.jdbc(), consumer, former.consumer());
          return "";
        });
  }

  @Test
  void anAggregateWhoseMessageIsInHandIsNotSetBack() throws SQLException {
    advance(a, 7, 0);
    try (Connection worker = server.postgres().owner().getConnection();
        Statement statement = worker.createStatement()) {
      worker.setAutoCommit(false);
      statement.execute(
          "SELECT 1 FROM semel_version WHERE aggregate = '" + a.digest() + "' FOR UPDATE");
      assertThat(commit(() -> gaps().setBack(a, 0))).isEqualTo(new GapActs.SettingBack.Busy());
      assertThat(commit(() -> gaps().setAllBack(consumer, 0, 10))).isZero();
      worker.rollback();
    }
    assertThat(commit(() -> gaps().setBack(a, 0))).isEqualTo(new GapActs.SettingBack.SetBack(7));
  }

  @Test
  void aCrashBeforeTheCommitLeavesTheGapAndItsNotice() {
    Identity notice = tellOfAGap();
    var completion =
        transactions()
            .inNew(
                Duration.ofMinutes(1),
                () -> {
                  versions().lock(Map.of(a, 0L));
                  versions().advance(List.of(new Advance(a, reached(3), 0)));
                  server
                      .jdbc()
                      .query(
                          "die",
                          "SELECT pg_terminate_backend(pg_backend_pid())",
                          binds -> {},
                          row -> row.getBoolean(1));
                  return Decision.commit("");
                });
    assertThat(completion).isInstanceOf(RolledBack.class);
    assertThat(cases(notice)).singleElement().asString().startsWith("parked");
    assertThat(commit(() -> gaps().open(consumer, 10))).hasSize(1);
  }

  @Test
  void whereNobodyWasToldWhatIsParkedIsNotLookedAt() {
    hold(waiting(a, 4, "x"));
    long looks =
        commit(
            () -> {
              versions().lock(Map.of(a, 0L));
              long before = looks();
              versions().advance(List.of(new Advance(a, reached(3), 0)));
              return looks() - before;
            });
    assertThat(looks).isZero();
  }

  private long looks() {
    return server
        .jdbc()
        .query(
            "count looks at what is parked",
            "SELECT coalesce(seq_scan, 0) + coalesce(idx_scan, 0) AS looks FROM pg_stat_xact_user_tables WHERE relname = 'semel_parked'",
            binds -> {},
            row -> row.getLong("looks"))
        .get(0);
  }

  @Override
  protected Gaps gaps() {
    return new GapTable(server.jdbc());
  }

  @Override
  protected long ignored(Identity aggregate) {
    return server
        .postgres()
        .number("SELECT ignored FROM semel_version WHERE aggregate = ?", aggregate.digest());
  }

  @Override
  protected void age(Duration by) {
    server
        .postgres()
        .execute(
            "UPDATE semel_held SET held_at = held_at - interval '%1$d ms' WHERE consumer = '%2$s'"
                .formatted(by.toMillis(), consumer));
    server
        .postgres()
        .execute(
            "UPDATE semel_version SET since = since - interval '%1$d ms' WHERE consumer = '%2$s'"
                .formatted(by.toMillis(), consumer));
  }
}
