// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.semel.internal.engine.send.relay.RelayWorld.OPEN;
import static org.semel.internal.engine.send.relay.RelayWorld.hang;
import static org.semel.internal.engine.send.relay.RelayWorld.policy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.ProviderReference;
import org.semel.internal.engine.send.relay.DestinationPolicy.Breaker;
import org.semel.internal.engine.send.relay.DestinationPolicy.Rate;
import org.semel.internal.engine.send.relay.DestinationPolicy.Throughput;
import org.semel.internal.engine.send.relay.Inquiry.InquiryResult;

/** Circuit, rate, inquiry: how a relay spares a provider, and what it does not guess. */
class CarefulRelayTest {

  private static final Delivery AWAY = new Delivery.NotAccepted("away", Optional.empty());
  private static final Delivery TIMED_OUT = new Delivery.OutcomeUnknown("timed out");

  private final RelayWorld world = new RelayWorld();

  @AfterEach
  void allThreadsAreGone() {
    world.close();
  }

  @Test
  void whileTheCircuitIsOpenNothingIsLeasedAndNoAttemptIsCounted() {
    AtomicBoolean back = new AtomicBoolean();
    world.record("mail", 30);
    world.start(
        policy("mail", new Breaker(3, OPEN), Optional.empty()),
        lease -> back.get() ? new Delivery.Accepted() : AWAY);
    await().until(() -> world.told.size() == 1 && world.queue.count("pending") == 30);
    int failed = world.sent.get();
    assertThat(failed).as("those in flight when it opened").isBetween(3, 6);
    world.awaitSteps();
    assertThat(world.queue.count("pending")).isEqualTo(30);
    back.set(true);
    world.now.addAndGet(OPEN.toNanos());
    await().until(() -> world.queue.count("delivered") == 30);
    assertThat(world.sent).as("every failure was one sending").hasValue(failed + 30);
    assertThat(world.told).containsExactly("opened after 3 for 30 s", "closed");
  }

  @Test
  void whenItsTimeIsOverASingleIntentIsTried() {
    CountDownLatch release = new CountDownLatch(1);
    AtomicBoolean opened = new AtomicBoolean();
    world.record("mail", 30);
    world.start(
        policy("mail", new Breaker(3, OPEN), Optional.empty()),
        lease -> opened.get() ? hang(release) : AWAY);
    await().until(() -> world.told.size() == 1 && world.queue.count("pending") == 30);
    opened.set(true);
    int failed = world.sent.get();
    world.now.addAndGet(OPEN.toNanos());
    await().until(() -> world.inFlight.get() == 1);
    world.awaitSteps();
    assertThat(world.sent).hasValue(failed + 1);
    release.countDown();
    await().until(() -> world.queue.count("delivered") == 30);
  }

  @Test
  void aLongOutageParksNobody() {
    AtomicBoolean back = new AtomicBoolean();
    world.record("mail", 30);
    world.start(
        policy("mail", new Breaker(3, OPEN), Optional.empty()),
        lease -> back.get() ? new Delivery.Accepted() : AWAY);
    await().until(() -> world.told.size() == 1 && world.queue.count("pending") == 30);
    for (int probe = 0; probe < 120; probe++) {
      world.probe();
    }
    assertThat(world.queue.count("parked")).isZero();
    back.set(true);
    world.now.addAndGet(OPEN.toNanos());
    await().until(() -> world.queue.count("delivered") == 30);
  }

  /**
   * Those that wait are fewer than the failures that open the circuit, and fail again and again.
   */
  @Test
  void anOutageParksNobodyHoweverFewWait() {
    AtomicBoolean back = new AtomicBoolean();
    world.record("mail", 2);
    world.start(
        policy("mail", new Breaker(20, OPEN), Optional.empty()),
        lease -> back.get() ? new Delivery.Accepted() : AWAY);
    await().until(() -> world.told.size() == 1 || world.queue.count("parked") == 2);
    for (int probe = 0; probe < 10 && world.queue.count("parked") == 0; probe++) {
      await().until(() -> world.queue.count("pending") == 2);
      world.probe();
    }
    assertThat(world.queue.count("parked")).isZero();
    back.set(true);
    world.now.addAndGet(OPEN.toNanos());
    await().until(() -> world.queue.count("delivered") == 2);
  }

  @Test
  void oneThatAlwaysFailsIsParkedWhileOthersAreAnswered() {
    AtomicInteger others = new AtomicInteger();
    world.record("mail", "bad");
    world.start(
        policy("mail", new Breaker(20, OPEN), Optional.empty()),
        lease -> lease.intent().cause().key().equals("bad") ? AWAY : new Delivery.Accepted());
    await()
        .until(
            () -> {
              world.record("mail", "good" + others.incrementAndGet());
              world.now.addAndGet(OPEN.toNanos());
              return world.queue.count("parked") == 1;
            });
    await().until(() -> world.queue.count("delivered") == others.get());
  }

  @Test
  void whoCannotBeAskedWhileTheProviderIsAwayIsNotParkedForIt() {
    Duration open = Duration.ofMillis(5);
    AtomicInteger asked = new AtomicInteger();
    AtomicBoolean back = new AtomicBoolean();
    world.record("mail", "1");
    world.start(
        policy("mail", new Breaker(1, open), Optional.empty()),
        lease -> back.get() ? new Delivery.Accepted() : TIMED_OUT,
        Optional.of(
            lease -> {
              asked.incrementAndGet();
              return back.get()
                  ? new InquiryResult.NotKnown()
                  : new InquiryResult.CannotSay("away");
            }));
    await("more questions than attempts")
        .until(
            () -> {
              world.now.addAndGet(open.toNanos());
              return asked.get() > 20 || world.queue.count("parked") > 0;
            });
    assertThat(world.queue.count("parked")).isZero();
    back.set(true);
    await()
        .until(
            () -> {
              world.now.addAndGet(open.toNanos());
              return world.queue.count("delivered") == 1;
            });
    assertThat(world.sent).hasValue(2);
  }

  /**
   * Though it is not the probe that asks: the sending failed before, and nobody was answered since.
   */
  @Test
  void whoseLastQuestionFollowsAFailureIsNotParkedForIt() {
    AtomicBoolean back = new AtomicBoolean();
    AtomicInteger asked = new AtomicInteger();
    world.record("mail", "1");
    world.start(
        policy("mail", new Breaker(20, OPEN), Optional.empty()),
        lease -> back.get() ? new Delivery.Accepted() : TIMED_OUT,
        Optional.of(
            lease -> {
              asked.incrementAndGet();
              return back.get()
                  ? new InquiryResult.NotKnown()
                  : new InquiryResult.CannotSay("away");
            }));
    await("more questions than attempts")
        .until(() -> asked.get() >= 10 || world.queue.count("parked") > 0);
    assertThat(world.queue.count("parked")).isZero();
    back.set(true);
    await()
        .until(
            () -> {
              world.now.addAndGet(OPEN.toNanos());
              return world.queue.count("delivered") == 1;
            });
  }

  /** A node died while it sent them; when it is back, provider and query route are away. */
  @ParameterizedTest
  @ValueSource(ints = {1, 12})
  void anOutageInWhichNothingIsLeftButQuestionsParksNobody(int inDoubt) {
    Duration open = Duration.ofMillis(5);
    AtomicBoolean back = new AtomicBoolean();
    AtomicInteger asked = new AtomicInteger();
    world.record("mail", inDoubt);
    world.dieSending("mail");
    world.start(
        policy("mail", new Breaker(3, open), Optional.empty()),
        lease -> new Delivery.Accepted(),
        Optional.of(
            lease -> {
              asked.incrementAndGet();
              return back.get()
                  ? new InquiryResult.Confirmed(Optional.empty())
                  : new InquiryResult.CannotSay("away");
            }));
    await("more questions than attempts")
        .until(
            () -> {
              world.now.addAndGet(open.toNanos());
              return asked.get() > 7 * inDoubt || world.queue.count("parked") > 0;
            });
    assertThat(world.queue.count("parked")).isZero();
    back.set(true);
    await()
        .until(
            () -> {
              world.now.addAndGet(open.toNanos());
              return world.queue.count("delivered") == inDoubt;
            });
    assertThat(world.sent).hasValue(0);
  }

  /** As its own failure does that nobody else shares: others are asked for with success. */
  @Test
  void whoseLastQuestionFollowsNoFailureIsParked() {
    AtomicInteger others = new AtomicInteger();
    Intent intent = world.record("mail", "1");
    world.start(
        policy("mail", new Breaker(20, OPEN), Optional.empty()),
        lease ->
            lease.intent().cause().key().startsWith("sent") ? new Delivery.Accepted() : TIMED_OUT,
        Optional.of(
            lease -> {
              if (!lease.intent().key().equals(intent.key())) {
                return new InquiryResult.Confirmed(Optional.empty());
              }
              delivered("asked for" + others.incrementAndGet(), others);
              delivered("sent" + others.incrementAndGet(), others);
              return new InquiryResult.CannotSay("status 500");
            }));
    await().until(() -> world.queue.count("parked") == 1);
    assertThat(world.told).isEmpty();
  }

  /** Each question is followed by a delivery that is answered. */
  @Test
  void anOutageOfTheQueryRouteAloneParksNobody() {
    Duration open = Duration.ofMillis(5);
    AtomicInteger asked = new AtomicInteger();
    AtomicBoolean back = new AtomicBoolean();
    world.record("mail", "1");
    world.dieSending("mail");
    world.start(
        policy("mail", new Breaker(3, open), Optional.empty()),
        lease -> new Delivery.Accepted(),
        Optional.of(
            lease -> {
              if (back.get()) {
                return new InquiryResult.Confirmed(Optional.empty());
              }
              delivered("beside" + asked.incrementAndGet(), asked);
              return new InquiryResult.CannotSay("status 500");
            }));
    await("more questions than attempts")
        .until(
            () -> {
              world.now.addAndGet(open.toNanos());
              return asked.get() > 7 || world.queue.count("parked") > 0;
            });
    assertThat(world.queue.count("parked")).isZero();
    back.set(true);
    await()
        .until(
            () -> {
              world.now.addAndGet(open.toNanos());
              return world.queue.count("delivered") == asked.get() + 1;
            });
  }

  private void delivered(String key, AtomicInteger all) {
    world.record("mail", key);
    await().until(() -> world.queue.count("delivered") == all.get());
  }

  @Test
  void noMoreAreSentThanTheRateAllows() {
    world.record("mail", 12);
    world.start(
        policy("mail", Breaker.NONE, Optional.of(new Rate(5, Duration.ofSeconds(1)))),
        lease -> new Delivery.Accepted());
    for (int allowed : new int[] {5, 10, 12}) {
      await().until(() -> world.queue.count("delivered") == allowed);
      world.awaitSteps();
      assertThat(world.sent).hasValue(allowed);
      world.now.addAndGet(Duration.ofSeconds(1).toNanos());
    }
  }

  @Test
  void whatNobodyKnowsIsAskedForAndNotSentAgain() {
    Intent intent = world.record("mail", "1");
    ProviderReference receipt = new ProviderReference("receipt 1");
    world.start(
        policy("mail"),
        lease -> TIMED_OUT,
        Optional.of(lease -> new InquiryResult.Confirmed(Optional.of(receipt))));
    await().until(() -> world.queue.count("delivered") == 1);
    assertThat(world.sent).hasValue(1);
    assertThat(world.queue.reference(intent)).contains(receipt);
  }

  @Test
  void whatTheProviderDoesNotKnowIsSentAgain() {
    world.record("mail", "1");
    world.start(
        policy("mail"),
        lease -> world.sent.get() == 1 ? TIMED_OUT : new Delivery.Accepted(),
        Optional.of(lease -> new InquiryResult.NotKnown()));
    await().until(() -> world.queue.count("delivered") == 1);
    assertThat(world.sent).hasValue(2);
  }

  @Test
  void whatTheProviderCannotSayIsAskedAsOftenAsThePolicyAllowsAndNeverSentAgain() {
    AtomicInteger asked = new AtomicInteger();
    world.record("mail", "1");
    world.start(
        policy("mail"),
        lease -> TIMED_OUT,
        Optional.of(
            lease -> {
              asked.incrementAndGet();
              return new InquiryResult.CannotSay("status 500");
            }));
    await().until(() -> world.queue.count("parked") == 1);
    assertThat(world.sent).hasValue(1);
    assertThat(asked).hasValue(5);
  }

  /** Of the first one it is asked in vain; the second is not asked for, as questions wait. */
  @Test
  void aPersonsRetryIsSentThoughTheQueryRouteNeverAnswers() {
    Breaker breaker = new Breaker(1, OPEN);
    List<Intent> intents = List.of(world.record("mail", "1"), world.record("mail", "2"));
    Relay first = world.start(policy("mail"), lease -> TIMED_OUT);
    await().until(() -> world.queue.count("parked") == 2);
    first.stop();
    intents.forEach(world::retry);
    world.start(
        policy("mail", breaker, Optional.empty()),
        lease -> new Delivery.Accepted(),
        Optional.of(lease -> new InquiryResult.CannotSay("status 500")));
    await().until(() -> world.queue.count("delivered") == 2);
  }

  @Test
  void whoAskedForTooLongLeavesTheSendingToWhoeverHasTheIntentNow() {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch slow = new CountDownLatch(1);
    Intent intent = world.record("mail", "1");
    world.start(
        oneByOne("mail"),
        lease -> TIMED_OUT,
        Optional.of(
            lease -> {
              asked.countDown();
              hang(slow);
              return new InquiryResult.NotKnown();
            }));
    await().until(() -> asked.getCount() == 0);
    world.queue.runOut(intent);
    world.start(
        oneByOne("mail"),
        lease -> new Delivery.Accepted(),
        Optional.of(lease -> new InquiryResult.NotKnown()));
    await().until(() -> world.queue.count("delivered") == 1);
    slow.countDown();
    world.close();
    assertThat(world.sent).as("the one that timed out, and the other relay's").hasValue(2);
  }

  @Test
  void whoAskedForTooLongSendsWhereNobodyElseHasTheIntent() {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch slow = new CountDownLatch(1);
    Intent intent = world.record("mail", "1");
    world.start(
        oneByOne("mail"),
        lease -> world.sent.get() == 1 ? TIMED_OUT : new Delivery.Accepted(),
        Optional.of(
            lease -> {
              asked.countDown();
              hang(slow);
              return new InquiryResult.NotKnown();
            }));
    await().until(() -> asked.getCount() == 0);
    world.queue.runOut(intent);
    slow.countDown();
    await().until(() -> world.queue.count("delivered") == 1);
    assertThat(world.sent).hasValue(2);
  }

  private static DestinationPolicy oneByOne(String name) {
    DestinationPolicy policy = policy(name);
    Duration poll = policy.throughput().poll();
    return new DestinationPolicy(
        policy.destination(),
        policy.dispatch(),
        new Throughput(1, 1, policy.throughput().lease(), poll),
        policy.retry(),
        policy.contract());
  }

  @Test
  void anInquiryThatThrowsCannotSay() {
    world.record("mail", "1");
    world.start(
        policy("mail"),
        lease -> TIMED_OUT,
        Optional.of(
            lease -> {
              throw new IllegalStateException("boom");
            }));
    await().until(() -> world.queue.count("parked") == 1);
    assertThat(world.sent).hasValue(1);
  }

  @Test
  void aDestinationThatHangsHoldsUpNoOther() {
    CountDownLatch release = new CountDownLatch(1);
    world.record("hanging", 50);
    world.record("mail", 200);
    world.start(policy("hanging"), lease -> hang(release));
    await().until(() -> world.inFlight.get() == 4);
    world.start(policy("mail"), lease -> new Delivery.Accepted());
    await().until(() -> world.queue.count("delivered") == 200);
    assertThat(world.inFlight).as("the other still hangs, with all it may have").hasValue(4);
    release.countDown();
    await().until(() -> world.queue.count("delivered") == 250);
  }
}
