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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.loop.WakeUp;
import org.semel.internal.engine.send.BufferedIntents;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.IntentQueue;
import org.semel.internal.engine.send.Intents;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Lease.SentFrom;
import org.semel.internal.engine.send.LeaseLimit;
import org.semel.internal.engine.send.SettledLease;
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
import org.semel.internal.engine.tx.Decision;
import org.semel.matrix.Shows;
import org.semel.message.AllowedHeaders;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.small.SmallServer;

/**
 * A relay stands still while it delivers, and with it all that would renew its lease; when it goes
 * on, another has the intent, or had it.
 */
class TwoHoldersTest {

  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private final SmallServer server = SmallServer.shared();
  private final Destination destination = new Destination("d-" + UUID.randomUUID());
  private final IntentTable table = new IntentTable(server.jdbc());
  private final Intents intents = new BufferedIntents(table, server.transactions());
  private final List<UUID> keys = new CopyOnWriteArrayList<>();
  private final List<SettledLease> refused = new CopyOnWriteArrayList<>();
  private final CountDownLatch delivering = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private volatile boolean frozen;
  private final Relay slow = relay(new Freezing(), this::afterALongWhile);
  private final Relay quick = relay(table, this::atOnce);

  @AfterEach
  void stop() {
    goOn.countDown();
    slow.stop();
    quick.stop();
  }

  @Test
  @Shows("R7 none")
  void theFirstOnesSettlementCountsForNothingAndTheProviderSeesOneKey() throws Exception {
    record();
    slow.start();
    delivering.await();
    frozen = true;
    letTheLeaseRunOut();
    quick.start();
    await("the second delivers and settles").until(() -> count("state = 'delivered'") == 1);
    goOn.countDown();
    await("the first learns that it is another's").until(() -> !refused.isEmpty());
    assertThat(keys).hasSize(2);
    assertThat(keys.get(0)).isEqualTo(keys.get(1));
    assertThat(refused).hasSize(1);
    assertThat(count("state = 'delivered' AND lease = 2 AND reason IS NULL")).isEqualTo(1);
  }

  /** Whatever it comes to by then must not be written. */
  private Delivery afterALongWhile(Lease lease) {
    keys.add(lease.intent().key());
    delivering.countDown();
    standStill();
    return new Delivery.Refused("a refusal that comes too late");
  }

  private Delivery atOnce(Lease lease) {
    keys.add(lease.intent().key());
    return new Delivery.Accepted();
  }

  private void standStill() {
    try {
      goOn.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void letTheLeaseRunOut() {
    server
        .postgres()
        .execute(
            "UPDATE semel_intent SET due_at = clock_timestamp() WHERE destination = '%s'"
                .formatted(destination.name()));
  }

  private long count(String where) {
    return server
        .postgres()
        .number(
            "SELECT count(*) FROM semel_intent WHERE destination = ? AND " + where,
            destination.name());
  }

  private void record() {
    server
        .transactions()
        .inNew(
            TIMEOUT,
            () -> {
              intents.record(
                  new Intent(
                      new Identity(destination.name(), "k"),
                      new Intent.Address(destination, 0),
                      Headers.none(),
                      Body.none()));
              return Decision.commit("");
            });
  }

  private Relay relay(IntentQueue queue, Provider provider) {
    return new Relay(
        new DestinationQueue(policy(), queue, server.transactions()),
        provider,
        new RelayListener() {},
        Thread::new,
        new WakeUp());
  }

  private DestinationPolicy policy() {
    return new DestinationPolicy(
        destination,
        new Dispatch(AllowedHeaders.of(List.of()), Optional.empty()),
        new Throughput(1, 1, Duration.ofMinutes(10), Duration.ofMillis(50), Optional.empty()),
        new RetryPolicy(5, new Backoff(Duration.ofMillis(1), Duration.ofMillis(5)), Breaker.NONE),
        new Contract(Contract.Keys.HONOURED, Duration.ofHours(1), "Location"));
  }

  /** The table as one sees it whose machine stands still. */
  private final class Freezing implements IntentQueue {

    @Override
    public List<Lease> lease(Destination from, LeaseLimit most, Duration life, SentFrom sent) {
      return frozen && goOn.getCount() > 0 ? List.of() : table.lease(from, most, life, sent);
    }

    @Override
    public List<Lease> leaseInOrder(
        Destination from, LeaseLimit most, Duration life, SentFrom sent) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean renew(Lease lease, Duration life) {
      return !frozen && table.renew(lease, life);
    }

    @Override
    public List<Lease> markSent(List<Lease> leases, Duration life) {
      return table.markSent(leases, life);
    }

    @Override
    public List<SettledLease> stillOurs(List<SettledLease> settled) {
      return table.stillOurs(settled);
    }

    @Override
    public List<SettledLease> settle(List<SettledLease> settled) {
      List<SettledLease> notOurs = table.settle(settled);
      refused.addAll(notOurs);
      return notOurs;
    }
  }
}
