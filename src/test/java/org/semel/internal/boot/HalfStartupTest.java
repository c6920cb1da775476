// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.support.DefaultConsumer;
import org.apache.camel.support.DefaultEndpoint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.SemelException;
import org.semel.internal.engine.receive.ConsumerRefused;
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

  /** As where a library lacks a class, which no exception tells. */
  @Test
  void anErrorInTheStartOfOneRouteTakesAllOthersWithIt() {
    threads(Integer.MAX_VALUE);
    assertThatThrownBy(
            () ->
                estate.start(
                    new RouteBuilder() {
                      @Override
                      public void configure() {
                        from("inbox:" + estate.name).startupOrder(1).log("received");
                        from(new Unlinked(estate.camel)).startupOrder(2).log("never");
                      }
                    }))
        .isInstanceOf(NoClassDefFoundError.class);
    assertThat(threads).as("of the consumer that had begun").isNotEmpty();
    assertThat(estate.camel.isStopped()).isTrue();
    nothingRuns();
  }

  private static final class Unlinked extends DefaultEndpoint {

    Unlinked(CamelContext camel) {
      setCamelContext(camel);
    }

    @Override
    protected String createEndpointUri() {
      return "unlinked:x";
    }

    @Override
    public Producer createProducer() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Consumer createConsumer(Processor processor) {
      return new DefaultConsumer(this, processor) {
        @Override
        protected void doStart() {
          throw new NoClassDefFoundError("of the test");
        }
      };
    }
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

  private void threads(int given) {
    estate.threads(
        work -> {
          if (threads.size() >= given) {
            return null;
          }
          Thread thread = new Thread(work);
          threads.add(thread);
          return thread;
        });
  }

  private void start(int given) {
    threads(given);
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
