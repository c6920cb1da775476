// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.message.Identity;
import org.semel.message.ParkingReason;
import org.semel.operations.Operations;
import org.semel.operations.OperatorContext;
import org.semel.operations.ParkedCase;
import org.semel.operations.ReleaseResult;
import org.semel.operations.StoredActs.SetAsideResult;

/** An operator sets stored messages aside, over real broker, database and Camel. */
class SetAsideTest {

  private static final OperatorContext ANN = new OperatorContext("ann", "it never ends");

  private final SmallEstate estate = new SmallEstate();
  private final Operations operations = new StartedOperations(() -> estate.engine().operations());
  private final AtomicInteger calls = new AtomicInteger();
  private volatile Processor route = exchange -> {};

  @BeforeEach
  void start() {
    estate.under("store-first");
    estate.consumer("identity", "property:key");
    estate.consumer("poll", "50ms");
    estate.consumer("attempts", "100");
    estate.consumer("retry-backoff-first", "1h");
    estate.consumer("retry-backoff-most", "1h");
    estate.with("semel.destination." + estate.name + ".attempts", "1");
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .process(
                    exchange -> {
                      calls.incrementAndGet();
                      route.process(exchange);
                    })
                .to("intent:" + estate.name);
          }
        });
  }

  @AfterEach
  void stop() {
    estate.close();
  }

  @Test
  void whatFailsAgainAndAgainIsSetAsideAndTakesEffectOnceItIsReleased() {
    route =
        exchange -> {
          throw new IllegalStateException("no");
        };
    estate.send("1", "a");
    await().until(() -> estate.count("semel_inbox", "state = 'FAILED_RETRYABLE'") == 1);
    assertThat(operations.stored().park(identity(), ANN)).isEqualTo(new SetAsideResult.SetAside());
    ParkedCase parked = parked();
    assertThat(parked.cause().reason()).isEqualTo(ParkingReason.SET_ASIDE);
    route = exchange -> {};
    assertThat(operations.parked().release(parked.id(), ANN))
        .isInstanceOf(ReleaseResult.Stored.class);
    await().until(() -> estate.count("semel_inbox", "state = 'COMPLETED'") == 1);
    assertThat(estate.count("semel_intent", "true")).isEqualTo(1);
  }

  @Test
  void aRouteThatWorksOnItMeanwhileLeavesNothingBehind() throws InterruptedException {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    route =
        exchange -> {
          inside.countDown();
          done.await();
        };
    estate.send("1", "a");
    inside.await();
    assertThat(operations.stored().park(identity(), ANN)).isEqualTo(new SetAsideResult.SetAside());
    done.countDown();
    parked();
    assertThat(calls).hasValue(1);
    assertThat(estate.count("semel_intent", "true")).isZero();
  }

  private ParkedCase parked() {
    await().until(() -> estate.count("semel_inbox", "state = 'PARKED'") == 1);
    List<ParkedCase> waiting = operations.parked().waiting(estate.name, 0, 10);
    assertThat(waiting).hasSize(1);
    return waiting.get(0);
  }

  private Identity identity() {
    return new Identity(estate.name, "1");
  }
}
