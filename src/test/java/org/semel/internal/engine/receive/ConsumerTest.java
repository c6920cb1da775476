// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.semel.message.Messages.keyed;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.Code;
import org.semel.internal.engine.receive.World.Passing;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.batch.ReceiveEvent.Stop;
import org.semel.internal.engine.receive.batch.ReceiveListener;
import org.semel.internal.engine.receive.consumer.Consumer;
import org.semel.internal.engine.receive.consumer.Consumers;
import org.semel.internal.engine.receive.consumer.Resources;
import org.semel.internal.engine.receive.identity.IdentityRules;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.proof.ProofResult;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.matrix.Shows;

class ConsumerTest {

  private final World world = new World();
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private final Deque<ProofResult> verdicts = new ArrayDeque<>();
  private final Listener listener = new Listener();
  private volatile Runnable beforeVerdict = () -> {};
  private final Consumer consumer = consumer();

  @AfterEach
  void allThreadsAreGone() {
    consumer.stop();
    await().until(() -> threads.stream().noneMatch(Thread::isAlive));
  }

  @Test
  void allMessagesTakeEffectOnceWhoeverOfTheWorkersGetsThem() {
    IntStream.range(0, 200).forEach(i -> world.source.add(keyed("k" + i % 150, "b" + i % 150, 1)));
    consumer.start();
    await().until(() -> world.source.size() == 0 && world.handled.size() == 150);
    assertThat(threads).hasSize(2);
  }

  @Test
  void aRefusedConsumerDoesNotStartAndListsEverythingThatIsWrong() {
    verdicts.add(
        new ProofResult.Refused(
            List.of(
                new Refusal(Code.DATABASE_BRANCH_MISSING, "No branch.", "Make it XA."),
                new Refusal(Code.NODE_IDENTIFIER_DEFAULT, "It is '1'.", "Change it."))));
    assertThatThrownBy(consumer::start)
        .isInstanceOf(ConsumerRefused.class)
        .hasMessageContaining("SEMEL-0401")
        .hasMessageContaining("SEMEL-0402 No branch. Make it XA.")
        .hasMessageContaining("SEMEL-0406 It is '1'. Change it.");
    assertThat(threads).isEmpty();
  }

  @Test
  void aConsumerWhoseDatabaseIsAwayWaitsForItAndForTheProof() {
    verdicts.add(new ProofResult.Unproven(new Passing()));
    verdicts.add(new ProofResult.Unproven(new Passing()));
    verdicts.add(new ProofResult.Proven());
    world.source.add(keyed("1", "a", 1));
    consumer.start();
    await().until(() -> world.handled.size() == 1);
    await().until(() -> listener.heard.contains("resumed"));
    assertThat(listener.heard).contains("interrupted").doesNotContain("failed");
  }

  @Test
  void aConsumerThatIsRefusedAfterWaitingStopsAndSaysSo() {
    verdicts.add(new ProofResult.Unproven(new Passing()));
    verdicts.add(
        new ProofResult.Refused(
            List.of(new Refusal(Code.SCHEMA_VERSION_WRONG, "No tables.", "Make them."))));
    world.source.add(keyed("1", "a", 1));
    consumer.start();
    await().until(() -> listener.heard.contains("refused"));
    await().until(() -> threads.stream().noneMatch(Thread::isAlive));
    assertThat(world.source.size()).isEqualTo(1);
  }

  @Test
  void anOutageOfTheBrokerIsWaitedOut() {
    world.source.outage(new Passing());
    world.source.add(keyed("1", "a", 1));
    consumer.start();
    await().until(() -> listener.heard.stream().filter("interrupted"::equals).count() > 3);
    world.source.outage(null);
    await().until(() -> world.handled.size() == 1);
    await().until(() -> listener.heard.contains("resumed"));
  }

  @Test
  void aSuspendedConsumerFinishesWhatItHasAndTakesNoMore() throws Exception {
    CountDownLatch inRoute = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    world.route =
        message -> {
          inRoute.countDown();
          awaitQuietly(release);
        };
    world.source.add(keyed("1", "a", 1));
    consumer.start();
    inRoute.await();
    Thread suspending = new Thread(consumer::suspend);
    suspending.start();
    await().until(() -> suspending.getState() == Thread.State.TIMED_WAITING);
    release.countDown();
    suspending.join();
    assertThat(world.handled).hasSize(1);
    await("all wait at the gate").until(this::allWait);
    world.source.add(keyed("2", "a", 1));
    await("nobody takes it").during(Duration.ofMillis(300)).until(() -> world.source.size() == 1);
    consumer.resume();
    await().until(() -> world.handled.size() == 2);
  }

  @Test
  @Shows("X22 none")
  void stoppingDrainsWhatIsInHand() throws Exception {
    CountDownLatch inRoute = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    world.route =
        message -> {
          inRoute.countDown();
          awaitQuietly(release);
        };
    world.source.add(keyed("1", "a", 1));
    consumer.start();
    inRoute.await();
    Thread stopping = new Thread(consumer::stop);
    stopping.start();
    await().until(() -> stopping.getState() == Thread.State.TIMED_WAITING);
    release.countDown();
    stopping.join();
    assertThat(world.handled).hasSize(1);
    assertThat(listener.heard).contains("stopped DRAINED");
  }

  /** Its route may have started again, and what is reported carries the consumer's name. */
  @Test
  void anOutageThatAWorkerMeetsAfterTheStopIsNotReported() throws Exception {
    CountDownLatch inRoute = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    world.route =
        message -> {
          inRoute.countDown();
          awaitQuietly(release);
          throw new Passing();
        };
    world.source.add(keyed("1", "a", 1));
    consumer.start();
    inRoute.await();
    Thread impatient =
        new Thread(
            () -> {
              Thread.currentThread().interrupt();
              consumer.stop();
            });
    impatient.start();
    impatient.join();
    assertThat(listener.heard).contains("stopped STILL_BUSY");
    release.countDown();
    await("it has met it").until(() -> threads.stream().noneMatch(Thread::isAlive));
    assertThat(world.source.size()).as("its message comes again").isEqualTo(1);
    assertThat(listener.heard).doesNotContain("interrupted");
  }

  @Test
  void aProofThatIsMadeWhileItStopsLetsNobodyHandItAMessage() throws Exception {
    Thread starting = Thread.currentThread();
    CountDownLatch inProof = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    verdicts.add(new ProofResult.Unproven(new Passing()));
    beforeVerdict =
        () -> {
          if (Thread.currentThread() != starting) {
            inProof.countDown();
            awaitQuietly(release);
          }
        };
    consumer.start();
    inProof.await();
    Thread stopping = new Thread(consumer::stop);
    stopping.start();
    await().until(() -> stopping.getState() == Thread.State.TIMED_WAITING);
    release.countDown();
    stopping.join();
    assertThat(world.replayer.consumers()).as("to which messages can be handed").isEmpty();
    assertThat(listener.heard).doesNotContain("started");
  }

  /** Without an end: who waits for messages, or between two looks for them, does so for a time. */
  private boolean allWait() {
    return threads.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING);
  }

  private Consumer consumer() {
    ThreadFactory factory =
        runnable -> {
          Thread thread = new Thread(runnable);
          threads.add(thread);
          return thread;
        };
    return new Consumers(
            new Resources(world.transactions, world.faults, factory, world.memory, listener),
            world.replayer)
        .direct(
            world.policy(10),
            IdentityRules.header("key"),
            () -> world.source,
            this::nextVerdict,
            (message, identity) -> {
              world.route.accept(message);
              world.handled.add(message);
            });
  }

  private synchronized ProofResult nextVerdict() {
    beforeVerdict.run();
    return verdicts.isEmpty() ? new ProofResult.Proven() : verdicts.poll();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static final class Listener implements ReceiveListener {
    private final List<String> heard = new CopyOnWriteArrayList<>();

    @Override
    public void started(ConsumerPolicy consumer) {
      heard.add("started");
    }

    @Override
    public void failed(ConsumerPolicy consumer, BatchResult.PermanentFault failed) {
      heard.add("failed");
    }

    @Override
    public void interrupted(ConsumerPolicy consumer, Throwable cause, Duration pause) {
      heard.add("interrupted");
    }

    @Override
    public void resumed(ConsumerPolicy consumer) {
      heard.add("resumed");
    }

    @Override
    public void refused(ConsumerPolicy consumer, Throwable refusal) {
      heard.add("refused");
    }

    @Override
    public void stopped(ConsumerPolicy consumer, Stop stop) {
      heard.add("stopped " + stop);
    }
  }
}
