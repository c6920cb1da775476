// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A route that never returns for one message, as in a call without a time-out. */
class HungReceiverTest {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int WORKERS = 4;

  private final SmallEstate estate = new SmallEstate();
  private final LogLines lines = new LogLines();
  private final CountDownLatch release = new CountDownLatch(1);
  private final AtomicInteger hanging = new AtomicInteger();
  private final AtomicInteger quick = new AtomicInteger();

  @AfterEach
  void stop() {
    release.countDown();
    estate.close();
    lines.close();
  }

  /** What each worker in turn would hang in stops all others of the consumer, for ever. */
  @ParameterizedTest
  @ValueSource(strings = {"xa", "store-first"})
  void itDoesNotTakeOneWorkerAfterTheOtherAndIsParkedInTheEnd(String protocol) {
    start(protocol);
    estate.send("hangs", "hangs");
    await("one hangs").atMost(PATIENCE).until(() -> hanging.get() > 0);
    await("it is parked, while others take effect")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(1))
        .until(
            () -> {
              estate.send("quick" + quick.incrementAndGet(), "quick");
              return estate.count("semel_parked", "key = 'hangs'") == 1;
            });
    assertThat(estate.count("semel_parked", "key = 'hangs' AND reason = 'DELIVERIES_EXHAUSTED'"))
        .isEqualTo(1);
    assertThat(lines.with("SEMEL-0304", estate.name, "SEMEL-0314")).as("why it waits").isNotEmpty();
    assertThat(hanging.get()).as("workers that hang").isLessThanOrEqualTo(WORKERS / 2);
    await("all others took effect").atMost(PATIENCE).until(() -> effects(protocol) == quick.get());
  }

  private void start(String protocol) {
    estate.server.broker().deliversUpTo(20_000, estate.name);
    estate.under(protocol);
    estate.consumer("identity", "property:key");
    estate.consumer("workers", Integer.toString(WORKERS));
    estate.consumer("transaction-timeout", "10s");
    estate.consumer("attempts", "4"); // others may overrun on a busy machine
    estate.consumer("deliveries", "5");
    if (protocol.equals("store-first")) {
      estate.consumer("lease", "30s");
      estate.consumer("poll", "50ms");
    }
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .process(exchange -> hang(exchange.getMessage().getBody(String.class)));
          }
        });
  }

  private void hang(String body) throws InterruptedException {
    if (body.equals("hangs")) {
      hanging.incrementAndGet();
      release.await();
    }
  }

  private long effects(String protocol) {
    return protocol.equals("store-first")
        ? estate.count("semel_inbox", "state = 'COMPLETED'")
        : estate.count("semel_claim", "key LIKE 'quick%'");
  }
}
