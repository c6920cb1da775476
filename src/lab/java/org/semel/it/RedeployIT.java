// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.estate.BrokerView;
import org.semel.estate.ExampleWar;
import org.semel.estate.Producer;
import org.semel.estate.ServerKind;
import org.semel.estate.ThreadDump;
import org.semel.matrix.Shows;

/** The example is taken off a real server and put back, twice, while a producer sends on. */
@OnEachServer
class RedeployIT extends OneInvoice {

  private static final int ROUNDS = 2;
  private static final int AT_WORK = 50;

  /** The longer a slow machine takes to undeploy and deploy, the more it has to work off. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final long PACE = TimeUnit.MILLISECONDS.toNanos(4);

  private final BrokerView broker = estate.broker();
  private volatile boolean enough;

  RedeployIT(ServerKind kind) {
    super(kind);
  }

  @AfterEach
  void stopSending() {
    enough = true;
  }

  @Test
  @Shows(value = "X22 none", on = ServerKind.WILDFLY)
  void everyMessageTakesEffectOnceThoughTheApplicationIsUndeployedAndDeployedTwiceUnderLoad() {
    assertThat(ours()).as("what the check below would see").isNotEmpty();
    long up = told("SEMEL-0102");
    long down = told("SEMEL-0103");
    CompletableFuture<Integer> sending = CompletableFuture.supplyAsync(this::send);
    int first = Integer.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long before = effects();
      await().atMost(PATIENCE).until(() -> effects() > before + AT_WORK);
      estate.server().undeploy(ExampleWar.NAME);
      assertThatNothingOfItIsLeftBehind();
      int most = first;
      await("no more connections than the first time").until(() -> broker.connections() <= most);
      first = Math.min(first, broker.connections());
      estate.server().deploy(ExampleWar.build());
    }
    enough = true;
    int messages = sending.join();
    await().atMost(PATIENCE).until(() -> effects() >= messages && delivered() == messages);
    assertThat(effects()).isEqualTo(messages);
    assertThat(count("semel_claim", "key")).isEqualTo(messages);
    assertThatNobodyIsBlamedAndNothingIsInDoubt();
    await("each time it says that it is down, and that it is up again")
        .until(() -> told("SEMEL-0103") == down + ROUNDS && told("SEMEL-0102") == up + ROUNDS);
  }

  private long told(String code) {
    return estate.server().output().lines().filter(line -> line.contains(code)).count();
  }

  /** No thread, no session, no connection in a transaction, nothing prepared; messages wait. */
  private void assertThatNothingOfItIsLeftBehind() {
    await("what it had is closed, which may be done a moment after it has gone")
        .untilAsserted(
            () -> {
              assertThat(ours()).isEmpty();
              assertThat(broker.consumers("reservations")).isZero();
              assertThat(
                      estate.postgres.number(
                          "SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in%'"))
                  .isZero();
              assertThat(estate.postgres.gids()).isEmpty();
              assertThat(broker.prepared()).isZero();
            });
    long then = effects();
    await().until(() -> broker.messages("reservations") > AT_WORK);
    assertThat(effects()).as("what nobody is there to write").isEqualTo(then);
  }

  private void assertThatNobodyIsBlamedAndNothingIsInDoubt() {
    await().until(() -> broker.messages("reservations") == 0);
    assertThat(count("semel_attempt", "key")).isZero();
    assertThat(count("semel_parked", "key")).isZero();
    assertThat(broker.messages("DLQ")).isZero();
    await("nothing is in doubt")
        .until(() -> broker.prepared() == 0 && estate.postgres.gids().isEmpty());
  }

  private List<String> ours() {
    return ThreadDump.of(estate.server().handle()).of("org.semel", "semel-example");
  }

  /** Every third one twice, until it is enough; returns how many different ones. */
  private int send() {
    int sent = 0;
    try (Producer producer = estate.producer("reservations")) {
      while (!enough) {
        producer.send(event(sent));
        if (sent % 3 == 0) {
          producer.send(event(sent));
        }
        sent++;
        LockSupport.parkNanos(PACE);
      }
    }
    return sent;
  }
}
