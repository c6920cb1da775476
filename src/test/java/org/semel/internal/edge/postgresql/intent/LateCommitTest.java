// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.intent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.loop.WakeUp;
import org.semel.internal.engine.send.BufferedIntents;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Intents;
import org.semel.internal.engine.send.relay.Delivery;
import org.semel.internal.engine.send.relay.DestinationPolicy;
import org.semel.internal.engine.send.relay.DestinationPolicy.Breaker;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract;
import org.semel.internal.engine.send.relay.DestinationPolicy.Dispatch;
import org.semel.internal.engine.send.relay.DestinationPolicy.RetryPolicy;
import org.semel.internal.engine.send.relay.DestinationPolicy.Throughput;
import org.semel.internal.engine.send.relay.DestinationQueue;
import org.semel.internal.engine.send.relay.Provider;
import org.semel.internal.engine.send.relay.Relay;
import org.semel.internal.engine.send.relay.RelayListener;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Decision;
import org.semel.matrix.Shows;
import org.semel.message.AllowedHeaders;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.small.Bystander;
import org.semel.small.SmallServer;

/**
 * An intent is recorded, and its transaction commits only after those that were recorded behind it
 * have been sent.
 */
class LateCommitTest {

  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private final SmallServer server = SmallServer.shared();
  private final Destination destination = new Destination("d-" + UUID.randomUUID());
  private final IntentTable table = new IntentTable(server.jdbc());
  private final Intents intents = new BufferedIntents(table, server.transactions());
  private final List<String> sent = new CopyOnWriteArrayList<>();
  private final CountDownLatch recorded = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final AtomicReference<Completion<String>> late = new AtomicReference<>();
  private final Relay relay =
      new Relay(
          new DestinationQueue(policy(), table, server.transactions()),
          provider(),
          new RelayListener() {},
          Thread::new,
          new WakeUp());

  @BeforeEach
  void begin() {
    relay.start();
  }

  @AfterEach
  void end() {
    goOn.countDown();
    relay.stop();
  }

  @Test
  @Shows("R11 none")
  void anIntentWhoseTransactionCommitsBehindLaterOnesIsNotSkipped() throws Exception {
    Thread first =
        begun(
            () -> {
              record("early");
              return Decision.commit(stand());
            });
    assertThatItIsSentBehindTheLaterOnes(first);
  }

  /** Then it has ended for the application, and the row is in nobody's session. */
  @Test
  @Shows("R11 none")
  void norIsOneThatStaysPreparedWhileLaterOnesAreSent() throws Exception {
    Thread first =
        begun(
            () -> {
              record("early");
              server
                  .manager()
                  .getTransaction()
                  .enlistResource(new Bystander().onPrepare(this::stand));
              return Decision.commit("");
            });
    assertThatItIsSentBehindTheLaterOnes(first);
  }

  private void assertThatItIsSentBehindTheLaterOnes(Thread first) throws InterruptedException {
    for (int i = 0; i < 30; i++) {
      String later = "later" + i;
      assertThat(inNew(later)).isInstanceOf(Committed.class);
    }
    await("all that were recorded behind it are delivered").until(() -> delivered() == 30);
    assertThat(sent).hasSize(30).doesNotContain("early");
    goOn.countDown();
    first.join();
    assertThat(late.get()).isInstanceOf(Committed.class);
    await("it is delivered, too").until(() -> delivered() == 31);
    assertThat(sent).hasSize(31).endsWith("early");
  }

  /** Runs in a transaction of a thread of its own, and has recorded its intent. */
  private Thread begun(org.semel.internal.engine.tx.Work<String> work) throws InterruptedException {
    Thread thread = new Thread(() -> late.set(server.transactions().inNew(TIMEOUT, work)), "late");
    thread.start();
    recorded.await();
    return thread;
  }

  private String stand() {
    recorded.countDown();
    try {
      goOn.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return "";
  }

  private Completion<String> inNew(String key) {
    return server
        .transactions()
        .inNew(
            TIMEOUT,
            () -> {
              record(key);
              return Decision.commit("");
            });
  }

  private void record(String key) {
    intents.record(
        new Intent(
            new Identity(destination.name(), key),
            new Intent.Address(destination, 0),
            Headers.none(),
            Body.none()));
    intents.flush();
  }

  private long delivered() {
    return server
        .postgres()
        .number(
            "SELECT count(*) FROM semel_intent WHERE destination = ? AND state = 'delivered'",
            destination.name());
  }

  private Provider provider() {
    return lease -> {
      sent.add(lease.intent().cause().key());
      return new Delivery.Accepted();
    };
  }

  private DestinationPolicy policy() {
    return new DestinationPolicy(
        destination,
        new Dispatch(AllowedHeaders.of(List.of()), Optional.empty()),
        new Throughput(4, 20, Duration.ofMinutes(1), Duration.ofMillis(50), Optional.empty()),
        new RetryPolicy(5, new Backoff(Duration.ofMillis(1), Duration.ofMillis(5)), Breaker.NONE),
        new Contract(Contract.Keys.HONOURED, Duration.ofHours(1), "Location"));
  }
}
