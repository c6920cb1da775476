// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A queue that keeps what was acknowledged, as Artemis' {@code non-destructive} ones do: each
 * message comes again after each commit, for as long as anybody receives. That is so with one
 * transaction; where a session lasts from transaction to transaction, it comes again in the next.
 */
class KeepingQueueTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int MESSAGES = 5;
  private static final int WORKERS = 2;
  private static final int RETURNS = 3;
  private static final int MANY = 12 * MESSAGES;

  private final SmallEstate estate = new SmallEstate();
  private final AtomicInteger calls = new AtomicInteger();
  private final LogLines lines = new LogLines();

  @AfterEach
  void close() {
    estate.close();
    estate.server.broker().empty(estate.name);
    lines.close();
  }

  @ParameterizedTest
  @CsvSource({"1, claim", "50, window"})
  void isToldOnceAndLeavesNoRowForEachReturn(int batch, String strategy) {
    estate.server.broker().keeps(estate.name);
    estate.under("xa").consumer("identity", "property:key").consumer("batch", "" + batch);
    estate.consumer("strategy", strategy);
    if (strategy.equals("window")) {
      estate.consumer("identity-time", "uuidv7");
    }
    start();
    IntStream.range(0, MESSAGES).forEach(i -> estate.send(minted(), "b"));
    await("many returns")
        .atMost(PATIENCE)
        .until(() -> !told().isEmpty() || estate.count("semel_duplicate", "true") > MANY);
    String claims = "semel_" + strategy;
    await("effects").until(() -> calls.get() >= estate.count(claims, "true"));
    estate.close();
    assertThat(estate.count("semel_duplicate", "true"))
        .isPositive()
        .as("as many as one message may return, and those of the other workers meanwhile")
        .isLessThanOrEqualTo((RETURNS + WORKERS) * MESSAGES);
    assertThat(told()).singleElement().asString().contains(estate.name, "non-destructive");
    assertThat(calls).hasValue((int) estate.count(claims, "true"));
  }

  /** A UUID of version 7 (RFC 9562, section 5.7). */
  private static String minted() {
    long now = System.currentTimeMillis() << 16 | 0x7000;
    return new UUID(now, UUID.randomUUID().getLeastSignificantBits()).toString();
  }

  private List<String> told() {
    return lines.with("SEMEL-0318");
  }

  private void start() {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).process(exchange -> calls.incrementAndGet());
          }
        });
  }
}
