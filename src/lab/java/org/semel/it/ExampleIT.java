// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.semel.Code;
import org.semel.estate.ExampleWar;
import org.semel.estate.Producer;
import org.semel.estate.ServerKind;

/**
 * The example on a real server: receive, claim, JPA and intent in one transaction, then the relay.
 */
@OnEachServer
class ExampleIT {

  private static final int INVOICES = 12;
  private static final int LINES = 20;

  private final SharedEstate estate;
  private final String invoice = UUID.randomUUID().toString();

  ExampleIT(ServerKind kind) {
    estate = SharedEstate.of(kind);
  }

  @Test
  void orderLinesWithDuplicatesTakeEffectOnceAndAreConfirmedOnce() {
    try (Producer producer = estate.producer("reservations")) {
      IntStream.range(0, 200).forEach(i -> producer.send(event(i % 120)));
    }
    await().until(() -> estate.broker().messages("reservations") == 0);
    await().until(() -> reservations("count(*)") == 120);
    assertThat(reservations("sum(quantity)")).isEqualTo(240);
    await().until(() -> delivered() == 120);
    await("nothing is in doubt")
        .until(() -> estate.broker().prepared() == 0 && estate.postgres.gids().isEmpty());
  }

  @Test
  void aSuspendedServerTakesNothingMoreAndGoesOnWhenItIsResumed() {
    int before = estate.server().output().length();
    estate.server().suspend();
    try {
      await("the line that says so")
          .until(() -> outputSince(before).contains(Code.SERVER_SUSPENDED.text()));
      await("nobody receives").until(() -> estate.broker().consumers("reservations") == 0);
      try (Producer producer = estate.producer("reservations")) {
        IntStream.range(0, 40).forEach(i -> producer.send(event(i)));
      }
      assertThat(estate.broker().messages("reservations")).isEqualTo(40);
      assertThat(reservations("count(*)")).isZero();
    } finally {
      estate.server().resume();
    }
    await("all take effect").until(() -> reservations("count(*)") == 40);
    await("all are confirmed").until(() -> delivered() == 40);
    assertThat(outputSince(before)).contains(Code.SERVER_RESUMED.text());
  }

  private String outputSince(int before) {
    return estate.server().output().substring(before);
  }

  /** The second application: each message goes to both of its consumers. */
  @Test
  void invoicesAreWrittenLineByLineAndEachLineIsPickedAndPackedOnceHoweverTheyArrive() {
    estate.broker().addQueue("invoices");
    estate.broker().addQueue("picking");
    estate.server().deploy(ExampleWar.orders());
    try {
      List<String> lines = shuffledLinesWithDuplicates();
      for (String queue : List.of("invoices", "picking")) {
        try (Producer producer = estate.producer(queue)) {
          lines.forEach(producer::send);
        }
      }
      await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> invoiceLines() == INVOICES * LINES && packed() == INVOICES * LINES);
      await().until(() -> estate.broker().messages("invoices") == 0);
      await().until(() -> estate.broker().messages("picking") == 0);
      assertThat(invoiceLines()).isEqualTo(INVOICES * LINES);
      assertThat(numbers("SELECT count(*) FROM invoice_journal WHERE invoice LIKE ?"))
          .as("written by the route itself, over sql")
          .isEqualTo(INVOICES * LINES);
      assertThat(
              numbers(
                  "SELECT count(*) FROM invoice_line WHERE invoice LIKE ? AND total <> 2 * line"))
          .as("totals that were computed before their turn")
          .isZero();
      assertThat(numbers("SELECT count(*) FROM picking WHERE order_line LIKE ?"))
          .isEqualTo(2 * INVOICES * LINES);
      assertThat(
              numbers(
                  "SELECT count(*) FROM semel_claim WHERE consumer = 'invoices' AND key LIKE ?"))
          .as("strategy=version keeps no row for a message")
          .isZero();
      assertThat(
              numbers("SELECT count(*) FROM semel_held WHERE consumer = 'invoices' AND key LIKE ?"))
          .isZero();
    } finally {
      estate.server().undeploy(ExampleWar.ORDERS);
    }
  }

  @Test
  void theFiguresCanBeReadInABrowser() throws Exception {
    HttpRequest page =
        HttpRequest.newBuilder(
                URI.create("http://localhost:" + estate.server().httpPort() + "/example/"))
            .build();
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(page, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body())
        .contains("reservations ", "duplicates_absorbed ", "confirmations_delivered ", "parked ");
  }

  private List<String> shuffledLinesWithDuplicates() {
    List<String> lines = new ArrayList<>();
    for (int order = 0; order < INVOICES; order++) {
      for (int line = 1; line <= LINES; line++) {
        String event = event(invoice + "-" + order, line);
        lines.add(event);
        if (line % 3 == 0) {
          lines.add(event);
        }
      }
    }
    Collections.shuffle(lines, new Random(20261121));
    return lines;
  }

  private long invoiceLines() {
    return numbers("SELECT count(*) FROM invoice_line WHERE invoice LIKE ?");
  }

  private long packed() {
    return numbers("SELECT count(*) FROM picking WHERE order_line LIKE ? AND step = 'packed'");
  }

  private long numbers(String sql) {
    return estate.postgres.number(sql, "%" + invoice + "%");
  }

  private long reservations(String what) {
    return estate.postgres.number(
        "SELECT " + what + " FROM reservation WHERE invoice = ?", invoice);
  }

  private long delivered() {
    return estate.postgres.number(
        "SELECT count(*) FROM semel_intent WHERE state = 'delivered' AND cause LIKE ?",
        "%" + invoice + "%");
  }

  private String event(int line) {
    return event(invoice, line);
  }

  private static String event(String invoice, int line) {
    return """
    {"specversion":"1.0","id":"%s-%d","source":"/it","type":"order.line.placed","data":{"invoice":"%s","line":%d,"stockCode":"IT-%d","quantity":2,"unitPrice":1.5}}\
    """
        .formatted(invoice, line, invoice, line, line % 7);
  }
}
