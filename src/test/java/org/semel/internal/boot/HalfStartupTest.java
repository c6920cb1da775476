// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.SemelException;
import org.semel.internal.receive.ConsumerRefused;
import org.semel.small.Jms;

/** A start that fails half-way leaves nothing running: no consumer, relay, retention or plan. */
class HalfStartupTest {

  private final SmallEstate estate = new SmallEstate();
  private final String refused = Jms.queue(estate.server.broker());
  private final List<Thread> threads = new CopyOnWriteArrayList<>();

  @AfterEach
  void stop() {
    estate.close();
  }

  @Test
  void aConsumerThatIsRefusedTakesAllOthersWithIt() {
    estate.with("semel.consumer." + refused + ".connection-factory", SmallEstate.PLAIN);
    estate.through(estate::unwaiting);
    assertThatThrownBy(() -> start(Integer.MAX_VALUE)).isInstanceOf(ConsumerRefused.class);
    nothingRuns();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8})
  void aServerThatGivesTooFewThreadsIsToldOf(int given) {
    assertThatThrownBy(() -> start(given)).isInstanceOf(SemelException.class);
    nothingRuns();
  }

  private void nothingRuns() {
    await("nothing runs: " + running()).until(() -> running().isEmpty());
  }

  private List<String> running() {
    return threads.stream()
        .filter(Thread::isAlive)
        .map(Thread::getName)
        .collect(Collectors.toList());
  }

  private void start(int given) {
    estate.threads(
        work -> {
          if (threads.size() >= given) {
            return null;
          }
          Thread thread = new Thread(work);
          threads.add(thread);
          return thread;
        });
    estate.camel.getShutdownStrategy().setTimeout(1); // Camel's own stop gets no thread either
    String destination = "to-" + estate.name;
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("intent:" + destination).startupOrder(1).log("sent");
            from("inbox:" + estate.name).startupOrder(2).to("intent:" + destination);
            from("inbox:" + refused).startupOrder(3).log("received");
          }
        });
  }
}
