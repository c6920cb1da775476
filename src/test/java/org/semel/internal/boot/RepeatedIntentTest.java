// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Intents of consumers that keep nothing of their own, and see their messages again. */
class RepeatedIntentTest {

  private final SmallEstate estate = new SmallEstate();
  private final List<String> runs = new CopyOnWriteArrayList<>();
  private final List<String> sent = new CopyOnWriteArrayList<>();
  private final LogLines lines = new LogLines();
  private volatile String tenant = "ours";

  @AfterEach
  void stop() {
    estate.close();
    lines.close();
  }

  @Test
  void otherBytesUnderOneKeyAreToldAndNeverSent() {
    start();
    receive("pay 100", 1);
    await().until(() -> estate.count("semel_intent", "state = 'delivered'") == 1);
    receive("pay 100", 2);
    assertThat(lines.with("SEMEL-0516")).isEmpty();
    receive("pay 999", 3);
    await().until(() -> lines.with("SEMEL-0516", estate.name + "/k").size() == 1);
    assertThat(sent).containsExactly("pay 100");
    assertThat(estate.count("semel_parked", "true")).isZero();
  }

  /** What differs with each delivery is not the effect's: no trace, and nothing of the broker's. */
  @Test
  void otherHeadersUnderOneKeyAreToldAndNeverSent() {
    estate.with(
        "semel.destination." + estate.name + ".headers", "tenant, traceparent, baggage, JMS*");
    start();
    receive("pay 100", 1);
    await().until(() -> estate.count("semel_intent", "state = 'delivered'") == 1);
    receive("pay 100", 2);
    assertThat(lines.with("SEMEL-0516")).isEmpty();
    tenant = "other";
    receive("pay 100", 3);
    await().until(() -> lines.with("SEMEL-0516", estate.name + "/k").size() == 1);
    assertThat(sent).containsExactly("pay 100");
    assertThat(estate.count("semel_parked", "true")).isZero();
  }

  private void receive(String body, int times) {
    estate.send("k", body);
    await().until(() -> runs.size() == times && estate.queueIsEmpty());
  }

  private void start() {
    estate
        .with("semel.consumer." + estate.name + ".identity", "property:key")
        .with("semel.consumer." + estate.name + ".strategy", "natural")
        .start(
            new RouteBuilder() {
              @Override
              public void configure() {
                from("inbox:" + estate.name)
                    .setHeader("tenant", () -> tenant)
                    .setHeader("baggage", () -> "delivery=" + runs.size())
                    .to("intent:" + estate.name)
                    .process(exchange -> runs.add(exchange.getMessage().getBody(String.class)));
                from("intent:" + estate.name)
                    .process(exchange -> sent.add(exchange.getMessage().getBody(String.class)));
              }
            });
  }
}
