// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CountDownLatch;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A provider route that comes to no end, as its client has no time-out and hears no interrupt. */
class HungRouteTest {

  private final SmallEstate estate = new SmallEstate();
  private final LogLines lines = new LogLines();
  private final String destination = "d" + System.nanoTime();
  private final CountDownLatch release = new CountDownLatch(1);

  @AfterEach
  void stop() {
    release.countDown();
    estate.close();
    lines.close();
  }

  @Test
  void itIsGivenUpAndOperatorsAreTold() {
    estate.with("semel.consumer." + estate.name + ".identity", "property:key");
    estate.with("semel.destination." + destination + ".concurrency", "1");
    estate.with("semel.destination." + destination + ".delivery-timeout", "20s");
    estate.start(routes());
    estate.send("1", "hangs");
    await().until(() -> unknown() == 1);
    estate.send("2", "goes");
    await().until(() -> delivered() == 1);
    assertThat(lines.with("SEMEL-0520", destination, "longer than 20 s")).hasSize(1);
    estate.send("3", "hangs");
    await().until(() -> unknown() == 2);
    assertThat(lines.with("SEMEL-0521", destination)).hasSize(1);
    release.countDown();
    await().until(() -> lines.with("SEMEL-0522", destination).size() == 1);
    estate.send("4", "goes");
    await().until(() -> delivered() == 2);
    assertThat(unknown()).as("what was given up stays so").isEqualTo(2);
  }

  private RouteBuilder routes() {
    return new RouteBuilder() {
      @Override
      public void configure() {
        from("inbox:" + estate.name).to("intent:" + destination);
        from("intent:" + destination)
            .process(
                exchange -> {
                  if ("hangs".equals(exchange.getMessage().getBody(String.class))) {
                    hang();
                  }
                });
      }
    };
  }

  private void hang() {
    while (release.getCount() > 0) {
      try {
        release.await();
      } catch (InterruptedException e) {
        assertThat(e).as("no reason to go").isNotNull();
      }
    }
  }

  private long unknown() {
    return estate.count("semel_intent", "state = 'parked' AND reason = 'OUTCOME_UNKNOWN'");
  }

  private long delivered() {
    return estate.count("semel_intent", "state = 'delivered'");
  }
}
