// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.semel.estate.Producer;

/**
 * The example on a real WildFly: receive, claim, JPA and intent in one transaction, then the relay.
 */
class ExampleIT {

  private final SharedEstate estate = SharedEstate.get();
  private final String invoice = UUID.randomUUID().toString();

  @Test
  void orderLinesWithDuplicatesTakeEffectOnceAndAreConfirmedOnce() {
    try (Producer producer = new Producer(estate.wildFly.httpPort(), "reservations")) {
      IntStream.range(0, 200).forEach(i -> producer.send(event(i % 120)));
    }
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> estate.wildFly.management().messages("reservations") == 0);
    await().until(() -> reservations("count(*)") == 120);
    assertThat(reservations("sum(quantity)")).isEqualTo(240);
    await().atMost(Duration.ofMinutes(1)).until(() -> delivered() == 120);
    assertThat(estate.wildFly.management().prepared()).isZero();
    assertThat(estate.postgres.gids()).isEmpty();
  }

  @Test
  void theFiguresCanBeReadInABrowser() throws Exception {
    HttpRequest page =
        HttpRequest.newBuilder(
                URI.create("http://localhost:" + estate.wildFly.httpPort() + "/example/"))
            .build();
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(page, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body())
        .contains("reservations ", "duplicates_absorbed ", "confirmations_delivered ", "parked ");
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
    return """
    {"specversion":"1.0","id":"%s-%d","source":"/it","type":"order.line.placed","data":{"invoice":"%s","line":%d,"stockCode":"IT-%d","quantity":2,"unitPrice":1.5}}"""
        .formatted(invoice, line, invoice, line, line % 7);
  }
}
