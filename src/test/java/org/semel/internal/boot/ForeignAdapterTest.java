// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.semel.internal.engine.receive.ConsumerRefused;
import org.semel.small.Jms;

/** Consumers over the pooled handle of a resource adapter that nobody here knows. */
class ForeignAdapterTest {

  private final SmallEstate estate = new SmallEstate();
  private final String consumer = "semel.consumer." + estate.name + ".";
  private final List<Object> seen = new CopyOnWriteArrayList<>();

  {
    estate.with(consumer + "identity", "property:key");
    estate.through(ForeignAdapter::over);
  }

  @AfterEach
  void stop() {
    estate.close();
  }

  @ParameterizedTest
  @CsvSource({
    SmallEstate.POOLED + ", xa",
    SmallEstate.PLAIN + ", ack-after-commit",
    SmallEstate.PLAIN + ", store-first"
  })
  void theirMessagesTakeEffectOnce(String factory, String protocol) {
    estate.with(consumer + "connection-factory", factory).with(consumer + "protocol", protocol);
    estate.start(route());
    for (int i = 0; i < 2; i++) {
      IntStream.range(0, 60).forEach(n -> estate.send("k" + n, "b" + n));
    }
    await().until(() -> estate.queueIsEmpty() && seen.size() >= 60);
    await().until(() -> estate.count("semel_duplicate", "true") == 60);
    assertThat(seen).hasSize(60).doesNotHaveDuplicates();
    assertThat(estate.count("semel_claim", "true")).isEqualTo(60);
    await().until(() -> estate.server.postgres().gids().isEmpty());
  }

  @Test
  void anObjectMessageAmongThemIsParkedAndItsNeighboursTakeEffect() {
    estate.with(consumer + "connection-factory", SmallEstate.POOLED);
    estate.start(route());
    Jms.send(
        estate.server.broker(), estate.name, context -> context.createObjectMessage("serialised"));
    estate.send("1", "a");
    await().until(() -> estate.queueIsEmpty() && estate.count("semel_parked", "true") == 1);
    assertThat(estate.count("semel_parked", "reason = 'TYPE_REFUSED'")).isEqualTo(1);
    assertThat(seen).containsExactly("a");
  }

  /** What cannot be seen is not taken for proven. */
  @Test
  void oneThatTakesNoPartInTransactionsIsRefused() {
    estate.with(consumer + "connection-factory", SmallEstate.PLAIN);
    estate.through(real -> ForeignAdapter.over(estate.unwaiting(real)));
    assertThatThrownBy(() -> estate.start(route()))
        .isInstanceOf(ConsumerRefused.class)
        .hasMessageContaining("SEMEL-0403");
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
