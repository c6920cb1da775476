// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.semel.estate.Producer;
import org.semel.estate.ServerKind;

/** PostgreSQL is away for half a minute in the midst of the work of a real server. */
@OnEachServer
class DatabaseGoneIT extends OneInvoice {

  private static final int MESSAGES = 1000;
  private static final Duration OUTAGE = Duration.ofSeconds(30);

  DatabaseGoneIT(ServerKind kind) {
    super(kind);
  }

  @Test
  void nothingIsLostDoubledOrParkedAndWorkGoesOnByItself() {
    send(0, MESSAGES / 2);
    await().until(() -> effects() > 20);
    estate.postgres.stop();
    send(MESSAGES / 2, MESSAGES);
    Instant back = Instant.now().plus(OUTAGE);
    await().atMost(OUTAGE.multipliedBy(2)).until(() -> Instant.now().isAfter(back));
    assertThat(estate.broker().messages("reservations"))
        .as("what the outage left to do")
        .isPositive();
    estate.postgres.start();
    await().atMost(Duration.ofMinutes(3)).until(() -> effects() >= MESSAGES);
    await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> estate.broker().messages("reservations") == 0);
    assertThat(effects()).isEqualTo(MESSAGES);
    assertThat(count("semel_attempt", "key")).isZero();
    assertThat(count("semel_parked", "key")).isZero();
    assertThat(estate.broker().messages("DLQ")).isZero();
    await()
        .until(
            () ->
                estate.postgres.gids().isEmpty()
                    && estate.broker().prepared() == 0
                    && delivered() == MESSAGES);
  }

  /**
   * Found by the campaign: database and server were killed, and the server was the first to start.
   */
  @Test
  void aServerThatStartsBeforeItsDatabaseWorksWhenTheDatabaseIsThere() {
    estate.server().stop();
    estate.postgres.stop();
    estate.server().start();
    assertThat(estate.server().output())
        .as("no application was refused")
        .doesNotContain("WFLYSRV0026", "CWWKZ0012I");
    send(0, 20);
    estate.postgres.start();
    await().atMost(Duration.ofMinutes(3)).until(() -> effects() == 20 && delivered() == 20);
  }

  private void send(int from, int to) {
    try (Producer producer = estate.producer("reservations")) {
      for (int i = from; i < to; i++) {
        producer.send(event(i));
      }
    }
  }
}
