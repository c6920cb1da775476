// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.semel.estate.Postgres;
import org.semel.internal.edge.postgresql.claim.ClaimTable;
import org.semel.internal.edge.postgresql.claim.DatedClaimTable;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.ClaimStore;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.message.Identity;
import org.semel.message.Messages;
import org.semel.small.SmallServer;

/**
 * 64 writers, each with a connection of its own, are let loose on the same keys at once. Each takes
 * all keys in an order of its own, some in each transaction, and every fifth transaction is rolled
 * back after its effect and made again.
 */
class RaceTest {

  private static final int WRITERS = 64;
  private static final int KEYS = 32;
  private static final int TOGETHER = 8;
  private static final Duration WAIT = Duration.ofSeconds(2);

  private final Postgres postgres = SmallServer.shared().postgres();
  private final String consumer = "race-" + UUID.randomUUID();
  private final Instant now = Instant.now();
  private final CountDownLatch start = new CountDownLatch(1);
  private final List<Connection> connections = new ArrayList<>();
  private ExecutorService writers;

  /** Every way to keep claims. */
  enum Kind {
    CLAIM {
      @Override
      ClaimStore inbox(Jdbc jdbc) {
        return new ClaimTable(jdbc, WAIT);
      }
    },
    DATED {
      @Override
      ClaimStore inbox(Jdbc jdbc) {
        return new DatedClaimTable(jdbc, WAIT, Duration.ofDays(7));
      }
    };

    abstract ClaimStore inbox(Jdbc jdbc);
  }

  @BeforeEach
  void open() throws SQLException {
    postgres.execute(
        """
        CREATE TABLE IF NOT EXISTS race_effect (consumer text NOT NULL, key text NOT NULL);
        GRANT INSERT ON race_effect TO semel;
        """);
    for (int i = 0; i < WRITERS; i++) {
      connections.add(SingleConnection.open(postgres));
    }
    writers = Executors.newFixedThreadPool(WRITERS);
  }

  @AfterEach
  void close() throws SQLException {
    writers.shutdownNow();
    for (Connection connection : connections) {
      connection.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void sixtyFourWritersOfTheSameKeysGiveEachEffectOnceAndNoDeadlock(Kind kind) throws Exception {
    long before = deadlocks();
    List<CompletableFuture<Integer>> effects =
        IntStream.range(0, WRITERS).mapToObj(i -> writer(kind, i)).toList();
    start.countDown();
    int sum = 0;
    for (CompletableFuture<Integer> one : effects) {
      sum += one.get(4, TimeUnit.MINUTES);
    }
    assertThat(sum).isEqualTo(KEYS);
    assertThat(count("count(*)")).isEqualTo(KEYS);
    assertThat(count("count(DISTINCT key)")).isEqualTo(KEYS);
    assertThat(deadlocks()).isEqualTo(before);
  }

  /** Or else the count above would say nothing. */
  @Test
  void aRealDeadlockIsCounted() throws Exception {
    long before = deadlocks();
    Connection one = connections.get(0);
    Connection other = connections.get(1);
    lock(one, 1);
    lock(other, 2);
    CompletableFuture<Void> first = CompletableFuture.runAsync(() -> lock(one, 2), writers);
    CompletableFuture<Void> second = CompletableFuture.runAsync(() -> lock(other, 1), writers);
    assertThatThrownBy(() -> CompletableFuture.allOf(first, second).get(3, TimeUnit.MINUTES))
        .hasMessageContaining("deadlock detected");
    for (Connection connection : List.of(one, other)) {
      connection.rollback();
      tellStatistics(connection);
    }
    assertThat(deadlocks()).isEqualTo(before + 1);
  }

  private CompletableFuture<Integer> writer(Kind kind, int number) {
    Connection connection = connections.get(number);
    ClaimStore inbox = kind.inbox(new Jdbc(SingleConnection.of(connection)));
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            start.await();
            return work(inbox, connection, new Random(number));
          } catch (InterruptedException | SQLException e) {
            throw new IllegalStateException(e);
          }
        },
        writers);
  }

  /** How many of all keys had their effect here. */
  private int work(ClaimStore inbox, Connection connection, Random random) throws SQLException {
    List<Offer> offers = new ArrayList<>(IntStream.range(0, KEYS).mapToObj(this::offer).toList());
    Collections.shuffle(offers, random);
    int effects = 0;
    for (int from = 0; from < KEYS; from += TOGETHER) {
      List<Offer> some = offers.subList(from, from + TOGETHER);
      Optional<Integer> committed = Optional.empty();
      while (committed.isEmpty()) {
        committed = attempt(inbox, connection, some, random.nextInt(5) == 0);
      }
      effects += committed.get();
    }
    tellStatistics(connection);
    return effects;
  }

  /** One transaction: claims, and an effect for each; empty if it was rolled back. */
  private Optional<Integer> attempt(
      ClaimStore inbox, Connection connection, List<Offer> offers, boolean fails)
      throws SQLException {
    List<Claim> claims = inbox.claim(offers);
    int effects = 0;
    for (int i = 0; i < claims.size(); i++) {
      if (claims.get(i) instanceof Claim.Claimed) {
        effect(connection, offers.get(i).identity());
        effects++;
      }
    }
    if (fails || claims.contains(new Claim.Busy())) {
      connection.rollback();
      return Optional.empty();
    }
    connection.commit();
    return Optional.of(effects);
  }

  private static void effect(Connection connection, Identity identity) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO race_effect VALUES (?, ?)")) {
      insert.setString(1, identity.consumer());
      insert.setString(2, identity.key());
      insert.executeUpdate();
    }
  }

  private Offer offer(int number) {
    return new Offer(
        new Identity(consumer, "k" + number),
        FingerprintProfile.EXACT.of(Messages.text("a")),
        Optional.of(now));
  }

  private static void lock(Connection connection, int number) {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_advisory_xact_lock(" + number + ")");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A session tells others of its deadlocks now and then only, unless it is asked to. */
  private static void tellStatistics(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_stat_force_next_flush()");
    }
    connection.commit();
  }

  private long count(String what) {
    return postgres.number("SELECT " + what + " FROM race_effect WHERE consumer = ?", consumer);
  }

  private long deadlocks() {
    return postgres.number(
        "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()");
  }
}
