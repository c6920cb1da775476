// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.intent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.loop.WakeUp;
import org.semel.internal.engine.send.BufferedIntents;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Intents;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.relay.Delivery;
import org.semel.internal.engine.send.relay.DestinationPolicy;
import org.semel.internal.engine.send.relay.DestinationPolicy.Breaker;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract;
import org.semel.internal.engine.send.relay.DestinationPolicy.Dispatch;
import org.semel.internal.engine.send.relay.DestinationPolicy.RetryPolicy;
import org.semel.internal.engine.send.relay.DestinationPolicy.Throughput;
import org.semel.internal.engine.send.relay.DestinationQueue;
import org.semel.internal.engine.send.relay.Relay;
import org.semel.internal.engine.send.relay.RelayListener;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.AllowedHeaders;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.small.SmallServer;

/**
 * Another transaction holds the row of an intent under way for long: that of a person's act, say,
 * or of a note that it is sent, on a connection that hangs.
 */
class HeldRowsTest {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration LEASE = Duration.ofSeconds(40);

  private final SmallServer server = SmallServer.shared();
  private final Destination destination = new Destination("h-" + UUID.randomUUID());
  private final IntentTable table = new IntentTable(server.jdbc());
  private final Intents intents = new BufferedIntents(table, server.transactions());
  private final AtomicInteger underWay = new AtomicInteger();
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final List<SettledLease> lost = new CopyOnWriteArrayList<>();
  private final Relay relay = relay();

  @AfterEach
  void stop() {
    goOn.countDown();
    relay.stop();
  }

  @Test
  void itKeepsNoOtherFromBeingSettledAndIsSettledAfterwards() {
    beginThree();
    whileTheFirstIsHeld(
        () -> {
          goOn.countDown();
          awaitIt("the others are settled", () -> count("state = 'delivered'") == 2);
        });
    awaitIt("nobody holds it any more", () -> count("state = 'delivered'") == 3);
    assertThat(lost).isEmpty();
  }

  @Test
  void itKeepsNoOtherLeaseFromBeingRenewed() {
    beginThree();
    long first = latest();
    whileTheFirstIsHeld(() -> awaitIt("the others are renewed", () -> latest() > first));
    goOn.countDown();
    awaitIt("all are settled", () -> count("state = 'delivered' AND lease = 1") == 3);
    assertThat(lost).isEmpty();
  }

  private void beginThree() {
    server
        .transactions()
        .inNew(
            PATIENCE,
            () -> {
              IntStream.range(0, 3).forEach(number -> intents.record(intent(number)));
              return Decision.commit("");
            });
    relay.start();
    awaitIt("all are under way", () -> underWay.get() == 3);
  }

  private void whileTheFirstIsHeld(Runnable act) {
    server
        .transactions()
        .inNew(
            PATIENCE.multipliedBy(2),
            () -> {
              assertThat(
                      server
                          .jdbc()
                          .query(
                              "hold a row",
                              "SELECT key FROM semel_intent WHERE key = ? FOR UPDATE",
                              binds -> binds.uuid(intent(0).key()),
                              row -> row.getString("key")))
                  .hasSize(1);
              act.run();
              return Decision.discard("");
            })
        .orElseThrow(IllegalStateException::new);
  }

  private static void awaitIt(String what, Callable<Boolean> condition) {
    await(what).atMost(PATIENCE).until(condition);
  }

  private long count(String where) {
    return server
        .postgres()
        .number(
            "SELECT count(*) FROM semel_intent WHERE destination = ? AND " + where,
            destination.name());
  }

  /** Until when the latest of the leases lasts, in milliseconds. */
  private long latest() {
    return server
        .postgres()
        .number(
            "SELECT (extract(epoch FROM max(due_at)) * 1000)::bigint FROM semel_intent WHERE destination = ?",
            destination.name());
  }

  private Intent intent(int number) {
    return new Intent(
        new Identity(destination.name(), "k" + number),
        new Intent.Address(destination, 0),
        Headers.none(),
        Body.none());
  }

  private Delivery deliver(Lease lease) {
    underWay.incrementAndGet();
    try {
      goOn.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return new Delivery.Accepted();
  }

  private Relay relay() {
    DestinationPolicy policy =
        new DestinationPolicy(
            destination,
            new Dispatch(AllowedHeaders.of(List.of()), Optional.empty()),
            new Throughput(12, 12, LEASE, Duration.ofSeconds(2)), // three are settled together
            new RetryPolicy(
                5, new Backoff(Duration.ofMillis(1), Duration.ofMillis(5)), Breaker.NONE),
            new Contract(Contract.Keys.HONOURED, Duration.ofHours(1), "Location"));
    return new Relay(
        new DestinationQueue(policy, table, server.transactions()),
        this::deliver,
        new RelayListener() {
          @Override
          public void leaseLost(Destination from, SettledLease settled) {
            lost.add(settled);
          }
        },
        Thread::new,
        new WakeUp());
  }
}
