// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StrategyRouteTest {

  private final SmallEstate estate = new SmallEstate();
  private final List<String> runs = new CopyOnWriteArrayList<>();
  private final AtomicInteger sent = new AtomicInteger();

  @AfterEach
  void stop() {
    estate.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"natural", "entity"})
  void whereNothingIsKeptEachDeliveryRunsAndItsIntentIsSentOnce(String strategy) {
    start(strategy, "");
    IntStream.range(0, 20).forEach(i -> estate.send("k" + i % 5, "b"));
    await().until(() -> runs.size() >= 20 && estate.queueIsEmpty());
    await().until(() -> estate.count("semel_intent", "state = 'delivered'") == 5);
    assertThat(estate.count("semel_claim", "true")).isZero();
    assertThat(estate.count("semel_duplicate", "true")).isZero();
    assertThat(estate.count("semel_parked", "true")).isZero();
    assertThat(sent).hasValue(5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"natural", "entity"})
  void whereNothingIsKeptAPoisonMessageIsParkedAllTheSame(String strategy) {
    start(strategy, "bad");
    estate.send("k", "bad");
    await().until(() -> estate.count("semel_parked", "reason = 'ATTEMPTS_EXHAUSTED'") == 1);
    assertThat(estate.count("semel_attempt", "true")).isZero();
    assertThat(estate.count("semel_intent", "true")).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"claim", "window"})
  void aWindowAbsorbsWhatComesAgain(String strategy) {
    estate.with("semel.consumer." + estate.name + ".identity-time", "uuidv7");
    start(strategy, "");
    List<String> keys =
        IntStream.range(0, 5)
            .mapToObj(i -> sevenOf(System.currentTimeMillis() - i * 3_600_000L))
            .toList();
    IntStream.range(0, 20).forEach(i -> estate.send(keys.get(i % 5), "b"));
    await().until(() -> estate.count("semel_duplicate", "true") == 15);
    assertThat(runs).hasSize(5);
    assertThat(estate.count("semel_window", "true")).isEqualTo(5);
    assertThat(estate.count("semel_claim", "true")).isZero();
  }

  @Test
  void whatIsOlderThanTheWindowIsParkedAndNotGuessed() {
    estate.with("semel.consumer." + estate.name + ".identity-time", "uuidv7");
    start("claim", "");
    estate.send(sevenOf(System.currentTimeMillis() - 40 * 86_400_000L), "b");
    await().until(() -> estate.count("semel_parked", "reason = 'OUT_OF_TIME'") == 1);
    assertThat(runs).isEmpty();
  }

  /** A UUID of version 7 (RFC 9562, section 5.7). */
  private static String sevenOf(long millis) {
    UUID random = UUID.randomUUID();
    long high = millis << 16 | 0x7000 | (random.getMostSignificantBits() & 0xFFF);
    return new UUID(high, random.getLeastSignificantBits()).toString();
  }

  private void start(String strategy, String poison) {
    String name = estate.name;
    estate
        .with("semel.consumer." + name + ".identity", "property:key")
        .with("semel.consumer." + name + ".strategy", strategy)
        .start(
            new RouteBuilder() {
              @Override
              public void configure() {
                from("inbox:" + name)
                    .to("intent:" + name)
                    .process(exchange -> run(exchange.getMessage().getBody(String.class)));
                from("intent:" + name).process(exchange -> sent.incrementAndGet());
              }

              private void run(String body) {
                if (body.equals(poison)) {
                  throw new IllegalStateException("poison");
                }
                runs.add(body);
              }
            });
  }
}
