// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.fake.FakeTransactions;
import org.semel.fake.InMemoryIntents;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.loop.WakeUp;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.relay.Delivery;
import org.semel.internal.engine.send.relay.DestinationPolicy;
import org.semel.internal.engine.send.relay.DestinationPolicy.Breaker;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract;
import org.semel.internal.engine.send.relay.DestinationPolicy.Dispatch;
import org.semel.internal.engine.send.relay.DestinationPolicy.RetryPolicy;
import org.semel.internal.engine.send.relay.DestinationPolicy.Throughput;
import org.semel.internal.engine.send.relay.DestinationQueue;
import org.semel.internal.engine.send.relay.Relay;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.AllowedHeaders;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.operations.node.DestinationStatus.DestinationState;

/** A relay is stopped in trouble, as by the suspension of its route, and begins again without. */
class ResumedDestinationTest {

  private static final Destination MAIL = new Destination("mail");
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private final AtomicLong now = new AtomicLong();
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final FakeTransactions transactions = new FakeTransactions();
  private final InMemoryIntents intents = new InMemoryIntents(transactions);
  private final DestinationStates states =
      new DestinationStates(System::nanoTime, Throwable::getMessage);
  private volatile boolean hangs = true;
  private final Relay relay = relay();

  @AfterEach
  void stop() {
    goOn.countDown();
    relay.stop();
  }

  @Test
  void theTroubleOfTheRelayBeforeIsNotThatOfTheNext() {
    states.awaits(MAIL, relay::state, relay::standing);
    record("1");
    record("2");
    relay.start();
    await("all deliveries hang")
        .atMost(PATIENCE)
        .until(
            () -> {
              now.addAndGet(TIMEOUT.toNanos());
              return state() instanceof DestinationState.DeliveriesHanging;
            });
    relay.stop();
    assertThat(state()).isEqualTo(new DestinationState.NotRunning());
    hangs = false;
    Intent intent = record("3");
    relay.start();
    await("the relay delivers")
        .atMost(PATIENCE)
        .until(() -> intents.state(intent).equals("delivered"));
    assertThat(state()).isEqualTo(new DestinationState.Delivering());
  }

  private DestinationState state() {
    return states.statuses().get(0).state();
  }

  private Intent record(String key) {
    Intent intent =
        new Intent(
            new Identity("c", key), new Intent.Address(MAIL, 0), Headers.none(), Body.none());
    transactions.inNew(
        PATIENCE,
        () -> {
          intents.record(intent);
          return Decision.commit("");
        });
    return intent;
  }

  /** Whoever interrupts it. */
  private Delivery deliver(Lease lease) {
    boolean stays = hangs;
    while (stays && goOn.getCount() > 0) {
      try {
        goOn.await();
      } catch (InterruptedException e) {
        // it goes on hanging
      }
    }
    return new Delivery.Accepted();
  }

  private Relay relay() {
    DestinationPolicy policy =
        new DestinationPolicy(
            MAIL,
            new Dispatch(AllowedHeaders.of(List.of()), Optional.empty()),
            new Throughput(1, 1, Duration.ofSeconds(30), Duration.ofMillis(20)),
            new RetryPolicy(
                5, new Backoff(Duration.ofMillis(1), Duration.ofMillis(5)), Breaker.NONE),
            new Contract(Contract.Keys.IGNORED, Duration.ofHours(1), "Location"));
    return new Relay(
        new DestinationQueue(policy, intents, transactions),
        this::deliver,
        states,
        Thread::new,
        new WakeUp(),
        now::get);
  }
}
