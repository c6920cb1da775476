// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RetentionRouteTest {

  private final SmallEstate estate = new SmallEstate();
  private final List<String> effects = new CopyOnWriteArrayList<>();

  @AfterEach
  void stop() {
    estate.close();
  }

  /** The scenario "retention expired": this is the behaviour that the guarantees describe. */
  @Test
  void retentionExpired() {
    start();
    estate.send("k", "first");
    await().until(() -> effects.size() == 1 && estate.count("semel_claim", "true") == 1);
    age("1 day");
    estate.send("k", "first");
    await().until(() -> estate.count("semel_duplicate", "true") == 1);
    age("31 days");
    await().until(() -> estate.count("semel_claim", "true") == 0);
    estate.send("k", "first");
    await().until(() -> estate.count("semel_claim", "true") == 1);
    assertThat(effects).containsExactly("first", "first");
  }

  private void start() {
    freeTurns();
    estate
        .with("semel.consumer." + estate.name + ".identity", "property:key")
        .with("semel.retention-every", "1s")
        .start(
            new RouteBuilder() {
              @Override
              public void configure() {
                from("inbox:" + estate.name)
                    .process(exchange -> effects.add(exchange.getMessage().getBody(String.class)));
              }
            });
  }

  private void age(String by) {
    estate
        .server
        .postgres()
        .execute(
            "UPDATE semel_claim SET claimed_at = claimed_at - interval '%s' WHERE consumer = '%s'"
                .formatted(by, estate.name));
  }

  /** Another test's rest may be longer than our patience. */
  private void freeTurns() {
    estate.server.postgres().execute("UPDATE semel_round SET due_at = '-infinity'");
  }
}
