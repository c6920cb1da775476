// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.fake.FakeSource;
import org.semel.internal.engine.loop.Gate;
import org.semel.internal.engine.receive.Replayer;
import org.semel.internal.engine.receive.consumer.Consumer;
import org.semel.internal.engine.receive.consumer.Consumers;
import org.semel.internal.engine.receive.consumer.Resources;
import org.semel.internal.engine.receive.identity.IdentityRules;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Concurrency;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Processing;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Waits;
import org.semel.internal.engine.receive.policy.StoredPolicy;
import org.semel.internal.engine.receive.proof.ProofResult;
import org.semel.small.Proxied;

/** What is in hand stays in hand, though its consumer begins nothing more. */
class LeasesInAPauseTest {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration LEASE = Duration.ofMillis(300);
  private static final Duration LONG = Duration.ofHours(1);

  private final StoredWorld world = new StoredWorld();
  private final AtomicInteger renewals = new AtomicInteger();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch hold = new CountDownLatch(1);
  private final List<Thread> threads = new CopyOnWriteArrayList<>();
  private Optional<Consumer> started = Optional.empty();

  @AfterEach
  void noThreadIsLeft() {
    hold.countDown();
    started.ifPresent(Consumer::stop);
    await("all threads have ended").until(() -> threads.stream().noneMatch(Thread::isAlive));
  }

  @Test
  void whatRunsWhileItsConsumerIsPausedIsRenewed() throws Exception {
    Consumer consumer = running(LEASE, PATIENCE);
    consumer.pause(Gate.Closer.OPERATOR);
    isRenewedAgainAndAgain();
    hold.countDown();
    await("its end").until(() -> world.stage("1") == InboxStage.COMPLETED);
  }

  @Test
  void aSuspendEndsWithWhatRanAndNotAThirdOfALeaseLater() throws Exception {
    Consumer consumer = running(LONG, PATIENCE);
    CompletableFuture<Void> suspended = CompletableFuture.runAsync(consumer::suspend);
    hold.countDown();
    assertThat(suspended).as("not after a third of a lease").succeedsWithin(PATIENCE);
    assertThat(world.stage("1")).isEqualTo(InboxStage.COMPLETED);
  }

  @Test
  void whatRunsWhileItsConsumerStopsIsRenewedAndTheStopEndsWithIt() throws Exception {
    Consumer consumer = running(LEASE, PATIENCE);
    CompletableFuture<Void> stopped = CompletableFuture.runAsync(consumer::stop);
    isRenewedAgainAndAgain();
    hold.countDown();
    assertThat(stopped).succeedsWithin(PATIENCE);
    assertThat(world.stage("1")).isEqualTo(InboxStage.COMPLETED);
  }

  @Test
  void whatStillRunsWhenTheStopHasLostItsPatienceIsRenewed() throws Exception {
    Consumer consumer = running(LEASE, Duration.ZERO);
    consumer.stop();
    isRenewedAgainAndAgain();
    hold.countDown();
    await("its end").until(() -> world.stage("1") == InboxStage.COMPLETED);
  }

  @Test
  void whereNothingIsLeftInHandNobodyStaysForTheRestOfALease() throws Exception {
    Consumer consumer = running(LONG, PATIENCE);
    hold.countDown();
    await("its end").until(() -> world.stage("1") == InboxStage.COMPLETED);
    consumer.stop();
    await("all threads have ended").until(() -> threads.stream().noneMatch(Thread::isAlive));
  }

  private void isRenewedAgainAndAgain() {
    int before = renewals.get();
    await("renewals").until(() -> renewals.get() > before + 2);
  }

  private Consumer running(Duration lease, Duration drain) throws Exception {
    ConsumerPolicy policy = policy(lease, drain);
    world.store("1");
    Consumer consumer =
        new Consumers(
                new Resources(
                        world.world.transactions,
                        world.world.faults,
                        this::thread,
                        world.stores(),
                        world)
                    .storing(counted()),
                new Replayer())
            .storeFirst(
                policy,
                IdentityRules.header("key"),
                () -> new FakeSource(world.world.transactions),
                ProofResult.Proven::new,
                held());
    started = Optional.of(consumer);
    consumer.start();
    begun.await();
    return consumer;
  }

  private ConsumerPolicy policy(Duration lease, Duration drain) {
    ConsumerPolicy policy = world.world.policy(10);
    Concurrency some = policy.concurrency();
    StoredPolicy later = new StoredPolicy(1, lease, LEASE, StoredWorld.LATER.retries());
    return new ConsumerPolicy(
            policy.name(),
            policy.feed(),
            policy.reading(),
            new Concurrency(
                1,
                some.batch(),
                PATIENCE,
                new Waits(some.waits().message(), some.waits().outage(), drain)),
            policy.attemptLimits())
        .with(Processing.later(later));
  }

  private StoredWorld.Route held() {
    return (message, identity, behind) -> {
      begun.countDown();
      try {
        hold.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return Optional.empty();
    };
  }

  private StoredMessages counted() {
    return Proxied.as(
        StoredMessages.class,
        (method, arguments) -> {
          if (method.getName().equals("renew")) {
            renewals.incrementAndGet();
          }
          return Proxied.call(world.stored, method, arguments);
        });
  }

  private Thread thread(Runnable work) {
    Thread thread = new Thread(work);
    threads.add(thread);
    return thread;
  }
}
