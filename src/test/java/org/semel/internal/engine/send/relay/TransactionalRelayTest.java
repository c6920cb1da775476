// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.semel.internal.engine.send.relay.RelayWorld.OPEN;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.send.relay.Delivery.Denied.Extent;
import org.semel.internal.engine.send.relay.DestinationPolicy.Breaker;
import org.semel.internal.engine.send.relay.DestinationPolicy.Dispatch;
import org.semel.internal.engine.send.relay.DestinationPolicy.RetryPolicy;
import org.semel.internal.engine.send.relay.DestinationPolicy.Throughput;
import org.semel.internal.engine.send.relay.DestinationPolicy.Transfer;

/** Transfers in one transaction, over memory, whose time stands still until a test moves it. */
class TransactionalRelayTest {

  private static final Duration LEASE = Duration.ofSeconds(40);
  private static final Duration OPENS = Duration.ofMillis(5);

  private final RelayWorld world = new RelayWorld();
  private final CountDownLatch release = new CountDownLatch(1);
  private volatile Function<Lease, Delivery> answer = lease -> new Delivery.Accepted();

  @AfterEach
  void allThreadsAreGone() {
    release.countDown();
    world.close();
  }

  /** As one does in which nothing more can be prepared. */
  @Test
  void anOutageThatShowsOnlyAtCommitIsNobodysAttempt() {
    AtomicBoolean away = new AtomicBoolean(true);
    AtomicInteger failed = new AtomicInteger();
    answer = lease -> preparing(away, failed);
    world.record("mail", 3);
    world.start(policy(1, 1, Breaker.NONE), lease -> answer.apply(lease));
    await().until(() -> failed.get() >= 7);
    assertThat(world.queue.count("parked")).isZero();
    away.set(false);
    await().until(() -> world.queue.count("delivered") == 3);
  }

  /** As one is that a full queue refuses when it prepares, while others go to another queue. */
  @Test
  void whatIsRefusedByNameOnlyAtCommitIsNobodysAttemptAndNoOutage() {
    AtomicBoolean full = new AtomicBoolean(true);
    AtomicInteger refused = new AtomicInteger();
    AtomicInteger others = new AtomicInteger();
    world.refusal = fault -> Optional.of(new Delivery.Denied("no room", Extent.ALL_FOR_NOW));
    answer =
        lease ->
            lease.intent().cause().key().startsWith("full")
                ? preparing(full, refused)
                : new Delivery.Accepted();
    world.record("mail", "full1");
    world.record("mail", "full2");
    world.start(policy(1, 1, new Breaker(1_000_000, OPENS)), lease -> answer.apply(lease));
    await()
        .until(
            () -> {
              world.record("mail", "other" + others.incrementAndGet());
              return refused.get() >= 20 || world.queue.count("parked") > 0;
            });
    assertThat(world.queue.count("parked")).isZero();
    assertThat(world.interruptions).hasValue(0);
    full.set(false);
    await().until(() -> world.queue.count("delivered") == others.get() + 2);
  }

  @Test
  void aProbeThatIsRefusedOnlyAtCommitLetsTheCircuitBeOpenForAsLongAgain() {
    AtomicBoolean full = new AtomicBoolean(true);
    AtomicInteger refused = new AtomicInteger();
    world.refusal = fault -> Optional.of(new Delivery.Denied("no room", Extent.ALL_FOR_NOW));
    answer = lease -> preparing(full, refused);
    world.record("mail", 5);
    world.start(policy(1, 1, new Breaker(3, OPENS)), lease -> answer.apply(lease));
    await().until(() -> world.told.size() == 1);
    for (int probe = 0; probe < 3; probe++) {
      int before = refused.get();
      world.now.addAndGet(OPENS.toNanos());
      await().until(() -> refused.get() == before + 1);
      world.awaitSteps();
      assertThat(refused).as("one each time").hasValue(before + 1);
    }
    full.set(false);
    await()
        .until(
            () -> {
              world.now.addAndGet(OPENS.toNanos());
              return world.queue.count("delivered") == 5;
            });
    assertThat(world.told).containsExactly("opened after 3 for 0 s", "closed");
  }

  @Test
  void aRelayThatWaitsForAnOutageToEndDoesNotSayInBetweenThatItGoesOn() {
    AtomicBoolean away = new AtomicBoolean(true);
    AtomicInteger failed = new AtomicInteger();
    answer = lease -> preparing(away, failed);
    world.record("mail", 1);
    world.start(policy(1, 1, Breaker.NONE), lease -> answer.apply(lease));
    await().until(() -> failed.get() >= 7);
    assertThat(world.resumptions).hasValue(0);
    away.set(false);
    await().until(() -> world.resumptions.get() == 1);
    await().until(() -> world.queue.count("delivered") == 1);
  }

  @Test
  void aProbeWhoseTransactionDoesNotCommitClosesNoCircuit() {
    AtomicBoolean away = new AtomicBoolean(true);
    AtomicInteger failed = new AtomicInteger();
    answer = lease -> new Delivery.NotAccepted("away", Optional.empty());
    world.record("mail", 5);
    world.start(policy(1, 5, new Breaker(3, OPEN)), lease -> answer.apply(lease));
    await().until(() -> world.told.size() == 1 && world.inFlight.get() == 0);
    answer = lease -> preparing(away, failed);
    world.now.addAndGet(OPEN.toNanos());
    await("two are tried, and their transactions fail").until(() -> failed.get() >= 2);
    assertThat(world.told).containsExactly("opened after 3 for 30 s");
    away.set(false);
    await().until(() -> world.queue.count("delivered") == 5);
    assertThat(world.told).containsExactly("opened after 3 for 30 s", "closed");
  }

  private Delivery preparing(AtomicBoolean away, AtomicInteger failed) {
    world.transactions.beforeCommit(
        () -> {
          if (away.get()) {
            failed.incrementAndGet();
            throw new IllegalStateException("no more can be prepared");
          }
        });
    return new Delivery.Accepted();
  }

  @Test
  void aProbeThatHangsLeavesItToTheNext() {
    answer = lease -> new Delivery.NotAccepted("away", Optional.empty());
    world.record("mail", 30);
    world.start(policy(2, 5, new Breaker(3, OPEN)), lease -> answer.apply(lease));
    await().until(() -> world.told.size() == 1 && world.inFlight.get() == 0);
    answer = lease -> RelayWorld.hang(release);
    world.now.addAndGet(OPEN.toNanos());
    await().until(() -> world.inFlight.get() == 1);
    answer = lease -> new Delivery.Accepted();
    world.now.addAndGet(LEASE.toNanos());
    await().until(() -> world.queue.count("delivered") == 29);
    release.countDown();
    await().until(() -> world.queue.count("delivered") == 30);
    assertThat(world.told).containsExactly("opened after 3 for 30 s", "closed");
  }

  @Test
  void whatAProviderThrowsIsUndoneAndNotUnknown() {
    answer =
        lease -> {
          if (world.sent.get() == 1) {
            throw new IllegalStateException("after the send");
          }
          return new Delivery.Accepted();
        };
    world.record("mail", "1");
    world.start(policy(1, 5, Breaker.NONE), lease -> answer.apply(lease));
    await().until(() -> world.queue.count("pending") + world.queue.count("leased") == 0);
    assertThat(world.queue.count("delivered")).isEqualTo(1);
  }

  @Test
  void whatADefectEndsIsUndoneAndNotUnknown() {
    world.beside =
        new RelayListener() {
          @Override
          public void circuitOpened(Destination destination, int failures, Duration open) {
            throw new LinkageError("half of an application");
          }
        };
    answer =
        lease ->
            world.sent.get() == 1
                ? new Delivery.NotAccepted("away", Optional.empty())
                : new Delivery.Accepted();
    world.record("mail", "1");
    world.start(policy(1, 5, new Breaker(1, OPEN)), lease -> answer.apply(lease));
    await()
        .until(
            () -> {
              world.now.addAndGet(OPEN.toNanos());
              return world.queue.count("pending") + world.queue.count("leased") == 0;
            });
    assertThat(world.queue.count("delivered")).isEqualTo(1);
  }

  @Test
  void whatIsParkedThoughNobodySaidSoIsToldOnce() {
    List<Settlement> told = new CopyOnWriteArrayList<>();
    world.beside =
        new RelayListener() {
          @Override
          public void settled(Destination destination, SettledLease settled) {
            told.add(settled.settlement());
          }
        };
    world.record("mail", "1");
    world.transactions.loseNextAnswer(new IllegalStateException("the connection is gone"));
    world.start(policy(1, 5, Breaker.NONE), lease -> new Delivery.Refused("no"));
    await("it is told").atMost(Duration.ofMinutes(3)).until(() -> !told.isEmpty());
    assertThat(world.queue.count("parked")).isEqualTo(1);
    world.record("mail", "2");
    await("the next one is told").atMost(Duration.ofMinutes(3)).until(() -> told.size() >= 2);
    Settlement refused = new Settlement.Parked(Settlement.IntentParkingReason.REFUSED, "no");
    assertThat(told).as("each once").containsExactly(refused, refused);
  }

  private static DestinationPolicy policy(int concurrency, int attempts, Breaker breaker) {
    DestinationPolicy policy = RelayWorld.policy("mail");
    return new DestinationPolicy(
        policy.destination(),
        new Dispatch(policy.dispatch().headers(), Optional.empty(), Transfer.XA),
        new Throughput(concurrency, 20, LEASE, Duration.ofMillis(20)),
        new RetryPolicy(attempts, new Backoff(Duration.ofMillis(1), Duration.ofMillis(5)), breaker),
        policy.contract());
  }
}
