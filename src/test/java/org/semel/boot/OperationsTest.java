// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.ops.Case;
import org.semel.ops.Mandate;
import org.semel.ops.Operations;
import org.semel.ops.Release;

/** What operators do, in real routes over real broker, database and transaction manager. */
class OperationsTest {

  private static final Mandate ANN = new Mandate("ann", "the fault is mended");

  private final SmallEstate estate = new SmallEstate();
  private final AtomicBoolean broken = new AtomicBoolean(true);
  private final AtomicInteger calls = new AtomicInteger();
  private final Operations operations = new Operations(() -> estate.engine().office());

  {
    estate.with("semel.consumer." + estate.name + ".identity", "property:key");
    estate.with("semel.consumer." + estate.name + ".attempts", "2");
  }

  @AfterEach
  void stop() {
    estate.close();
  }

  @Test
  void aPoisonMessageIsReleasedOnceTheFaultIsMendedAndTakesEffectOnce() {
    start();
    estate.send("1", "a");
    await().until(() -> waiting().size() == 1);
    long id = waiting().get(0).id();
    assertThat(operations.parked().release(id, ANN)).isInstanceOf(Release.Failed.class);
    assertThat(intents()).isZero();
    broken.set(false);
    assertThat(operations.parked().release(id, ANN)).isEqualTo(new Release.TookEffect(0));
    assertThat(waiting()).isEmpty();
    assertThat(intents()).isEqualTo(1);
    estate.send("1", "a");
    await().until(() -> estate.count("semel_duplicate", "true") == 1);
    assertThat(intents()).isEqualTo(1);
  }

  @Test
  void aStoppedConsumerReleasesNothing() throws Exception {
    start();
    estate.send("1", "a");
    await().until(() -> waiting().size() == 1);
    estate.camel.getRouteController().stopRoute("under-test");
    int before = calls.get();
    assertThat(operations.parked().release(waiting().get(0).id(), ANN))
        .isEqualTo(new Release.Elsewhere(estate.name));
    assertThat(calls).hasValue(before);
    estate.camel.getRouteController().startRoute("under-test");
    broken.set(false);
    assertThat(operations.parked().release(waiting().get(0).id(), ANN))
        .isEqualTo(new Release.TookEffect(0));
  }

  private void start() {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .routeId("under-test")
                .to("intent:" + estate.name)
                .process(
                    exchange -> {
                      calls.incrementAndGet();
                      if (broken.get()) {
                        throw new IllegalStateException("broken");
                      }
                    });
          }
        });
  }

  private List<Case> waiting() {
    return operations.parked().waiting(estate.name, 0, 10);
  }

  private long intents() {
    return estate.count("semel_intent", "true");
  }
}
