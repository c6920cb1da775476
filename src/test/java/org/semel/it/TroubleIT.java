// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.Message;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.semel.estate.Producer;
import org.semel.it.trouble.Mark;

/**
 * Handlers that go wrong in every way we know, on a real WildFly, deployed as an EAR: nothing lost,
 * nothing left behind.
 */
class TroubleIT {

  private static final SharedEstate ESTATE = SharedEstate.get();

  private final String key = UUID.randomUUID().toString();

  @BeforeAll
  static void deploy() {
    ESTATE.postgres.execute(Mark.DDL);
    ESTATE.wildFly.management().addQueue("trouble");
    ESTATE.wildFly.deploy(TroubleEar.build());
  }

  @AfterAll
  static void undeploy() {
    ESTATE.wildFly.management().undeploy("trouble.ear");
  }

  @Test
  void whatGoesWellLeavesOneMark() {
    send("goes well");
    send("goes well");
    await()
        .until(() -> count("semel_duplicate d JOIN semel_claim c USING (identity)", "c.key") == 1);
    assertThat(count("mark", "key")).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "throws,            java.lang.IllegalStateException",
    "overflows,         java.lang.StackOverflowError",
    "marks,             org.semel.tx.MarkedRollbackOnly",
    "swallows,          ''",
    "violates at flush, ''",
    "overruns,          org.semel.tx.TransactionTimedOut"
  })
  void whatGoesWrongIsTriedThreeTimesAndParkedWithItsReason(String kind, String failure) {
    send(kind);
    await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () ->
                ESTATE.postgres.number(
                        "SELECT count(*) FROM semel_parked WHERE key = ? AND reason = 'ATTEMPTS_EXHAUSTED' AND detail LIKE ?",
                        key,
                        failure + "%")
                    == 1);
    assertThat(count("mark", "key")).as("nothing is left behind").isZero();
    assertThat(count("semel_claim", "key")).isEqualTo(1);
    assertThat(count("semel_attempt", "key")).isZero();
    await().until(() -> ESTATE.wildFly.management().messages("trouble") == 0);
    assertThat(ESTATE.wildFly.management().prepared()).isZero();
    assertThat(ESTATE.postgres.gids()).isEmpty();
  }

  private void send(String kind) {
    try (Producer producer = new Producer(ESTATE.wildFly.httpPort(), "trouble")) {
      producer.send(
          context -> {
            Message message = context.createTextMessage(kind);
            message.setStringProperty("key", key);
            return message;
          });
    }
  }

  private long count(String table, String column) {
    return ESTATE.postgres.number(
        "SELECT count(*) FROM " + table + " WHERE " + column + " = ?", key);
  }
}
