// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.fake.FakeTransactions;
import org.semel.fake.InMemoryIntents;
import org.semel.internal.engine.loop.LoopResult;
import org.semel.internal.engine.loop.WakeUp;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.IntentQueue;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.relay.DestinationPolicy.Breaker;
import org.semel.internal.engine.send.relay.DestinationPolicy.Rate;
import org.semel.internal.engine.send.relay.DestinationPolicy.Throughput;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Work;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.small.Proxied;

/** Step by step, on the test's own thread: what is settled and leased, and how long it sleeps. */
class LeasingRelayTest implements RelayListener {

  private static final Destination MAIL = new Destination("mail");
  private static final Duration POLL = Duration.ofSeconds(20);
  private static final Duration LEASE = Duration.ofSeconds(80);
  private static final LoopResult AT_ONCE = new LoopResult.Succeeded(Duration.ZERO);

  private final List<String> ends = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicLong now = new AtomicLong();
  private final CountDownLatch release = new CountDownLatch(1);
  private final Noted transactions = new Noted();
  private final InMemoryIntents queue = new InMemoryIntents(transactions);
  private Function<Lease, Delivery> answer = lease -> new Delivery.Accepted();
  private ThreadFactory threads = Thread::new;
  private Runnable proof = () -> {};

  /** What each look for what is due ends in. */
  private Optional<RuntimeException> unreadable = Optional.empty();

  private int recorded;
  private DeliveryPool deliveries;

  @AfterEach
  void endDeliveries() {
    release.countDown();
    deliveries.abandon();
  }

  /** Notes how transactions end. */
  private final class Noted extends FakeTransactions {
    @Override
    public <T> Completion<T> inNew(Duration timeout, Work<T> work) {
      Completion<T> completion = super.inNew(timeout, work);
      ends.add(completion.getClass().getSimpleName());
      return completion;
    }
  }

  @Test
  void whereNothingIsDueNothingIsCommittedAndItSleepsAsLongAsItPolls() {
    LeasingRelay relay = relay(4, 20, Optional.empty());
    assertThat(relay.run(false)).isEqualTo(new LoopResult.Succeeded(POLL));
    assertThat(ends).containsExactly("Discarded");
    assertThat(relay.hasEnded()).isTrue();
  }

  @Test
  void whatIsDueIsLeasedSentAndSettledAndThatIsTold() {
    LeasingRelay relay = relay(4, 20, Optional.empty());
    record(2);
    relay.run(false);
    await().until(deliveries::isIdle);
    assertThat(relay.hasEnded()).as("before it is settled").isFalse();
    assertThat(relay.run(false))
        .as("there was room before")
        .isEqualTo(new LoopResult.Succeeded(POLL));
    assertThat(relay.hasEnded()).isTrue();
    assertThat(queue.count("delivered")).isEqualTo(2);
    assertThat(told).containsExactly("settled", "settled");
    assertThat(ends).containsExactly("Committed", "Committed");
    assertThat(sent).hasValue(2);
  }

  @Test
  void nothingIsLeasedBeforeItsProofAndThatIsMadeOnce() {
    AtomicInteger proofs = new AtomicInteger();
    proof =
        () -> {
          if (proofs.incrementAndGet() < 3) {
            throw new IllegalStateException("not yet");
          }
        };
    LeasingRelay relay = relay(4, 20, Optional.empty());
    record(1);
    for (boolean afterOutage : new boolean[] {false, true}) {
      assertThatThrownBy(() -> relay.run(afterOutage)).hasMessage("not yet");
    }
    assertThat(ends).as("transactions").isEmpty();
    assertThat(sent).hasValue(0);
    relay.run(true);
    await().until(deliveries::isIdle);
    relay.run(false);
    assertThat(queue.count("delivered")).isEqualTo(1);
    assertThat(proofs).hasValue(3);
  }

  @Test
  void whoIsToEndNeedsNoProof() {
    proof =
        () -> {
          throw new IllegalStateException("not yet");
        };
    LeasingRelay relay = relay(4, 20, Optional.empty());
    relay.close();
    assertThat(relay.run(false)).isInstanceOf(LoopResult.Succeeded.class);
    assertThat(relay.hasEnded()).isTrue();
  }

  /** Its rows say so already, and nobody would tell of them any more. */
  @Test
  void whatIsSettledIsToldThoughNoThreadIsFoundForWhatIsLeasedWithIt() {
    LeasingRelay relay = relay(4, 20, Optional.empty());
    record(1);
    relay.run(false);
    await().until(deliveries::isIdle);
    threads =
        work -> {
          throw new IllegalStateException("the server gives none");
        };
    record(1);
    assertThatThrownBy(() -> relay.run(false)).hasMessage("the server gives none");
    assertThat(queue.count("delivered")).isEqualTo(1);
    assertThat(told).containsExactly("settled");
  }

  @Test
  void whatIsUnderWayIsLookedAtWellBeforeItsLeaseRunsOut() {
    answer = lease -> RelayWorld.hang(release);
    LeasingRelay relay = relay(4, 20, Optional.empty());
    record(1);
    assertThat(relay.run(false)).isEqualTo(new LoopResult.Succeeded(LEASE.dividedBy(8)));
  }

  @Test
  void whereMoreIsDueThanCouldBeHadItLooksAgainAtOnceIfThereIsRoom() {
    answer = lease -> RelayWorld.hang(release);
    LeasingRelay relay = relay(2, 1, Optional.empty());
    record(3);
    assertThat(relay.run(false))
        .as("no room")
        .isEqualTo(new LoopResult.Succeeded(LEASE.dividedBy(8)));
    release.countDown();
    await().until(deliveries::isIdle);
    assertThat(relay.run(false)).as("what was settled made room").isEqualTo(AT_ONCE);
  }

  @Test
  void whereNothingIsBackAndNothingMoreCanBeHadNoTransactionBegins() {
    answer = lease -> RelayWorld.hang(release);
    LeasingRelay relay = relay(2, 1, Optional.empty());
    record(3);
    relay.run(false);
    assertThat(relay.run(false)).isEqualTo(new LoopResult.Succeeded(LEASE.dividedBy(8)));
    assertThat(relay.run(true))
        .as("who has not asked the database does not know that it is back")
        .isEqualTo(new LoopResult.Inconclusive(LEASE.dividedBy(8)));
    assertThat(ends).containsExactly("Committed");
  }

  @Test
  void aRateShutsUntilTheNextMayPass() {
    LeasingRelay relay = relay(4, 20, Optional.of(new Rate(1, Duration.ofSeconds(5))));
    record(2);
    assertThat(relay.run(false)).isEqualTo(new LoopResult.Succeeded(Duration.ofSeconds(5)));
    await().until(deliveries::isIdle);
    assertThat(sent).hasValue(1);
    relay.run(false);
    now.addAndGet(Duration.ofSeconds(5).toNanos());
    relay.run(false);
    await().until(() -> sent.get() == 2);
  }

  @Test
  void aRateThatShutsForLongerThanItPollsDoesNotKeepItFromLooking() {
    LeasingRelay relay = relay(4, 20, Optional.of(new Rate(1, Duration.ofHours(1))));
    record(2);
    relay.run(false);
    await().until(deliveries::isIdle);
    relay.run(false);
    assertThat(relay.run(false)).isEqualTo(new LoopResult.Succeeded(POLL));
  }

  @Test
  void aStepThatFailsSettlesNothingAndTheNextDoes() {
    LeasingRelay relay = relay(4, 20, Optional.empty());
    record(1);
    relay.run(false);
    await().until(deliveries::isIdle);
    IllegalStateException fault = new IllegalStateException("away");
    transactions.failNextCommit(fault);
    assertThat(relay.run(false)).isEqualTo(new LoopResult.Interrupted(fault));
    assertThat(told).isEmpty();
    relay.run(true);
    assertThat(queue.count("delivered")).isEqualTo(1);
    assertThat(sent).hasValue(1);
  }

  /**
   * One look may take longer than a transaction, where very many wait behind one that is parked.
   */
  @Test
  void whatIsFinishedIsSettledThoughNothingCanBeLeased() {
    LeasingRelay relay = relay(4, 20, Optional.empty());
    record(1);
    relay.run(false);
    await().until(deliveries::isIdle);
    unreadable = Optional.of(new IllegalStateException("it takes too long"));
    LoopResult interrupted = new LoopResult.Interrupted(unreadable.get());
    assertThat(relay.run(false)).isEqualTo(interrupted);
    relay.run(true);
    assertThat(queue.count("delivered")).isEqualTo(1);
    assertThat(told).containsExactly("settled");
    assertThat(relay.run(true)).as("it is still an outage").isEqualTo(interrupted);
  }

  /** Each would be told once by whoever learns of it; nobody else does. */
  @Test
  void whatIsSettledThoughNobodySaidSoIsToldOnce() {
    answer = lease -> new Delivery.Refused("no");
    LeasingRelay relay = relay(4, 20, Optional.empty());
    record(1);
    relay.run(false);
    await().until(deliveries::isIdle);
    IllegalStateException fault = new IllegalStateException("the connection is gone");
    transactions.loseNextAnswer(fault);
    assertThat(relay.run(false)).isEqualTo(new LoopResult.Interrupted(fault));
    assertThat(queue.count("parked")).isEqualTo(1);
    assertThat(told).isEmpty();
    relay.run(true);
    relay.run(false);
    assertThat(told).containsExactly("settled");
  }

  @Test
  void aSettlementThatComesTooLateIsToldSo() {
    LeasingRelay relay = relay(4, 20, Optional.empty());
    List<Intent> intents = record(1);
    relay.run(false);
    await().until(deliveries::isIdle);
    queue.runOut(intents.get(0));
    transactions.inNew(POLL, () -> Decision.commit(queue.lease(MAIL, 1, LEASE)));
    relay.run(false);
    assertThat(told).containsExactly("lease lost");
    assertThat(queue.count("leased")).isEqualTo(1);
  }

  @Test
  void whatAnotherTransactionHasInHandIsSettledAndToldLaterAndHoldsUpNobody() {
    LeasingRelay relay = relay(1, 1, Optional.empty());
    List<Intent> intents = record(1);
    relay.run(false);
    await().until(deliveries::isIdle);
    queue.hold(intents.get(0), true);
    record(1);
    assertThat(relay.run(false))
        .as("it may be for a moment only")
        .isEqualTo(new LoopResult.Succeeded(Duration.ofMillis(50)));
    relay.run(false);
    await("the next one is delivered, though there is room for one only")
        .until(() -> sent.get() == 2 && deliveries.isIdle());
    relay.run(false);
    assertThat(told).containsExactly("settled");
    assertThat(relay.hasEnded()).isFalse();
    queue.hold(intents.get(0), false);
    relay.run(false);
    assertThat(told).containsExactly("settled", "settled");
    assertThat(queue.count("delivered")).isEqualTo(2);
    assertThat(relay.hasEnded()).isTrue();
  }

  @Test
  void whatIsClosedLeasesNothing() {
    LeasingRelay relay = relay(4, 20, Optional.empty());
    record(1);
    relay.close();
    assertThat(relay.run(false)).isEqualTo(new LoopResult.Succeeded(POLL));
    assertThat(queue.count("pending")).isEqualTo(1);
    assertThat(ends).isEmpty();
  }

  @Override
  public void settled(Destination destination, SettledLease settled) {
    told.add("settled");
  }

  @Override
  public void leaseLost(Destination destination, SettledLease settled) {
    told.add("lease lost");
  }

  private List<Intent> record(int count) {
    List<Intent> intents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Intent intent =
          new Intent(
              new Identity("c", "k" + recorded++),
              new Intent.Address(MAIL, 0),
              Headers.none(),
              Body.none());
      intents.add(intent);
    }
    transactions.inNew(
        POLL,
        () -> {
          intents.forEach(queue::record);
          return Decision.commit("");
        });
    ends.clear();
    return intents;
  }

  private LeasingRelay relay(int concurrency, int batch, Optional<Rate> rate) {
    DestinationPolicy base = RelayWorld.policy("mail");
    DestinationPolicy policy =
        new DestinationPolicy(
            MAIL,
            base.dispatch(),
            new Throughput(concurrency, batch, LEASE, POLL, rate),
            base.retry(),
            base.contract());
    DestinationChannel channel =
        new DestinationChannel(
            new DestinationQueue(policy, Proxied.as(IntentQueue.class, this::look), transactions),
            lease -> {
              sent.incrementAndGet();
              return answer.apply(lease);
            },
            new SettlementPolicy(policy, () -> false, new Random(1)),
            new DestinationCircuit(Breaker.NONE, now::get, LEASE, () -> false),
            this,
            lease -> true);
    deliveries =
        new DeliveryPool(channel, work -> threads.newThread(work), new WakeUp()::signal, now::get);
    return new LeasingRelay(channel, deliveries, new RateLimiter(rate, now::get), proof);
  }

  private @Nullable Object look(Method method, @Nullable Object @Nullable [] arguments)
      throws Throwable {
    if (method.getName().equals("lease") && unreadable.isPresent()) {
      throw unreadable.get();
    }
    return Proxied.call(queue, method, arguments);
  }
}
