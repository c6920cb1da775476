// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A route that does to its transaction, or to its thread, what only their owner may. */
class OwnTransactionTest {

  private final SmallEstate estate = new SmallEstate();
  private final Map<String, AtomicInteger> calls = new ConcurrentHashMap<>();

  @BeforeEach
  void anEffectIsARowThatNoConstraintProtects() {
    estate
        .server
        .postgres()
        .execute(
            "CREATE TABLE IF NOT EXISTS owned (queue text, key text); GRANT ALL ON owned TO semel");
    estate.with("semel.consumer." + estate.name + ".identity", "property:key");
    estate.with("semel.consumer." + estate.name + ".headers", "key");
    estate.with("semel.consumer." + estate.name + ".workers", "1");
    estate.with("semel.consumer." + estate.name + ".attempts", "2");
  }

  @AfterEach
  void stop() {
    estate.close();
  }

  /** The commonest pattern: to begin fails, as there is a transaction, and the catch ends ours. */
  @ParameterizedTest
  @ValueSource(strings = {"xa", "ack-after-commit", "store-first"})
  void whoRollsBackWhatHeDidNotBeginIsParkedAndHisCompanyTakesEffectOnce(String protocol) {
    start(
        protocol,
        exchange -> {
          try {
            estate.server.manager().begin();
            effect(exchange);
            estate.server.manager().commit();
          } catch (Exception e) {
            estate.server.manager().rollback();
          }
        });
    assertGuiltyAloneIsParkedWith("SEMEL-0208");
  }

  @ParameterizedTest
  @ValueSource(strings = {"xa", "ack-after-commit", "store-first"})
  void whoCommitsWhatIsNotHisIsParkedAndHisCompanyTakesEffectOnce(String protocol) {
    start(protocol, exchange -> estate.server.manager().commit());
    assertGuiltyAloneIsParkedWith("SEMEL-0208");
  }

  @ParameterizedTest
  @ValueSource(strings = {"xa", "ack-after-commit", "store-first"})
  void whoHidesThatHeCommittedIsParkedAndHisCompanyTakesEffectOnce(String protocol) {
    start(
        protocol,
        exchange -> {
          try {
            estate.server.manager().commit();
          } catch (Exception e) {
            exchange.setProperty("swallowed", true);
          }
        });
    assertGuiltyAloneIsParkedWith("SEMEL-0208");
  }

  @Test
  void whoPutsAnotherInItsPlaceIsParkedAndHisCompanyTakesEffectOnce() {
    start(
        "xa",
        exchange -> {
          estate.server.manager().rollback();
          estate.server.manager().begin();
        });
    assertGuiltyAloneIsParkedWith("SEMEL-0208");
  }

  @ParameterizedTest
  @ValueSource(strings = {"xa", "ack-after-commit", "store-first"})
  void whoLeavesItsThreadInterruptedIsParkedAndHisCompanyTakesEffectOnce(String protocol) {
    start(protocol, exchange -> Thread.currentThread().interrupt());
    assertGuiltyAloneIsParkedWith("SEMEL-0209");
  }

  @Test
  void inAClassicRouteWhoCommitsWhatIsNotHisLosesNothing() {
    AtomicInteger tries = new AtomicInteger();
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("jms:queue:" + estate.name + "?receiveTimeout=200")
                .transacted()
                .idempotentConsumer(header("key"))
                .idempotentRepository("semel:" + estate.name)
                .process(
                    exchange -> {
                      if (tries.incrementAndGet() == 1) {
                        try {
                          estate.server.manager().commit();
                        } catch (Exception e) {
                          exchange.setProperty("swallowed", true);
                        }
                      } else {
                        effect(exchange);
                      }
                    });
          }
        });
    estate.send("k", "body");
    await().until(() -> estate.count("semel_claim", "true") == 1 && effects("k") == 1);
    assertThat(tries.get()).isEqualTo(2);
  }

  private void start(String protocol, Processor guilty) {
    estate.under(protocol);
    IntStream.range(0, 10).forEach(i -> estate.send(i == 3 ? "guilty" : "k" + i, "body"));
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .process(
                    exchange -> {
                      String key = exchange.getMessage().getHeader("key", String.class);
                      calls.computeIfAbsent(key, first -> new AtomicInteger()).incrementAndGet();
                      if (key.equals("guilty")) {
                        guilty.process(exchange);
                      } else {
                        effect(exchange);
                      }
                    });
          }
        });
  }

  private void assertGuiltyAloneIsParkedWith(String detail) {
    await()
        .untilAsserted(
            () -> {
              assertThat(estate.count("semel_parked", "reason = 'ATTEMPTS_EXHAUSTED'"))
                  .isEqualTo(1);
              assertThat(effects("k%")).isEqualTo(9);
              assertThat(estate.queueIsEmpty()).isTrue();
            });
    assertThat(estate.count("semel_parked", "true")).isEqualTo(1);
    assertThat(estate.count("semel_parked", "detail LIKE '%" + detail + "%'")).isEqualTo(1);
    assertThat(effects("guilty")).isZero();
    assertThat(calls.get("guilty")).hasValueLessThanOrEqualTo(4);
  }

  private void effect(Exchange exchange) throws Exception {
    try (var connection = estate.server.dataSource().getConnection();
        var insert = connection.prepareStatement("INSERT INTO owned VALUES (?, ?)")) {
      insert.setString(1, estate.name);
      insert.setString(2, exchange.getMessage().getHeader("key", String.class));
      insert.executeUpdate();
    }
  }

  private long effects(String like) {
    return estate
        .server
        .postgres()
        .number(
            "SELECT count(*) FROM owned WHERE key LIKE '" + like + "' AND queue = ?", estate.name);
  }
}
