// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.stream.IntStream;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.semel.message.Identity;
import org.semel.small.Jms;
import org.semel.small.SmallServer;

/** What is large is bounded by its size and not by its number, wherever it waits. */
class LargeBodiesTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int MESSAGES = 8;
  private static final String LARGE = "x".repeat(100_000);

  private final SmallEstate estate = new SmallEstate();

  @BeforeAll
  static void anEffectKnowsItsTransaction() {
    SmallServer.shared()
        .postgres()
        .execute(
            "CREATE TABLE IF NOT EXISTS large_effect (consumer text, key text,"
                + " transaction text DEFAULT pg_current_xact_id()::text);"
                + " GRANT ALL ON large_effect TO semel");
  }

  @AfterEach
  void stop() {
    estate.close();
  }

  @Test
  void whatIsStoredFirstSharesATransactionUpToBatchBytesAndNotBeyond() {
    estate.under("store-first");
    estate.consumer("identity", "property:key");
    estate.consumer("batch-bytes", "1KiB");
    estate.consumer("workers", "1");
    start(exchange -> awaitRows("semel_inbox", MESSAGES));
    IntStream.range(0, MESSAGES).forEach(i -> estate.send("k" + i, LARGE));
    await().atMost(PATIENCE).until(() -> estate.count("large_effect", "true") == MESSAGES);
    assertThat(transactions()).isEqualTo(MESSAGES);
  }

  @Test
  void whatWaitedForAVersionSharesATransactionUpToBatchBytesAndNotBeyond() {
    estate.consumer("identity", "property:key");
    estate.consumer("aggregate", "property:aggregate");
    estate.consumer("version", "property:version");
    estate.consumer("headers", "aggregate, version");
    estate.consumer("batch-bytes", "1KiB");
    estate.consumer("workers", "1");
    estate.consumer("poll", "50ms");
    start(exchange -> {});
    IntStream.rangeClosed(2, MESSAGES).forEach(this::send);
    await().atMost(PATIENCE).until(() -> estate.count("semel_held", "true") == MESSAGES - 1);
    send(1);
    await().atMost(PATIENCE).until(() -> estate.count("large_effect", "true") == MESSAGES);
    assertThat(transactions()).isEqualTo(MESSAGES);
  }

  @Test
  void anIntentThatIsTooLargeIsRefusedWhenItIsRecordedAndNothingIsLost() {
    estate.consumer("identity", "property:key");
    estate.consumer("attempts", "1");
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .process(exchange -> effect(exchange))
                .setBody(exchange -> new byte[33 << 20])
                .to("intent:" + estate.name);
          }
        });
    estate.send("1", "a");
    await().atMost(PATIENCE).until(() -> estate.count("semel_parked", "true") == 1);
    assertThat(estate.count("semel_parked", "detail LIKE '%SEMEL-0530%'")).isEqualTo(1);
    assertThat(estate.count("large_effect", "true")).isZero();
    assertThat(estate.count("semel_intent", "true")).isZero();
  }

  private interface Step {
    void take(Exchange exchange);
  }

  private void start(Step first) {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).process(first::take).process(exchange -> effect(exchange));
          }
        });
  }

  private void send(int version) {
    Jms.send(
        estate.server.broker(),
        estate.name,
        context -> {
          var message = context.createTextMessage(LARGE);
          message.setStringProperty("key", "a/" + version);
          message.setStringProperty("aggregate", "a");
          message.setStringProperty("version", Integer.toString(version));
          return message;
        });
  }

  private void awaitRows(String table, int rows) {
    await().atMost(PATIENCE).until(() -> estate.count(table, "true") == rows);
  }

  private long transactions() {
    return estate
        .server
        .postgres()
        .number(
            "SELECT count(DISTINCT transaction) FROM large_effect WHERE consumer = ?", estate.name);
  }

  private void effect(Exchange exchange) throws SQLException {
    try (Connection connection = estate.server.dataSource().getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO large_effect (consumer, key) VALUES (?, ?)")) {
      insert.setString(1, estate.name);
      insert.setString(2, exchange.getProperty("SemelIdentity", Identity.class).key());
      insert.executeUpdate();
    }
  }
}
