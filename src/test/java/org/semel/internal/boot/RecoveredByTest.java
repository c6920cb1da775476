// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Consumers whose long-lived sessions bear the name that recovery knows their broker by. */
class RecoveredByTest {

  private final SmallEstate estate = new SmallEstate();
  private final List<Object> seen = new CopyOnWriteArrayList<>();

  {
    String consumer = "semel.consumer." + estate.name + ".";
    estate
        .with(consumer + "identity", "property:key")
        .with(consumer + "receive", "direct")
        .with(consumer + "connection-factory", SmallEstate.DIRECT)
        .with(consumer + "recovered-by", SmallEstate.DIRECT);
  }

  @AfterEach
  void stop() {
    estate.close();
  }

  @Test
  void theirMessagesTakeEffectOnce() {
    estate.start(route());
    estate.send("1", "a");
    estate.send("1", "a");
    estate.send("2", "b");
    await().until(() -> estate.count("semel_duplicate", "true") == 1 && estate.queueIsEmpty());
    assertThat(seen).containsExactlyInAnyOrder("a", "b");
    assertThat(estate.count("semel_claim", "true")).isEqualTo(2);
  }

  @Test
  void theyDoNotStartWhereASessionCannotBearIt() {
    estate.through(factory -> LosingFactory.over(factory, new AtomicInteger()));
    assertThatThrownBy(() -> estate.start(route())).hasStackTraceContaining("remove recovered-by");
  }

  private RouteBuilder route() {
    return new RouteBuilder() {
      @Override
      public void configure() {
        from("inbox:" + estate.name).process(exchange -> seen.add(exchange.getMessage().getBody()));
      }
    };
  }
}
