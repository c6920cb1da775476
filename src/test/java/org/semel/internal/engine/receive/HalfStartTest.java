// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.semel.message.Messages.keyed;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.semel.SemelException;
import org.semel.internal.engine.receive.batch.ReceiveEvent.Stop;
import org.semel.internal.engine.receive.batch.ReceiveListener;
import org.semel.internal.engine.receive.consumer.Consumer;
import org.semel.internal.engine.receive.consumer.Consumers;
import org.semel.internal.engine.receive.consumer.Resources;
import org.semel.internal.engine.receive.identity.IdentityRules;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.proof.ProofResult;

/** A consumer starts as a whole or not at all. */
class HalfStartTest {

  private final World world = new World();
  private final List<Thread> threads = new CopyOnWriteArrayList<>();
  private final List<String> heard = new CopyOnWriteArrayList<>();

  @AfterEach
  void allThreadsAreGone() {
    await().until(() -> threads.stream().noneMatch(Thread::isAlive));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void aConsumerThatIsRefusedAThreadLeavesNothingRunning(ThreadFactory refusal) {
    Consumer consumer = consumer(refusal);
    assertThatThrownBy(consumer::start)
        .isInstanceOf(SemelException.class)
        .hasMessageContaining("SEMEL-0106")
        .hasMessageContaining("Consumer c");
    world.source.add(keyed("1", "a", 1));
    await("no worker is left").until(() -> threads.stream().noneMatch(Thread::isAlive));
    assertThat(world.handled).isEmpty();
    assertThat(world.source.size()).isEqualTo(1);
    assertThat(world.replayer.consumers()).as("to which messages can be handed").isEmpty();
    assertThat(heard).last().isEqualTo("stopped");
  }

  static Stream<ThreadFactory> refusals() {
    return Stream.of(
        work -> null,
        work -> {
          throw new IllegalStateException("ManagedThreadFactory is stopped");
        },
        Unstartable::new);
  }

  /** As where the machine has no more to give. */
  private static final class Unstartable extends Thread {

    Unstartable(Runnable work) {
      super(work);
    }

    @Override
    public synchronized void start() {
      throw new OutOfMemoryError("unable to create native thread");
    }
  }

  /** The first of two workers gets its thread. */
  private Consumer consumer(ThreadFactory refusal) {
    ThreadFactory factory =
        work -> {
          if (!threads.isEmpty()) {
            return refusal.newThread(work);
          }
          Thread thread = new Thread(work);
          threads.add(thread);
          return thread;
        };
    return new Consumers(
            new Resources(
                world.transactions,
                world.faults,
                factory,
                world.memory,
                new ReceiveListener() {
                  @Override
                  public void started(ConsumerPolicy consumer) {
                    heard.add("started");
                  }

                  @Override
                  public void stopped(ConsumerPolicy consumer, Stop stop) {
                    heard.add("stopped");
                  }
                }),
            world.replayer)
        .direct(
            world.policy(10),
            IdentityRules.header("key"),
            () -> world.source,
            ProofResult.Proven::new,
            (message, identity) -> world.handled.add(message));
  }
}
