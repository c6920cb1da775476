// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A queue that keeps what was acknowledged, as Artemis' {@code non-destructive} ones do: each
 * message comes again after each commit, for as long as anybody receives.
 */
class KeepingQueueTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int MESSAGES = 5;
  private static final int WORKERS = 2;
  private static final int RETURNS = 3;
  private static final int MANY = 12 * MESSAGES;
  private static final String ROUTE = "keeps";

  private final SmallEstate estate = new SmallEstate();
  private final AtomicInteger calls = new AtomicInteger();
  private final LogLines lines = new LogLines();

  static Stream<Arguments> protocolsBatchesAndStrategies() {
    return Stream.of("xa", "ack-after-commit", "store-first")
        .flatMap(
            protocol ->
                Stream.of(
                    Arguments.of(protocol, 1, "claim"), Arguments.of(protocol, 50, "window")));
  }

  @AfterEach
  void close() {
    estate.close();
    estate.server.broker().empty(estate.name);
    lines.close();
  }

  @ParameterizedTest
  @MethodSource("protocolsBatchesAndStrategies")
  void isToldOnceAndLeavesNoRowForEachReturn(String protocol, int batch, String strategy) {
    estate.server.broker().keeps(estate.name);
    estate.under(protocol).consumer("identity", "property:key").consumer("batch", "" + batch);
    estate.consumer("strategy", strategy);
    start();
    IntStream.range(0, MESSAGES).forEach(i -> estate.send("k" + i, "b"));
    await("effects").atMost(PATIENCE).until(() -> calls.get() >= MESSAGES);
    while (told().isEmpty() && duplicates() <= MANY) {
      awaitReturns(protocol);
    }
    String claims = "semel_" + strategy;
    await("effects").until(() -> calls.get() >= estate.count(claims, "true"));
    estate.close();
    assertThat(duplicates())
        .isPositive()
        .as("as many as one message may return, and those of the other workers meanwhile")
        .isLessThanOrEqualTo((RETURNS + WORKERS) * MESSAGES);
    assertThat(told()).singleElement().asString().contains(estate.name, "non-destructive");
    assertThat(calls).hasValue((int) estate.count(claims, "true"));
  }

  /**
   * Where a session lasts from transaction to transaction, what it has had comes again in the next
   * session only.
   */
  private void awaitReturns(String protocol) {
    long before = duplicates();
    if (!protocol.equals("xa")) {
      renewSession();
    }
    await("returns").atMost(PATIENCE).until(() -> !told().isEmpty() || duplicates() > before);
  }

  private void renewSession() {
    try {
      estate.camel.getRouteController().suspendRoute(ROUTE);
      estate.camel.getRouteController().resumeRoute(ROUTE);
    } catch (Exception e) {
      throw new AssertionError("the route could not be suspended and resumed", e);
    }
  }

  private long duplicates() {
    return estate.count("semel_duplicate", "true");
  }

  private List<String> told() {
    return lines.with("SEMEL-0318");
  }

  private void start() {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .routeId(ROUTE)
                .process(exchange -> calls.incrementAndGet());
          }
        });
  }
}
