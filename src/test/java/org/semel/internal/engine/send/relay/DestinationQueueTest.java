// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.semel.fake.FakeTransactions;
import org.semel.fake.InMemoryIntents;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Lease.Trace;
import org.semel.internal.engine.send.LeaseLimit;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract.Keys;
import org.semel.internal.engine.send.relay.DestinationPolicy.Dispatch;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Work;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;

/** A destination's intents, as its policy has them. */
class DestinationQueueTest {

  private static final Destination MAIL = new Destination("mail");
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Set<Thread.State> WAITS =
      Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

  private final FakeTransactions transactions = new FakeTransactions();
  private final InMemoryIntents intents = new InMemoryIntents(transactions);

  /** No order is kept, and keys are ignored. */
  private final DestinationPolicy free = RelayWorld.policy("mail");

  @Test
  void whereNoOrderIsKeptAllAreLeasedAndWhereOneIsTheFirstAlone() {
    record("1", "2");
    assertThat(inTransaction(() -> queue(ordered()).lease(new LeaseLimit(9)))).hasSize(1);
    assertThat(inTransaction(() -> queue(free).lease(new LeaseLimit(9)))).hasSize(1);
  }

  @Test
  void aLeaseIsOursForAsLongAgainUnlessItHasPassedOn() {
    List<Intent> recorded = record("1");
    Lease ours = inTransaction(() -> queue(free).lease(new LeaseLimit(1))).get(0);
    assertThat(queue(free).renew(ours)).isTrue();
    intents.runOut(recorded.get(0));
    inTransaction(() -> queue(free).lease(new LeaseLimit(1)));
    assertThat(queue(free).renew(ours)).as("another has it").isFalse();
  }

  @Test
  void whereNobodyCanSayWhetherALeaseIsOursItIsAFault() {
    record("1");
    Lease ours = inTransaction(() -> queue(free).lease(new LeaseLimit(1))).get(0);
    transactions.failNextCommit(new IllegalStateException("away"));
    assertThatThrownBy(() -> queue(free).renew(ours)).hasRootCauseMessage("away");
  }

  /** Each asks first, and they may all ask at once. */
  @Test
  void howeverManyThreadsMakeSureOfTheirLeasesTheyNeedOneConnection() throws InterruptedException {
    record("1", "2", "3");
    List<Lease> leases = inTransaction(() -> queue(free).lease(new LeaseLimit(3)));
    Gauge gauge = new Gauge();
    DestinationQueue queue = new DestinationQueue(free, intents, gauge);
    List<Thread> threads = leases.stream().map(one -> new Thread(() -> queue.renew(one))).toList();
    threads.forEach(Thread::start);
    await("all are in a transaction, or wait for it")
        .until(() -> threads.stream().map(Thread::getState).allMatch(WAITS::contains));
    gauge.goOn.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(gauge.most).hasValue(1);
  }

  /** How many transactions there are at once; none goes on before it may. */
  private static final class Gauge extends FakeTransactions {
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    @Override
    public <T> Completion<T> inNew(Duration timeout, Work<T> work) {
      most.accumulateAndGet(open.incrementAndGet(), Math::max);
      try {
        goOn.await();
        return super.inNew(timeout, work);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      } finally {
        open.decrementAndGet();
      }
    }
  }

  @Test
  void whereKeysAreIgnoredADeliveryIsMarkedBeforeItBegins() {
    Intent recorded = record("1").get(0);
    Lease first = leaseOne(free);
    intents.runOut(recorded);
    Lease second = leaseOne(free);
    assertThat(second.history().trace()).as("the first did not mark it").isEqualTo(Trace.NONE);
    assertThat(queue(free).markSent(first)).as("another has it").isFalse();
    assertThat(queue(free).markSent(second)).isTrue();
    intents.runOut(recorded);
    assertThat(leaseOne(free).history().trace()).isEqualTo(Trace.POSSIBLE);
  }

  @Test
  void whereNobodyCanSayWhetherADeliveryIsMarkedItMustNotBegin() {
    record("1");
    Lease ours = leaseOne(free);
    transactions.failNextCommit(new IllegalStateException("away"));
    assertThatThrownBy(() -> queue(free).markSent(ours)).hasRootCauseMessage("away");
  }

  @Test
  void whereKeysAreHonouredNothingIsWrittenBeforeADelivery() {
    Intent recorded = record("1").get(0);
    Lease first = leaseOne(honouring());
    transactions.failNextCommit(new IllegalStateException("away"));
    assertThat(queue(honouring()).markSent(first)).as("without a transaction").isTrue();
    assertThatThrownBy(() -> queue(honouring()).renew(first))
        .as("the failure is still there")
        .hasRootCauseMessage("away");
    intents.runOut(recorded);
    assertThat(leaseOne(honouring()).history().trace()).isEqualTo(Trace.POSSIBLE);
  }

  private Lease leaseOne(DestinationPolicy policy) {
    return inTransaction(() -> queue(policy).lease(new LeaseLimit(1))).get(0);
  }

  private DestinationPolicy honouring() {
    return new DestinationPolicy(
        MAIL,
        free.dispatch(),
        free.throughput(),
        free.retry(),
        new Contract(Keys.HONOURED, Duration.ofHours(1), "Location"));
  }

  private List<Intent> record(String... keys) {
    List<Intent> recorded = new ArrayList<>();
    for (String key : keys) {
      recorded.add(
          new Intent(
              new Identity("c", key),
              new Intent.Address(MAIL, 0, Optional.of("one customer")),
              Headers.none(),
              Body.none()));
    }
    inTransaction(
        () -> {
          recorded.forEach(intents::record);
          return recorded;
        });
    return recorded;
  }

  private <T> T inTransaction(Supplier<T> act) {
    Completion<T> completion = transactions.inNew(TIMEOUT, () -> Decision.commit(act.get()));
    return ((Completion.Committed<T>) completion).value();
  }

  private DestinationQueue queue(DestinationPolicy policy) {
    return new DestinationQueue(policy, intents, transactions);
  }

  private DestinationPolicy ordered() {
    return new DestinationPolicy(
        MAIL,
        new Dispatch(free.dispatch().headers(), Optional.of("customer")),
        free.throughput(),
        free.retry(),
        free.contract());
  }
}
