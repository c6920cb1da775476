// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CountDownLatch;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.server.liberty.LibertyPlatform;

/**
 * A server that runs no managed thread before the start of the application is over, as Open Liberty
 * does: nothing may wait for one until then.
 */
class LateThreadsTest {

  private final SmallEstate estate = new SmallEstate().like(new LibertyPlatform());
  private final LogLines lines = new LogLines();
  private final CountDownLatch started = new CountDownLatch(1);

  @AfterEach
  void stop() {
    started.countDown();
    estate.close();
    lines.close();
  }

  @Test
  void theConsumerProvesItselfOnceThreadsRun() {
    start();
    estate.send("a", "b");
    assertThat(lines.with("SEMEL-0306", estate.name)).isEmpty();
    started.countDown();
    await().until(() -> estate.count("semel_claim", "true") == 1);
    assertThat(lines.with("SEMEL-0306", estate.name)).hasSize(1);
    assertThat(lines.with("SEMEL-0304")).as("nothing is away").isEmpty();
  }

  @Test
  void aConsumerThatIsRefusedThenTakesNothing() {
    estate.through(estate::unwaiting);
    estate.consumer("connection-factory", SmallEstate.PLAIN);
    start();
    estate.send("a", "b");
    started.countDown();
    await().until(() -> !lines.with("SEMEL-0401", estate.name, "SEMEL-0403").isEmpty());
    assertThat(lines.with("SEMEL-0401").get(0)).contains("server.xml");
    assertThat(estate.count("semel_claim", "true")).isZero();
    assertThat(estate.queueIsEmpty()).isFalse();
    estate.close();
    assertThat(lines.with("SEMEL-0401", estate.name)).as("of all its workers one").hasSize(1);
  }

  /** What needs no thread is refused at once, while the application can still fail for it. */
  @Test
  void aLongLivedSessionWithoutAnEntryIsRefusedAtTheStart() {
    estate.consumer("receive", "direct").consumer("connection-factory", SmallEstate.DIRECT);
    assertThatThrownBy(this::start).hasStackTraceContaining("SEMEL-0416");
  }

  private void start() {
    estate.threads(work -> new Thread(() -> runOnceStarted(work)));
    estate.consumer("identity", "property:key");
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).to("mock:inbox");
          }
        });
  }

  private void runOnceStarted(Runnable work) {
    try {
      started.await();
      work.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
