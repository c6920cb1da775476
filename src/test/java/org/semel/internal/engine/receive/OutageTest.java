// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.agroal.api.AgroalDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import javax.sql.XADataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.semel.estate.Postgres;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.consumer.Consumer;
import org.semel.internal.engine.receive.policy.Protocol;
import org.semel.small.SmallServer;
import org.semel.xa.PostgresXADataSource;

/**
 * Database or broker gone for half a minute in the middle of the work: nothing lost, nothing
 * doubled, no attempt counted.
 */
class OutageTest {

  private static final int MESSAGES = 400;
  private static final Duration OUTAGE = Duration.ofSeconds(30);

  private final SmallWorld world = new SmallWorld();
  private final Consumer consumer = world.consumer(world.policy(2, 1), (message, identity) -> {});

  private long claimed;

  @AfterEach
  void stop() {
    consumer.stop();
  }

  @Test
  void theDatabaseIsGoneForHalfAMinute() {
    startAndReachTheMiddle();
    world.server.databaseStops();
    waitOut();
    world.server.databaseStarts();
    assertThatAllTookEffectOnceAndNobodyWasBlamed();
  }

  @Test
  void theBrokerIsGoneForHalfAMinute() {
    startAndReachTheMiddle();
    world.server.broker().stop();
    waitOut();
    world.server.broker().start();
    assertThatAllTookEffectOnceAndNobodyWasBlamed();
  }

  /** A pool hands out a session from before the outage, and the transaction joins it unasked. */
  @ParameterizedTest
  @EnumSource
  void noPassThatMeetsNothingIsTakenForTheReturnOfTheDatabase(Protocol protocol)
      throws SQLException {
    try (AgroalDataSource pool =
        SmallServer.pool(world.server.postgres(), PostgresXADataSource.class)) {
      SmallWorld quiet = (protocol == Protocol.XA ? new SmallWorld() : SmallWorld.local());
      List<Connection> before = List.of(pool.getConnection(), pool.getConnection());
      Consumer idle = quiet.over(pool).by(protocol, quiet.policy(1, 1), (message, identity) -> {});
      idle.start();
      quiet.server.databaseStops();
      try {
        await()
            .until(
                () -> {
                  pool.flush(AgroalDataSource.FlushMode.IDLE);
                  return !quiet.interruptions.isEmpty();
                });
        for (Connection session : before) {
          session.close();
        }
        int seen = quiet.interruptions.size();
        await().until(() -> quiet.resumptions.get() > 0 || quiet.interruptions.size() > seen + 3);
        assertThat(quiet.resumptions).hasValue(0);
      } finally {
        quiet.server.databaseStarts();
      }
      await().until(() -> quiet.resumptions.get() > 0);
      idle.stop();
    }
  }

  private void startAndReachTheMiddle() {
    IntStream.range(0, MESSAGES).forEach(i -> world.send("k" + i, "b"));
    consumer.start();
    await().until(() -> world.claims() > 5);
  }

  private void waitOut() {
    long since = System.nanoTime();
    await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () -> System.nanoTime() - since > OUTAGE.toNanos() && world.interruptions.size() > 10);
  }

  /** While work goes on nothing else is asked for. */
  private boolean allIsDone() {
    long claims = world.claims();
    if (claims > claimed) {
      claimed = claims;
      return false;
    }
    recover();
    return world.claims() == MESSAGES
        && world.server.broker().messages(world.queue) == 0
        && world.server.postgres().gids().isEmpty();
  }

  /**
   * Either may have gone between its prepare and its commit; as a server's recovery would, ours
   * finishes what was decided. It would take a live transaction for an orphan, as it does not wait
   * like a server's.
   */
  private void recover() {
    consumer.suspend();
    world.server.recovery().scan(world.server.broker().xaFactory());
    world.server.recovery().scan(database());
    consumer.resume();
  }

  private XADataSource database() {
    PostgresXADataSource database = new PostgresXADataSource();
    database.setUrl(world.server.postgres().jdbcUrl());
    database.setUser(Postgres.ROLE);
    database.setPassword(Postgres.PASSWORD);
    return database;
  }

  private void assertThatAllTookEffectOnceAndNobodyWasBlamed() {
    await()
        .pollInterval(Duration.ofSeconds(1))
        .atMost(Duration.ofMinutes(2))
        .until(this::allIsDone);
    assertThat(world.count("semel_attempt")).isZero();
    assertThat(world.count("semel_parked")).isZero();
    assertThat(world.results).noneMatch(BatchResult.PermanentFault.class::isInstance);
  }
}
