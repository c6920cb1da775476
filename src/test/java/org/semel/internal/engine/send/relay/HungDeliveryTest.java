// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.semel.internal.engine.send.relay.RelayWorld.OPEN;
import static org.semel.internal.engine.send.relay.RelayWorld.policy;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.relay.DestinationPolicy.Breaker;
import org.semel.internal.engine.send.relay.Inquiry.InquiryResult;

/** A delivery from which nothing comes back any more. */
class HungDeliveryTest {

  private static final Duration TOO_LONG = Duration.ofHours(1);

  private final RelayWorld world = new RelayWorld();
  private final CountDownLatch release = new CountDownLatch(1);
  private volatile Function<Lease, Delivery> answer = lease -> new Delivery.Accepted();

  @AfterEach
  void allThreadsAreGone() {
    release.countDown();
    world.close();
  }

  @Test
  void whatHangsIsGivenUpAsUnknownAndOthersAreDelivered() {
    IntStream.range(0, 4).forEach(i -> world.record("mail", "hangs" + i));
    world.record("mail", 20);
    world.start(policy("mail"), this::hangingWhereItSaysSo);
    await().until(() -> world.inFlight.get() == 4);
    world.now.addAndGet(TOO_LONG.toNanos());
    await().until(() -> world.queue.count("delivered") == 20);
    await().until(() -> world.queue.count("parked") == 4);
    assertThat(world.inFlight).as("they hang still").hasValue(4);
  }

  @Test
  void aProbeThatHangsIsGivenUpAndAnotherIsTried() {
    world.record("mail", 30);
    answer = lease -> new Delivery.NotAccepted("away", Optional.empty());
    world.start(
        policy("mail", new Breaker(3, OPEN), Optional.empty()), lease -> answer.apply(lease));
    await().until(() -> world.told.size() == 1 && world.queue.count("pending") == 30);
    answer = lease -> hang();
    world.now.addAndGet(OPEN.toNanos());
    await().until(() -> world.inFlight.get() == 1);
    answer = lease -> new Delivery.Accepted();
    world.now.addAndGet(TOO_LONG.toNanos());
    await("the probe is given up").until(() -> world.queue.count("parked") == 1);
    world.now.addAndGet(OPEN.toNanos());
    await().until(() -> world.queue.count("delivered") == 29);
    assertThat(world.told).containsExactly("opened after 3 for 30 s", "closed");
  }

  @Test
  void theLateAnswerOfWhatWasGivenUpCountsForNothing() {
    world.record("mail", "1");
    world.start(policy("mail", new Breaker(1, OPEN), Optional.empty()), lease -> hang());
    await().until(() -> world.inFlight.get() == 1);
    world.now.addAndGet(TOO_LONG.toNanos());
    await().until(() -> world.queue.count("parked") == 1);
    release.countDown();
    world.close();
    assertThat(world.queue.count("parked")).isEqualTo(1);
    assertThat(world.told).as("not closed").containsExactly("opened after 1 for 30 s");
  }

  @Test
  void whatIsGivenUpIsInterrupted() {
    world.record("mail", "1");
    world.start(policy("mail"), lease -> RelayWorld.hang(release));
    await().until(() -> world.inFlight.get() == 1);
    world.now.addAndGet(TOO_LONG.toNanos());
    await("it has come back, though nothing else let it go").until(() -> world.inFlight.get() == 0);
    await().until(() -> world.queue.count("parked") == 1);
  }

  /** The thread of the one that was given up is another's in the end. */
  @Test
  void theInterruptOfWhatWasGivenUpIsNobodyElses() {
    Set<Boolean> interrupted = ConcurrentHashMap.newKeySet();
    world.record("mail", "hangs");
    world.start(
        policy("mail"),
        lease ->
            lease.intent().cause().key().equals("hangs")
                ? RelayWorld.hang(release) // leaves its thread interrupted
                : noted(interrupted));
    await().until(() -> world.inFlight.get() == 1);
    world.now.addAndGet(TOO_LONG.toNanos());
    await().until(() -> world.queue.count("parked") == 1 && world.inFlight.get() == 0);
    world.record("mail", 100);
    await().until(() -> world.queue.count("delivered") == 100);
    assertThat(interrupted).containsExactly(false);
  }

  private static Delivery noted(Set<Boolean> interrupted) {
    interrupted.add(Thread.currentThread().isInterrupted());
    return new Delivery.Accepted();
  }

  @Test
  void aQuestionThatHangsIsAskedAgain() {
    AtomicInteger asked = new AtomicInteger();
    world.record("mail", "1");
    world.start(
        policy("mail"),
        lease -> new Delivery.OutcomeUnknown("timed out"),
        Optional.of(
            lease -> {
              if (asked.incrementAndGet() == 1) {
                hang();
              }
              return new InquiryResult.Confirmed(Optional.empty());
            }));
    await().until(() -> asked.get() == 1);
    world.now.addAndGet(TOO_LONG.toNanos());
    await().until(() -> world.queue.count("delivered") == 1);
    assertThat(asked).hasValue(2);
    assertThat(world.sent).hasValue(1);
  }

  @Test
  void aPersonsRetryWhoseQuestionHangsIsSentAllTheSame() {
    AtomicInteger asked = new AtomicInteger();
    Intent intent = world.record("mail", "1");
    Relay first = world.start(policy("mail"), lease -> new Delivery.OutcomeUnknown("timed out"));
    await().until(() -> world.queue.count("parked") == 1);
    first.stop();
    world.retry(intent);
    world.start(
        policy("mail"),
        lease -> new Delivery.Accepted(),
        Optional.of(
            lease -> {
              asked.incrementAndGet();
              hang();
              return new InquiryResult.CannotSay("interrupted");
            }));
    await().until(() -> asked.get() == 1);
    world.now.addAndGet(TOO_LONG.toNanos());
    await().until(() -> world.queue.count("delivered") == 1);
  }

  @Test
  void whileTwiceAsManyHangAsMayBeInFlightNothingMoreIsSent() {
    CountDownLatch one = new CountDownLatch(1);
    world.record("mail", "first");
    IntStream.range(1, 8).forEach(i -> world.record("mail", "hangs" + i));
    world.start(
        policy("mail"),
        lease ->
            lease.intent().cause().key().equals("first") ? hang(one) : hangingWhereItSaysSo(lease));
    await().until(() -> world.inFlight.get() == 4);
    world.now.addAndGet(TOO_LONG.toNanos());
    await().until(() -> world.inFlight.get() == 8);
    world.now.addAndGet(TOO_LONG.toNanos());
    await().until(() -> world.told.contains("8 hang"));
    world.record("mail", 20);
    world.awaitSteps();
    assertThat(world.sent).hasValue(8);
    one.countDown();
    await().until(() -> world.queue.count("delivered") == 20);
    assertThat(world.told).containsExactly("8 hang", "one is back");
    assertThat(world.inFlight).as("the others hang still").hasValue(7);
  }

  @Test
  void noMoreThreadsAreHeldHoweverLongAllHang() {
    world.record("mail", 50);
    world.start(policy("mail"), lease -> hang());
    await().until(() -> world.inFlight.get() == 4);
    await().until(() -> later() && world.told.contains("8 hang"));
    await("those that were begun meanwhile are given up, too")
        .until(() -> later() && world.queue.count("parked") == world.sent.get());
    world.awaitSteps();
    assertThat(world.sent.get()).isEqualTo(world.inFlight.get()).isBetween(8, 12);
    assertThat(world.queue.count("parked")).isEqualTo(world.sent.get());
    assertThat(world.queue.count("pending")).isEqualTo(50 - world.sent.get());
    assertThat(world.told).containsExactly("8 hang");
  }

  private boolean later() {
    return world.now.addAndGet(TOO_LONG.toNanos()) > 0;
  }

  private Delivery hangingWhereItSaysSo(Lease lease) {
    return lease.intent().cause().key().startsWith("hangs") ? hang() : new Delivery.Accepted();
  }

  private Delivery hang() {
    return hang(release);
  }

  /** As a client does that looks at no interrupt. */
  private static Delivery hang(CountDownLatch latch) {
    boolean interrupted = false;
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return new Delivery.Accepted();
  }
}
