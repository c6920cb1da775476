// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A right on one of Semel's own tables is missing, as after an upgrade without its script: no
 * message is to blame for that. The consumer waits until the right is there.
 */
class MissingRightTest {

  private static final int MESSAGES = 20;
  private static final int DELIVERIES = 20_000;

  private final SmallEstate estate = new SmallEstate();
  private final AtomicInteger calls = new AtomicInteger();
  private final LogLines lines = new LogLines();

  @AfterEach
  void stop() {
    estate.server.postgres().execute("GRANT INSERT ON semel_intent TO semel");
    estate.close();
    lines.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"xa", "ack-after-commit", "store-first"})
  void nobodyIsBlamedAndWorkResumesWhenItIsGranted(String protocol) {
    estate.server.broker().deliversUpTo(DELIVERIES, estate.name);
    start(protocol);
    estate.server.postgres().execute("REVOKE INSERT ON semel_intent FROM semel");
    IntStream.range(0, MESSAGES).forEach(i -> estate.send("k" + i, "b"));
    await("it is tried again and again").until(() -> calls.get() > 40 || parked() > 0);
    assertThat(parked()).as("parked").isZero();
    assertThat(blamed()).as("attempts").isZero();
    assertThat(lines.with("SEMEL-0304", estate.name, "42501")).isNotEmpty();
    estate.server.postgres().execute("GRANT INSERT ON semel_intent TO semel");
    await("all take effect").until(() -> estate.count("semel_intent", "true") == MESSAGES);
    await("the queue is empty").until(estate::queueIsEmpty);
    assertThat(parked()).as("parked").isZero();
    assertThat(blamed()).as("attempts").isZero();
  }

  private long parked() {
    return estate.count("semel_parked", "true");
  }

  private long blamed() {
    return estate.count("semel_attempt", "failures > 0")
        + estate.count("semel_inbox", "failures > 0");
  }

  private void start(String protocol) {
    estate.under(protocol);
    estate.consumer("identity", "property:key");
    estate.consumer("attempts", "2");
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .process(exchange -> calls.incrementAndGet())
                .to("intent:to-" + estate.name);
          }
        });
  }
}
