// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.fake.FakeTransactions;
import org.semel.fake.InMemoryIntents;
import org.semel.internal.engine.send.BufferedIntents;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Intents;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.WakeUps;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract.Keys;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Completion.RolledBack;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Work;
import org.semel.matrix.Shows;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;

class RelayTest {

  private static final Destination MAIL = new Destination("mail");

  private final AtomicBoolean silent = new AtomicBoolean();
  private final FakeTransactions transactions = new Silent();
  private final InMemoryIntents queue = new InMemoryIntents(transactions);
  private final WakeUps wakeUps = new WakeUps();
  private final Intents intents = new BufferedIntents(queue, transactions, wakeUps);
  private final Map<UUID, AtomicInteger> sent = new ConcurrentHashMap<>();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicInteger mostInFlight = new AtomicInteger();
  private volatile Function<Lease, Delivery> answer = lease -> new Delivery.Accepted();
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private final Relay relay = relay(Keys.HONOURED);

  @AfterEach
  void allThreadsAreGone() {
    relay.stop();
    await().until(() -> threads.stream().noneMatch(Thread::isAlive));
  }

  @Test
  void everyIntentIsDeliveredUnderItsKey() {
    IntStream.range(0, 300).forEach(i -> record("k" + i));
    relay.start();
    await().until(() -> queue.count("delivered") == 300);
    assertThat(sent).hasSize(300);
    assertThat(sent.values()).allSatisfy(times -> assertThat(times).hasValue(1));
  }

  @Test
  void aRelayThatStumblesOverTheUnexpectedGoesOn() {
    AtomicInteger stumbles = new AtomicInteger();
    RelayListener stumbling =
        new RelayListener() {
          @Override
          public void settled(Destination destination, SettledLease settled) {
            if (stumbles.getAndIncrement() == 0) {
              throw new IllegalStateException("not expected here");
            }
          }
        };
    Relay clumsy = relay(SettlementPolicyTest.policy(Keys.HONOURED), stumbling);
    clumsy.start();
    record("1");
    await().until(() -> stumbles.get() == 1);
    record("2");
    await().until(() -> queue.count("delivered") == 2);
    clumsy.stop();
  }

  @Test
  void noMoreAreInFlightThanThePolicyAllows() {
    CyclicBarrier four = new CyclicBarrier(4);
    answer = lease -> meet(four);
    IntStream.range(0, 100).forEach(i -> record("k" + i));
    relay.start();
    await("four at a time").until(() -> queue.count("delivered") == 100);
    assertThat(mostInFlight).hasValue(4);
  }

  private static Delivery meet(CyclicBarrier all) {
    try {
      all.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      return new Delivery.OutcomeUnknown("alone");
    }
    return accepted();
  }

  @Test
  void aRecordedIntentIsSentRightAfterItsCommitWithoutWaitingForThePoll() {
    Relay lazy = relay(lazyPolicy(), RelayListener.NONE);
    lazy.start();
    record("1");
    await().until(() -> queue.count("delivered") == 1);
    lazy.stop();
  }

  @Test
  @Shows("R5 none")
  void whatFailsIsTriedAgainUnderTheSameKeyUntilItIsAccepted() {
    answer =
        lease ->
            lease.history().failures() < 3
                ? new Delivery.NotAccepted("away", Optional.empty())
                : new Delivery.Accepted();
    record("1");
    relay.start();
    await().until(() -> queue.count("delivered") == 1);
    assertThat(sent.values()).singleElement().satisfies(times -> assertThat(times).hasValue(4));
  }

  @Test
  void whatFailsTooOftenIsParked() {
    answer = lease -> new Delivery.NotAccepted("away", Optional.empty());
    record("1");
    relay.start();
    await().until(() -> queue.count("parked") == 1);
    assertThat(sent.values()).singleElement().satisfies(times -> assertThat(times).hasValue(5));
  }

  @Test
  @Shows("R8 none")
  void aProviderThatBreaksItsWordAndThrowsLeavesTheOutcomeUnknown() {
    Relay careful = relay(Keys.IGNORED);
    answer =
        lease -> {
          throw new IllegalStateException("boom");
        };
    record("1");
    careful.start();
    await().until(() -> queue.count("parked") == 1);
    careful.stop();
    assertThat(sent.values()).singleElement().satisfies(times -> assertThat(times).hasValue(1));
  }

  @Test
  void oneThatHangsDoesNotKeepOthersFromBeingSettled() {
    CountDownLatch release = new CountDownLatch(1);
    answer = lease -> lease.intent().cause().key().equals("slow") ? hang(release) : accepted();
    record("slow");
    IntStream.range(0, 50).forEach(i -> record("k" + i));
    relay.start();
    await().until(() -> queue.count("delivered") == 50);
    release.countDown();
    await().until(() -> queue.count("delivered") == 51);
  }

  @Test
  void stoppingSettlesWhatIsUnderWayAndGivesBackWhatIsNotBegun() {
    CountDownLatch release = new CountDownLatch(1);
    answer = lease -> hang(release);
    IntStream.range(0, 20).forEach(i -> record("k" + i));
    relay.start();
    await().until(() -> inFlight.get() == 4);
    Thread stopping = new Thread(relay::stop);
    stopping.start();
    await().until(() -> stopping.getState() == Thread.State.TIMED_WAITING);
    release.countDown();
    await().until(() -> !stopping.isAlive());
    assertThat(queue.count("leased")).isZero();
    assertThat(queue.count("delivered")).isGreaterThanOrEqualTo(4);
    assertThat(queue.count("delivered") + queue.count("pending")).isEqualTo(20);
  }

  @Test
  void aStoppedRelayCanBeStartedAgain() {
    relay.start();
    relay.stop();
    record("1");
    relay.start();
    await().until(() -> queue.count("delivered") == 1);
  }

  @Test
  @Shows("R4 database")
  void aSettlementThatDoesNotCommitIsMadeAgainAndNothingIsSentTwice() {
    record("1");
    answer =
        lease -> {
          transactions.failNextCommit(new IllegalStateException("database away"));
          return accepted();
        };
    relay.start();
    await().until(() -> queue.count("delivered") == 1);
    assertThat(sent.values()).singleElement().satisfies(times -> assertThat(times).hasValue(1));
  }

  @Test
  void aSettlementOfWhichNobodyKnowsWhetherItCommittedIsMadeAgainAndNothingIsSentTwice() {
    record("1");
    answer =
        lease -> {
          silent.set(true);
          transactions.failNextCommit(new IllegalStateException("no answer to the commit"));
          return accepted();
        };
    relay.start();
    await().until(() -> queue.count("delivered") == 1);
    assertThat(silent).as("it was asked to commit").isFalse();
    assertThat(sent.values()).singleElement().satisfies(times -> assertThat(times).hasValue(1));
  }

  /** Of the next commit that fails nobody knows. */
  private final class Silent extends FakeTransactions {

    @Override
    public <T> Completion<T> inNew(Duration timeout, Work<T> work) {
      Completion<T> completion = super.inNew(timeout, work);
      return completion instanceof RolledBack<T> rolledBack && silent.compareAndSet(true, false)
          ? new Completion.Unknown<>(rolledBack.cause())
          : completion;
    }
  }

  /** Such a provider has as many effects as it has seen keys. */
  @Test
  void externalEffectDoneMarkerLostTheProvidersKeyPreventsASecondOne() {
    record("1");
    Completion<List<Lease>> leased =
        transactions.inNew(
            Duration.ofSeconds(60),
            () -> Decision.commit(queue.lease(MAIL, 1, Duration.ofMillis(1))));
    provider().deliver(((Committed<List<Lease>>) leased).value().get(0));
    // here its relay dies
    relay.start();
    await().until(() -> queue.count("delivered") == 1);
    assertThat(sent).hasSize(1);
    assertThat(sent.values()).singleElement().satisfies(times -> assertThat(times).hasValue(2));
  }

  private Relay relay(Keys keys) {
    return relay(SettlementPolicyTest.policy(keys), RelayListener.NONE);
  }

  private static DestinationPolicy lazyPolicy() {
    DestinationPolicy policy = SettlementPolicyTest.policy(Keys.HONOURED);
    return new DestinationPolicy(
        policy.destination(),
        policy.dispatch(),
        new DestinationPolicy.Throughput(4, 20, Duration.ofMinutes(5), Duration.ofHours(1)),
        policy.retry(),
        policy.contract());
  }

  private Relay relay(DestinationPolicy policy, RelayListener listener) {
    return new Relay(
        new DestinationQueue(policy, queue, transactions),
        provider(),
        listener,
        runnable -> {
          Thread thread = new Thread(runnable);
          threads.add(thread);
          return thread;
        },
        wakeUps.of(policy.destination()));
  }

  private Provider provider() {
    return lease -> {
      int now = inFlight.incrementAndGet();
      mostInFlight.accumulateAndGet(now, Math::max);
      sent.computeIfAbsent(lease.intent().key(), key -> new AtomicInteger()).incrementAndGet();
      try {
        return answer.apply(lease);
      } finally {
        inFlight.decrementAndGet();
      }
    };
  }

  private void record(String key) {
    transactions.inNew(
        Duration.ofSeconds(60),
        () -> {
          intents.record(
              new Intent(
                  new Identity("c", key),
                  new Intent.Address(MAIL, 0),
                  Headers.none(),
                  Body.none()));
          return Decision.commit("");
        });
  }

  private static Delivery accepted() {
    return new Delivery.Accepted();
  }

  private static Delivery hang(CountDownLatch release) {
    try {
      release.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return accepted();
  }
}
