// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.natural.Moved;
import org.semel.natural.Transition;
import org.semel.natural.Upserted;
import org.semel.natural.VersionedUpsert;
import org.semel.small.SmallServer;

/**
 * What protects an effect by itself is part of its consumer's transaction: over the data source of
 * the server, in a route, with whatever protocol.
 */
class NaturalRouteTest {

  private static final Transition PAY =
      Transition.in("routed_purchase", "id", "status").from("NEW").to("PAID");

  private static final VersionedUpsert PRICES =
      VersionedUpsert.into("routed_price", "sku", "version", "amount");

  private final SmallEstate estate = new SmallEstate();
  private final AtomicInteger calls = new AtomicInteger();
  private final UUID id = UUID.randomUUID();
  private volatile Object last = "";

  /** What a test's route writes. */
  private interface Effect {
    Object make(Exchange exchange);
  }

  @BeforeAll
  static void tables() {
    SmallServer.shared()
        .postgres()
        .execute(
            """
            CREATE TABLE IF NOT EXISTS routed_purchase (id uuid PRIMARY KEY, status text);
            CREATE TABLE IF NOT EXISTS routed_price (sku text PRIMARY KEY, version bigint, amount bigint);
            GRANT ALL ON routed_purchase, routed_price TO semel
            """);
  }

  @AfterEach
  void stop() {
    estate.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"xa", "ack-after-commit", "store-first"})
  void aMoveIsUndoneWithItsTransactionAndMadeByTheNextAttempt(String protocol) {
    purchase();
    start(protocol, "natural", exchange -> PAY.move(estate.server.dataSource(), id));
    estate.send("k", "a");
    await().until(() -> estate.count("semel_intent", "true") == 1);
    assertThat(calls).hasValue(2);
    assertThat(last).as("nothing was left by the first").isEqualTo(new Moved.Now());
    assertThat(status()).isEqualTo("PAID");
  }

  @Test
  void aMoveThatComesAgainWithItsMessageIsASuccess() {
    purchase();
    start("xa", "natural", exchange -> PAY.move(estate.server.dataSource(), id));
    estate.send("k", "a");
    await().until(() -> estate.count("semel_intent", "true") == 1);
    estate.send("k", "a");
    await().until(() -> calls.get() == 3 && estate.queueIsEmpty());
    assertThat(last).isEqualTo(new Moved.Already());
    assertThat(estate.count("semel_intent", "true")).isEqualTo(1);
    assertThat(estate.count("semel_parked", "true")).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"xa", "ack-after-commit", "store-first"})
  void aVersionIsUndoneWithItsTransactionAndWrittenByTheNextAttempt(String protocol) {
    start(
        protocol,
        "natural",
        exchange -> PRICES.write(estate.server.dataSource(), estate.name, 1, 100));
    estate.send("k", "a");
    await().until(() -> estate.count("semel_intent", "true") == 1);
    assertThat(calls).hasValue(2);
    assertThat(last).as("nothing was left by the first").isEqualTo(new Upserted.Written());
    assertThat(
            estate
                .server
                .postgres()
                .texts(
                    "SELECT version || ' ' || amount FROM routed_price WHERE sku = ?", estate.name))
        .containsExactly("1 100");
  }

  /** Nothing is remembered of what was parked, so that a copy of it is not absorbed. */
  @ParameterizedTest
  @ValueSource(strings = {"xa", "ack-after-commit", "store-first"})
  void copiesThatAlwaysFailAreParkedAndThoseBesideThemTakeEffect(String protocol) {
    Set<String> effects = ConcurrentHashMap.newKeySet();
    calls.set(1); // none but the bad ones fails
    estate.consumer("attempts", "2");
    estate.consumer("workers", "1");
    estate.send("bad", "bad");
    estate.send("bad", "bad");
    estate.send("beside", "good");
    start(
        protocol,
        "natural",
        exchange -> {
          String body = exchange.getMessage().getBody(String.class);
          if (body.equals("bad")) {
            throw new IllegalStateException("it always fails");
          }
          return effects.add(body);
        });
    await("all are gone, and the bad one is parked")
        .until(
            () -> estate.queueIsEmpty() && estate.count("semel_parked", "state = 'parked'") == 1);
    await("the one beside them has taken effect").until(() -> effects.contains("good"));
    assertThat(estate.count("semel_parked", "true")).as("cases of the copies").isOne();
  }

  /** Its first run fails behind its effect. */
  private void start(String protocol, String strategy, Effect effect) {
    estate.consumer("identity", "property:key");
    estate.under(protocol);
    estate.consumer("strategy", strategy);
    if (protocol.equals("store-first")) {
      estate.consumer("poll", "50ms");
      estate.consumer("retry-backoff-first", "20ms");
    }
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .process(exchange -> last = effect.make(exchange))
                .process(exchange -> failOnce())
                .to("intent:" + estate.name);
          }
        });
  }

  private void failOnce() {
    if (calls.incrementAndGet() == 1) {
      throw new IllegalStateException("behind the effect");
    }
  }

  private void purchase() {
    estate
        .server
        .postgres()
        .execute("INSERT INTO routed_purchase VALUES ('%s', 'NEW')".formatted(id));
  }

  private String status() {
    return estate
        .server
        .postgres()
        .texts("SELECT status FROM routed_purchase WHERE id = ?", id)
        .get(0);
  }
}
