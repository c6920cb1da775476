// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.estate.Artemis;
import org.semel.estate.ConfirmationProvider;
import org.semel.estate.ExampleTables;
import org.semel.estate.ExampleWar;
import org.semel.estate.Liberty;
import org.semel.estate.Postgres;
import org.semel.estate.Producer;

/**
 * The example's WAR, the same bytes as on WildFly, over managed sessions on a real Open Liberty
 * with a stand-alone broker: sent twice and killed in the midst of the work. Over direct sessions
 * the demo does the same ({@code KillIT}). This server searches all jars for beans, as users' do.
 */
class LibertyIT {

  private static final int LINES = 2000;
  private static final int DUPLICATES = LINES * 3 / 10;
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Path directory = SharedEstate.directory("liberty-");
  private final Postgres postgres = Postgres.start(directory);
  private final Artemis broker =
      new Artemis(directory, List.of("reservations", "semel.probe", Artemis.DEAD_LETTERS)).start();
  private final ConfirmationProvider provider = new ConfirmationProvider();
  private final AtomicBoolean killed = new AtomicBoolean();
  private Liberty liberty;

  @BeforeEach
  void prepare() {
    ExampleTables.createIn(postgres);
    liberty =
        new Liberty(directory, postgres, broker)
            .withConfiguration(
                "beans", "<server><cdi enableImplicitBeanArchives=\"true\"/></server>")
            .withOption("-Dconfirmation.url=" + provider.url())
            .withOption("-Dsemel.consumer-defaults.dead-letter-address=" + Artemis.DEAD_LETTERS)
            .withOption("-Dsemel.consumer.reservations.receive=managed")
            .withOption("-Dsemel.consumer.reservations.connection-factory=jms/semelXA")
            .with(ExampleWar.build());
  }

  @AfterEach
  void stop() {
    if (liberty != null) {
      liberty.close();
    }
    broker.close();
    postgres.close();
    provider.close();
  }

  @Test
  void everyOrderLineTakesEffectOnceAndIsConfirmedOnceThoughTheServerIsKilledInTheMidst() {
    liberty.start();
    CompletableFuture<Void> sending = CompletableFuture.runAsync(this::send);
    await().atMost(PATIENCE).until(() -> effects() > LINES / 4);
    liberty.kill();
    killed.set(true);
    liberty.start();
    sending.join();
    await().atMost(PATIENCE).until(() -> effects() >= LINES && delivered() >= LINES);
    await("the duplicates are taken in, too")
        .atMost(PATIENCE)
        .until(() -> broker.messages("reservations") == 0);
    assertThatAllIsExact();
  }

  private void assertThatAllIsExact() {
    assertThat(effects()).isEqualTo(LINES);
    assertThat(count("SELECT sum(quantity) FROM reservation")).isEqualTo(2 * LINES);
    assertThat(count("SELECT count(*) FROM semel_claim")).isEqualTo(LINES);
    assertThat(count("SELECT count(*) FROM semel_duplicate"))
        .as("what took effect in a batch that met a rival comes again, too")
        .isGreaterThanOrEqualTo(DUPLICATES);
    assertThat(count("SELECT count(*) FROM semel_intent")).isEqualTo(LINES);
    assertThat(provider.effects()).isEqualTo(LINES);
    assertThat(count("SELECT count(*) FROM semel_parked")).isZero();
    assertThat(broker.messages(Artemis.DEAD_LETTERS)).isZero();
    await("nothing is in doubt")
        .atMost(PATIENCE)
        .until(() -> broker.prepared() == 0 && postgres.gids().isEmpty());
  }

  private long effects() {
    return count("SELECT count(*) FROM reservation");
  }

  private long delivered() {
    return count("SELECT count(*) FROM semel_intent WHERE state = 'delivered'");
  }

  private long count(String sql) {
    return postgres.number(sql);
  }

  /** Three of ten twice, at once; the last quarter only when the server is dead. */
  private void send() {
    try (Producer producer = Producer.to(broker, "reservations")) {
      for (int line = 0; line < LINES; line++) {
        if (line == LINES * 3 / 4) {
          await("the server is dead").atMost(PATIENCE).until(killed::get);
        }
        producer.send(event(line));
        if (line % 10 < 3) {
          producer.send(event(line));
        }
      }
    }
  }

  private static String event(int line) {
    return """
    {"specversion":"1.0","id":"%d","source":"/liberty","type":"order.line.placed","data":{"invoice":"liberty","line":%d,"stockCode":"L-%d","quantity":2,"unitPrice":1}}"""
        .formatted(line, line, line % 50);
  }
}
