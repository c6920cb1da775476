// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.semel.fake.FakeTransactions;
import org.semel.fake.InMemoryIntents;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.send.BufferedIntents;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.IntentQueue;
import org.semel.internal.engine.send.Intents;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Lease.SentFrom;
import org.semel.internal.engine.send.LeaseLimit;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.WakeUps;
import org.semel.internal.engine.send.relay.DestinationPolicy.Breaker;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract.Keys;
import org.semel.internal.engine.send.relay.DestinationPolicy.Dispatch;
import org.semel.internal.engine.send.relay.DestinationPolicy.Rate;
import org.semel.internal.engine.send.relay.DestinationPolicy.RetryPolicy;
import org.semel.internal.engine.send.relay.DestinationPolicy.Throughput;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.AllowedHeaders;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.operations.RowVersion;

/** Relays over memory, whose time stands still until a test moves it. */
final class RelayWorld implements RelayListener, AutoCloseable {

  static final Duration OPEN = Duration.ofSeconds(30);

  final AtomicLong now = new AtomicLong();
  final AtomicInteger looks = new AtomicInteger();
  final List<String> told = new CopyOnWriteArrayList<>();
  final AtomicInteger inFlight = new AtomicInteger();
  final AtomicInteger sent = new AtomicInteger();
  final AtomicInteger resumptions = new AtomicInteger();
  final AtomicInteger interruptions = new AtomicInteger();

  /** Hears some of it as well, and may break its word. */
  volatile RelayListener beside = RelayListener.NONE;

  /** Put before the intents of every relay that is started. */
  UnaryOperator<IntentQueue> through = UnaryOperator.identity();

  /** What every provider says of a transaction that did not commit. */
  volatile Function<Throwable, Optional<Delivery.Denied>> refusal = fault -> Optional.empty();

  final FakeTransactions transactions = new FakeTransactions();
  final InMemoryIntents queue = new InMemoryIntents(transactions);
  final Map<String, AtomicInteger> sentByKey = new ConcurrentHashMap<>();
  private final WakeUps wakeUps = new WakeUps();
  private final Intents intents = new BufferedIntents(queue, transactions, wakeUps);
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private final List<Relay> relays = new ArrayList<>();

  static DestinationPolicy policy(String name, Breaker breaker, Optional<Rate> rate) {
    return new DestinationPolicy(
        new Destination(name),
        new Dispatch(AllowedHeaders.of(List.of()), Optional.empty()),
        new Throughput(4, 20, Duration.ofSeconds(30), Duration.ofMillis(20), rate),
        new RetryPolicy(5, new Backoff(Duration.ofMillis(1), Duration.ofMillis(5)), breaker),
        new Contract(Keys.IGNORED, Duration.ofHours(1), "Location"));
  }

  static DestinationPolicy policy(String name) {
    return policy(name, Breaker.NONE, Optional.empty());
  }

  /** The intents of one destination, none of which is recorded. */
  static DestinationQueue queue(DestinationPolicy policy) {
    FakeTransactions transactions = new FakeTransactions();
    return new DestinationQueue(policy, new InMemoryIntents(transactions), transactions);
  }

  Relay start(DestinationPolicy policy, Function<Lease, Delivery> answer) {
    return start(policy, answer, Optional.empty());
  }

  Relay start(
      DestinationPolicy policy, Function<Lease, Delivery> answer, Optional<Inquiry> inquiry) {
    Relay relay =
        new Relay(
            new DestinationQueue(policy, through.apply(queue), transactions),
            new Counted(answer, inquiry),
            this,
            this::thread,
            wakeUps.of(policy.destination()),
            this::clock);
    relays.add(relay);
    relay.start();
    return relay;
  }

  Intent record(String destination, String key) {
    return record(destination, key, Body.none());
  }

  Intent record(String destination, String key, Body body) {
    Intent intent =
        new Intent(
            new Identity("c", key),
            new Intent.Address(new Destination(destination), 0),
            Headers.none(),
            body);
    transactions.inNew(
        Duration.ofSeconds(60),
        () -> {
          intents.record(intent);
          return Decision.commit("");
        });
    return intent;
  }

  void record(String destination, int count) {
    for (int i = 0; i < count; i++) {
      record(destination, "k" + i);
    }
  }

  /** A person has this one sent again. */
  void retry(Intent intent) {
    transactions.inNew(
        Duration.ofSeconds(60),
        () -> Decision.commit(queue.retry(intent.key(), RowVersion.LATEST)));
  }

  /** A relay died while it sent all that is due there. */
  void dieSending(String destination) {
    transactions.inNew(
        Duration.ofSeconds(60),
        () -> {
          queue.lease(
              new Destination(destination),
              new LeaseLimit(Integer.MAX_VALUE),
              Duration.ZERO,
              SentFrom.LEASE);
          return Decision.commit("");
        });
  }

  @Override
  public void settled(Destination destination, SettledLease settled) {
    beside.settled(destination, settled);
  }

  @Override
  public void interrupted(Destination destination, Throwable cause, Duration pause) {
    interruptions.incrementAndGet();
    beside.interrupted(destination, cause, pause);
  }

  @Override
  public void resumed(Destination destination) {
    resumptions.incrementAndGet();
  }

  @Override
  public void circuitOpened(Destination destination, int failures, Duration open) {
    told.add("opened after " + failures + " for " + open.toSeconds() + " s");
    beside.circuitOpened(destination, failures, open);
  }

  @Override
  public void circuitClosed(Destination destination) {
    told.add("closed");
  }

  @Override
  public void destinationPaused(Destination destination, String why, Duration probes) {
    told.add("paused (" + why + ") for " + probes.toSeconds() + " s");
  }

  @Override
  public void destinationResumed(Destination destination) {
    told.add("resumed");
  }

  @Override
  public void exhausted(Destination destination, int hanging) {
    told.add(hanging + " hang");
  }

  @Override
  public void relieved(Destination destination) {
    told.add("one is back");
  }

  /**
   * A relay has looked several times for what is to be done since this was called: what it does not
   * do by then it does not do.
   */
  void awaitSteps() {
    int before = looks.get();
    await("the relay looks at the clock in each of its steps")
        .until(() -> looks.get() >= before + 20);
  }

  /** The time of an open circuit passes, and the one that is tried then has come back. */
  void probe() {
    int before = sent.get();
    now.addAndGet(OPEN.toNanos());
    await("one is tried")
        .pollInterval(Duration.ofMillis(10))
        .until(() -> sent.get() == before + 1 && queue.count("leased") == 0);
  }

  /** Whatever was begun is finished, and no thread is left. */
  @Override
  public void close() {
    relays.forEach(Relay::stop);
    await().until(() -> threads.stream().noneMatch(Thread::isAlive));
  }

  static Delivery hang(CountDownLatch release) {
    try {
      release.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return new Delivery.Accepted();
  }

  private Thread thread(Runnable work) {
    Thread thread = new Thread(work);
    threads.add(thread);
    return thread;
  }

  private long clock() {
    looks.incrementAndGet();
    return now.get();
  }

  private final class Counted implements Provider {
    private final Function<Lease, Delivery> answer;
    private final Optional<Inquiry> inquiry;

    Counted(Function<Lease, Delivery> answer, Optional<Inquiry> inquiry) {
      this.answer = answer;
      this.inquiry = inquiry;
    }

    @Override
    public Delivery deliver(Lease lease) {
      inFlight.incrementAndGet();
      sent.incrementAndGet();
      sentByKey
          .computeIfAbsent(lease.intent().cause().key(), key -> new AtomicInteger())
          .incrementAndGet();
      try {
        return answer.apply(lease);
      } finally {
        inFlight.decrementAndGet();
      }
    }

    @Override
    public void prove() {}

    @Override
    public Optional<Delivery.Denied> refusal(Throwable fault) {
      return refusal.apply(fault);
    }

    @Override
    public Optional<Inquiry> inquiry() {
      return inquiry;
    }
  }
}
