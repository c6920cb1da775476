// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Faults that pass for everybody but one message that was stored first. */
class StoreFirstTroubleTest {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final SmallEstate estate = new SmallEstate();

  @AfterEach
  void stop() {
    estate.close();
  }

  @Test
  void aMessageWhoseStatementAlwaysRunsOutOfTimeIsParkedInTheEndAndNobodyElse() {
    for (int i = 0; i < 20; i++) {
      estate.send("k" + i, i == 7 ? "slow" : "quick");
    }
    start();
    awaitState("COMPLETED", 19);
    AtomicInteger more = new AtomicInteger();
    await("k7 is parked, while others take effect")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(1))
        .until(
            () -> {
              estate.send("more" + more.incrementAndGet(), "quick");
              return estate.count("semel_inbox", "state = 'PARKED'") == 1;
            });
    assertThat(estate.count("semel_parked", "reason = 'DELIVERIES_EXHAUSTED' AND key = 'k7'"))
        .isEqualTo(1);
    assertThat(estate.count("semel_parked", "true")).isEqualTo(1);
    assertThat(estate.count("semel_inbox", "state = 'PARKED' AND lapses = 4 AND failures = 1"))
        .as("stopped alone four times, then set aside")
        .isEqualTo(1);
  }

  private void start() {
    estate.under("store-first");
    estate.consumer("identity", "property:key");
    estate.consumer("attempts", "2");
    estate.consumer("deliveries", "3");
    estate.consumer("batch", "10");
    estate.consumer("poll", "50ms");
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .process(exchange -> query(exchange.getMessage().getBody(String.class)));
          }
        });
  }

  private void query(String body) throws SQLException {
    if (body.equals("slow")) {
      try (Connection connection = estate.server.dataSource().getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute("SET LOCAL statement_timeout = '10ms'");
        statement.execute("SELECT pg_sleep(60)");
      }
    }
  }

  private void awaitState(String state, int messages) {
    await()
        .atMost(PATIENCE)
        .until(() -> estate.count("semel_inbox", "state = '" + state + "'") == messages);
  }
}
