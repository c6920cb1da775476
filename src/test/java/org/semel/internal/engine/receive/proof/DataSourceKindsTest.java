// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.agroal.api.AgroalDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.xa.PGXADataSource;
import org.semel.Code;
import org.semel.estate.Postgres;
import org.semel.internal.engine.receive.SmallWorld;
import org.semel.internal.engine.receive.consumer.Consumer;
import org.semel.internal.engine.receive.policy.Protocol;
import org.semel.small.SmallServer;
import org.semel.xa.PostgresXADataSource;

/**
 * What the start-up proof asks of a database, for each kind of data source under each protocol; and
 * that what it admits keeps the promise.
 */
class DataSourceKindsTest {

  private final SmallProof proof = new SmallProof();
  private final SmallServer server = proof.world.server;

  /** Of data sources that estates have. */
  enum Kind {
    OURS(PostgresXADataSource.class),
    DRIVERS_OWN_XA(PGXADataSource.class),
    PLAIN_IN_THE_SERVERS_POOL(org.postgresql.Driver.class),
    OUTSIDE_OF_TRANSACTIONS(PGSimpleDataSource.class);

    private final Class<?> driver;

    Kind(Class<?> driver) {
      this.driver = driver;
    }
  }

  /**
   * A COMMIT or PREPARE that comes back well though the database has rolled back loses messages.
   */
  @ParameterizedTest(name = "{0} under {1}: {2}")
  @CsvSource({
    "OURS, XA,",
    "OURS, ACK_AFTER_COMMIT,",
    "OURS, STORE_FIRST,",
    "DRIVERS_OWN_XA, XA, DRIVER_MISLEADS",
    "DRIVERS_OWN_XA, ACK_AFTER_COMMIT, DRIVER_MISLEADS",
    "DRIVERS_OWN_XA, STORE_FIRST, DRIVER_MISLEADS",
    "PLAIN_IN_THE_SERVERS_POOL, XA, DATABASE_BRANCH_MISSING",
    "PLAIN_IN_THE_SERVERS_POOL, ACK_AFTER_COMMIT, DRIVER_MISLEADS",
    "PLAIN_IN_THE_SERVERS_POOL, STORE_FIRST, DRIVER_MISLEADS",
    "OUTSIDE_OF_TRANSACTIONS, XA, DATABASE_BRANCH_MISSING",
    "OUTSIDE_OF_TRANSACTIONS, ACK_AFTER_COMMIT, DATABASE_BRANCH_MISSING",
    "OUTSIDE_OF_TRANSACTIONS, STORE_FIRST, DATABASE_BRANCH_MISSING"
  })
  void onlyOneThatTakesPartAndTellsTheTruthIsAdmitted(Kind kind, Protocol protocol, Code refused)
      throws SQLException {
    long before = probeRows();
    assertThat(found(kind, protocol)).isEqualTo(refused == null ? List.of() : List.of(refused));
    assertThat(probeRows()).as("what it wrote is cleaned up").isEqualTo(before);
    assertThat(server.postgres().gids()).isEmpty();
  }

  /** With the only kind that is admitted: the contract of the table above. */
  @ParameterizedTest
  @EnumSource(Protocol.class)
  void aRouteThatSwallowsAnSqlErrorLosesNoMessageByOneThatIsAdmitted(Protocol protocol) {
    SmallWorld world = protocol == Protocol.XA ? new SmallWorld() : SmallWorld.local();
    IntStream.range(0, 10).forEach(i -> world.send("k" + i, "b"));
    Consumer consumer =
        world.by(
            protocol,
            world.policy(1, 50),
            (message, identity) -> {
              if (identity.key().equals("k9")) {
                swallowAnError(world.dataSource());
              }
            });
    consumer.start();
    try {
      await()
          .atMost(Duration.ofMinutes(2))
          .until(
              () ->
                  world.claims() == 10
                      && world.count("semel_parked") == 1
                      && world.server.broker().messages(world.queue) == 0);
    } finally {
      consumer.stop();
    }
    assertThat(
            server.postgres().texts("SELECT key FROM semel_parked WHERE consumer = ?", world.queue))
        .containsExactly("k9");
  }

  private List<Code> found(Kind kind, Protocol protocol) throws SQLException {
    proof.by(protocol);
    if (kind == Kind.OUTSIDE_OF_TRANSACTIONS) {
      return found(outside());
    }
    try (AgroalDataSource pool = SmallServer.pool(server.postgres(), kind.driver)) {
      return found(pool);
    }
  }

  private List<Code> found(DataSource dataSource) {
    proof.dataSource = dataSource;
    ProofResult verdict = proof.prove();
    return verdict instanceof ProofResult.Refused refused
        ? refused.refusals().stream().map(Refusal::code).distinct().toList()
        : assertProven(verdict);
  }

  private static List<Code> assertProven(ProofResult verdict) {
    assertThat(verdict).isInstanceOf(ProofResult.Proven.class);
    return List.of();
  }

  private DataSource outside() {
    PGSimpleDataSource plain = new PGSimpleDataSource();
    plain.setUrl(server.postgres().jdbcUrl());
    plain.setUser(Postgres.ROLE);
    plain.setPassword(Postgres.PASSWORD);
    return plain;
  }

  private static void swallowAnError(DataSource dataSource) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("SELECT 1/0");
    } catch (SQLException swallowed) {
      assertThat(swallowed.getSQLState()).isEqualTo("22012");
    }
  }

  private long probeRows() {
    return server.postgres().number("SELECT count(*) FROM semel_probe");
  }
}
