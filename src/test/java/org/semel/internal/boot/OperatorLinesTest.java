// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.small.SmallServer;

/** What an operator reads of a consumer, with its code, when it really happens. */
class OperatorLinesTest {

  private final SmallEstate estate = new SmallEstate();
  private final LogLines lines = new LogLines();
  private volatile Step route = exchange -> {};

  /** What a test lets the route do. */
  private interface Step {
    void run(Exchange exchange) throws Exception;
  }

  @AfterEach
  void close() {
    estate.close();
    lines.close();
  }

  @Test
  void aConsumerThatStartsAndStopsSaysSo() {
    start("xa");
    assertThat(lines.with("SEMEL-0306", estate.name)).hasSize(1);
    estate.close();
    assertThat(lines.with("SEMEL-0307", estate.name, "no transaction is in progress")).hasSize(1);
  }

  /** If all have drained there is nothing to say: each stop begins with a suspension. */
  @Test
  void aConsumerThatIsSuspendedAndStillWorksSaysSo() throws Exception {
    CountDownLatch inRoute = new CountDownLatch(1);
    route =
        exchange -> {
          inRoute.countDown();
          await().until(() -> !suspendedAtWork().isEmpty()); // Camel waits for the route, too
        };
    estate.consumer("drain", "100ms");
    start("xa");
    estate.send("1", "a");
    inRoute.await();
    estate.camel.getRouteController().suspendRoute(estate.name);
    assertThat(suspendedAtWork()).hasSize(1);
  }

  private List<String> suspendedAtWork() {
    return lines.with("SEMEL-0307", estate.name, "is suspended while a transaction is in progress");
  }

  @Test
  void whatIsProvenOfAnXaConsumerIsThatARollBackUndoesBoth() {
    start("xa");
    assertThat(lines.with("SEMEL-0306", estate.name, "with 2 workers.", "a roll-back undoes"))
        .hasSize(1);
  }

  /** Nothing of it was prepared: no warning of the transaction manager was that proof. */
  @ParameterizedTest
  @ValueSource(strings = {"ack-after-commit", "store-first"})
  void whatIsProvenOfOneWhoseReceiptFollowsIsThatItDoes(String protocol) {
    start(protocol);
    assertThat(
            lines.with(
                "SEMEL-0306", estate.name, "a message whose transaction rolls back comes again"))
        .hasSize(1);
    assertThat(lines.with("SEMEL-0306", estate.name, "prepare")).isEmpty();
  }

  @Test
  void ofOneThatStoresFirstThoseWhoReceiveAndThoseWhoWorkOffAreCountedApart() {
    estate.consumer("receivers", "3");
    start("store-first");
    assertThat(
            lines.with(
                "SEMEL-0306", estate.name, "with 3 receivers", "2 workers run what they store"))
        .hasSize(1);
  }

  @Test
  void eachAttemptAndTheParkingAreTold() {
    estate.consumer("attempts", "2");
    start("xa");
    route =
        exchange -> {
          throw new IllegalStateException("no");
        };
    estate.send("k", "a");
    await().until(() -> lines.with("SEMEL-0303", "ATTEMPTS_EXHAUSTED", "(k)").size() == 1);
    awaitAttempt(1);
    awaitAttempt(2);
  }

  /** Another worker may have parked the message before the one that failed tells of it. */
  private void awaitAttempt(int number) {
    await("attempt " + number)
        .until(
            () ->
                lines.with("SEMEL-0301", estate.name + "/k", "attempt " + number + " of 2").size()
                    == 1);
  }

  @Test
  void aBatchThatOneOfItsMessagesSpoilsIsTold() throws Exception {
    estate.consumer("workers", "1");
    estate.consumer("attempts", "1");
    CountDownLatch allAreThere = new CountDownLatch(1);
    route =
        exchange -> {
          allAreThere.await();
          if (exchange.getMessage().getBody(String.class).equals("bad")) {
            throw new IllegalStateException("no");
          }
        };
    start("xa");
    estate.send("first", "good");
    IntStream.range(0, 8).forEach(i -> estate.send("k" + i, i == 4 ? "bad" : "good"));
    allAreThere.countDown();
    await().until(() -> lines.with("SEMEL-0303", "(k4)").size() == 1);
    assertThat(lines.with("SEMEL-0308", estate.name, "messages failed with")).isNotEmpty();
  }

  @Test
  void aWorkerThatComesBackLateIsTold() {
    CountDownLatch hold = new CountDownLatch(1);
    AtomicInteger runs = new AtomicInteger();
    route =
        exchange -> {
          if (runs.incrementAndGet() == 1) {
            hold.await();
          }
        };
    start("store-first");
    estate.send("k", "a");
    await().until(() -> runs.get() == 1);
    letLeasesRunOut();
    await().until(() -> estate.count("semel_inbox", "state = 'COMPLETED'") == 1);
    hold.countDown();
    await().until(() -> lines.with("SEMEL-0310", estate.name + "/k").size() == 1);
  }

  /** A constraint that is looked at when the transaction ends. */
  @Test
  void aTransactedRouteWhoseTransactionCannotBeCommittedIsTold() {
    SmallServer.shared()
        .postgres()
        .execute(
            """
            CREATE TABLE IF NOT EXISTS late_checked (id int PRIMARY KEY DEFERRABLE INITIALLY DEFERRED);
            GRANT ALL ON late_checked TO semel
            """);
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("direct:in").transacted().process(exchange -> insertTwice());
          }
        });
    assertThatThrownBy(() -> estate.camel.createProducerTemplate().sendBody("direct:in", "x"))
        .satisfies(thrown -> assertThat(SemelException.says(thrown, Code.COMMIT_FAILED)).isTrue())
        .hasStackTraceContaining("SEMEL-0204");
  }

  private void insertTwice() throws SQLException {
    try (Connection connection = estate.server.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO late_checked VALUES (1), (1)");
    }
  }

  private void letLeasesRunOut() {
    estate
        .server
        .postgres()
        .execute(
            "UPDATE semel_inbox SET due_at = clock_timestamp() WHERE consumer = '%s'"
                .formatted(estate.name));
  }

  private void start(String protocol) {
    estate.consumer("identity", "property:key");
    estate.under(protocol).consumer("poll", "50ms");
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .routeId(estate.name)
                .process(exchange -> route.run(exchange));
          }
        });
  }
}
