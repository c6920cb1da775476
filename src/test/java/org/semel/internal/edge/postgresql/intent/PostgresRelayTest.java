// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.intent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.postgresql.Jdbc;
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
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract.Keys;
import org.semel.internal.engine.send.relay.DestinationPolicy.Dispatch;
import org.semel.internal.engine.send.relay.DestinationPolicy.RetryPolicy;
import org.semel.internal.engine.send.relay.DestinationPolicy.Throughput;
import org.semel.internal.engine.send.relay.DestinationQueue;
import org.semel.internal.engine.send.relay.Provider;
import org.semel.internal.engine.send.relay.Relay;
import org.semel.internal.engine.send.relay.RelayListener;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.AllowedHeaders;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.small.SmallServer;

/** Relays over the real table. */
class PostgresRelayTest {

  private final SmallServer server = SmallServer.shared();
  private final AtomicInteger statements = new AtomicInteger();
  private final IntentTable table = new IntentTable(new Jdbc(counted(server.movedSessions())));
  private final Intents intents =
      new BufferedIntents(new IntentTable(server.jdbc()), server.transactions());
  private final Map<UUID, AtomicInteger> sent = new ConcurrentHashMap<>();
  private Keys keys = Keys.HONOURED;

  @Test
  void leasesAndSettlementsAreBatchedAndNothingIsSentTwice() {
    deliverAThousand();
    assertThat(statements).as("one by one it would be 2000").hasValueLessThan(100);
  }

  @Test
  void whereKeysAreIgnoredOneStatementMoreForEachAtMostNotesThatItIsSent() {
    keys = Keys.IGNORED;
    deliverAThousand();
    assertThat(statements).hasValueLessThan(1100);
  }

  /** Counted once it knows how long a delivery takes; a cold one takes long, and few are leased. */
  private void deliverAThousand() {
    Destination destination = destination();
    record(destination, 0, 200);
    Relay relay = relay(destination, lease -> sent(lease.intent()));
    relay.start();
    await("the relay is warm").until(() -> count(destination, "delivered") == 200);
    statements.set(0);
    record(destination, 200, 1200);
    await("a thousand are delivered").until(() -> count(destination, "delivered") == 1200);
    relay.stop();
    assertThat(sent).hasSize(1200);
    assertThat(sent.values()).allSatisfy(times -> assertThat(times).hasValue(1));
  }

  @Test
  void aDestinationThatHangsWithAllItMayHaveHoldsUpNoOther() {
    Destination hanging = destination();
    Destination mail = destination();
    CountDownLatch release = new CountDownLatch(1);
    AtomicInteger inFlight = new AtomicInteger();
    record(hanging, 0, 100);
    record(mail, 0, 200);
    Relay slow =
        relay(
            hanging,
            lease -> {
              inFlight.incrementAndGet();
              awaitIt(release);
              return new Delivery.Accepted();
            });
    Relay quick = relay(mail, lease -> sent(lease.intent()));
    slow.start();
    await().until(() -> inFlight.get() == 8);
    quick.start();
    await().until(() -> count(mail, "delivered") == 200);
    assertThat(count(hanging, "delivered")).isZero();
    assertThat(inFlight).hasValue(8);
    release.countDown();
    await().until(() -> count(hanging, "delivered") == 100);
    slow.stop();
    quick.stop();
  }

  private Delivery sent(Intent intent) {
    sent.computeIfAbsent(intent.key(), key -> new AtomicInteger()).incrementAndGet();
    return new Delivery.Accepted();
  }

  private Relay relay(Destination destination, Provider provider) {
    DestinationPolicy policy =
        new DestinationPolicy(
            destination,
            new Dispatch(AllowedHeaders.of(List.of()), Optional.empty()),
            new Throughput(8, 100, Duration.ofMinutes(1), Duration.ofMillis(500)),
            new RetryPolicy(
                5, new Backoff(Duration.ofMillis(1), Duration.ofMillis(5)), Breaker.NONE),
            new Contract(keys, Duration.ofHours(1), "Location"));
    return new Relay(
        new DestinationQueue(policy, table, server.transactions()),
        provider,
        RelayListener.NONE,
        Thread::new,
        new WakeUp());
  }

  private void record(Destination destination, int from, int to) {
    server
        .transactions()
        .inNew(
            Duration.ofMinutes(1),
            () -> {
              IntStream.range(from, to).forEach(i -> intents.record(intent(destination, i)));
              return Decision.commit("");
            });
  }

  private static Intent intent(Destination destination, int number) {
    return new Intent(
        new Identity("c", "k" + number),
        new Intent.Address(destination, 0),
        Headers.none(),
        Body.none());
  }

  private long count(Destination destination, String state) {
    return server
        .postgres()
        .number(
            "SELECT count(*) FROM semel_intent WHERE destination = ? AND state = ?",
            destination.name(),
            state);
  }

  private static Destination destination() {
    return new Destination("d-" + UUID.randomUUID());
  }

  private static void awaitIt(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private DataSource counted(DataSource source) {
    return proxy(
        DataSource.class,
        (self, method, arguments) -> {
          Object result = call(source, method, arguments);
          return result instanceof Connection connection ? counted(connection) : result;
        });
  }

  private Connection counted(Connection connection) {
    return proxy(
        Connection.class,
        (self, method, arguments) -> {
          if (method.getName().equals("prepareStatement")) {
            statements.incrementAndGet();
          }
          return call(connection, method, arguments);
        });
  }

  private static Object call(Object target, java.lang.reflect.Method method, Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw Optional.ofNullable(e.getCause()).orElse(e);
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
