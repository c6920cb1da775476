// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.operations.Operations;
import org.semel.operations.OperatorContext;
import org.semel.operations.ReleaseResult;
import org.semel.small.WatchedThreads;

/**
 * Messages whose time to live has passed when their turn comes: the broker hands out none of them,
 * so that each of these has expired behind its receipt.
 */
class ExpiryTest {

  private static final OperatorContext ANN = new OperatorContext("ann", "the fault is mended");

  /** Of what must have been received before it expires; longer where it was not. */
  private static final Duration SHORT = Duration.ofSeconds(1);

  /** Of what expires by an edit of its row. */
  private static final Duration LONG = Duration.ofHours(1);

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final SmallEstate estate = new SmallEstate();
  private final String consumer = "semel.consumer." + estate.name + ".";
  private final List<String> seen = new CopyOnWriteArrayList<>();
  private final AtomicBoolean broken = new AtomicBoolean();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final Operations operations = new StartedOperations(() -> estate.engine().operations());
  private volatile long expires;
  private int tries;

  {
    estate.with(consumer + "identity", "property:key").with(consumer + "workers", "1");
  }

  @AfterEach
  void stop() {
    estate.close();
    estate.server.broker().empty("DLQ"); // others look whether anything is in there
  }

  @ParameterizedTest
  @ValueSource(strings = {"xa", "store-first"})
  void whatHasExpiredBehindAnotherOfItsBatchIsParked(String protocol) throws Exception {
    oneBehindAnother(protocol);
    await("the second has expired behind the first")
        .atMost(PATIENCE)
        .until(() -> estate.count("semel_parked", "reason = 'EXPIRED'") == 1);
    assertThat(seen).containsExactly("slow");
    assertThat(estate.count("semel_parked", "headers::text LIKE '%\"JMSExpiration\"%'")).isOne();
  }

  @ParameterizedTest
  @ValueSource(strings = {"xa", "store-first"})
  void itTakesEffectWhereThePolicySaysSo(String protocol) throws Exception {
    estate.with(consumer + "expired", "handle");
    oneBehindAnother(protocol);
    await("both are handled").atMost(PATIENCE).until(() -> seen.size() == 2);
    assertThat(seen).containsExactly("slow", "late");
  }

  @Test
  void aVersionThatExpiredWhileItWaitedIsParkedAndThoseBehindItWait() {
    estate.with(consumer + "identity", "aggregate:property:order,property:version");
    estate
        .with(consumer + "aggregate", "property:order")
        .with(consumer + "version", "property:version");
    estate.start(route());
    version(2, LONG);
    version(3, Duration.ZERO);
    await("both wait").until(() -> estate.count("semel_held", "true") == 2);
    expire("semel_held");
    version(1, Duration.ZERO);
    await().until(() -> estate.count("semel_parked", "reason = 'EXPIRED'") == 1);
    assertThat(seen).containsExactly("version 1");
    assertThat(estate.count("semel_held", "true")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"xa", "ack-after-commit", "store-first"})
  void aParkedOneThatHasExpiredIsNotReleasedUnlessThePolicySaysSo(String protocol) {
    broken.set(true);
    estate.under(protocol).with(consumer + "attempts", "1").start(route());
    send(message("poison"), LONG);
    await().until(() -> estate.count("semel_parked", "reason = 'ATTEMPTS_EXHAUSTED'") == 1);
    expire("semel_parked");
    broken.set(false);
    long id = operations.parked().waiting(estate.name, 0, 2).get(0).id();
    assertThat(operations.parked().release(id, ANN))
        .isInstanceOfSatisfying(
            ReleaseResult.Refused.class,
            refused -> assertThat(refused.reason().name()).isEqualTo("EXPIRED"));
    assertThat(seen).isEmpty();
    assertThat(estate.count("semel_parked", "state = 'parked'")).isOne();
  }

  private RouteBuilder route() {
    return new RouteBuilder() {
      @Override
      public void configure() {
        from("inbox:" + estate.name).routeId("under-test").process(ExpiryTest.this::takeEffect);
      }
    };
  }

  /** The first of a batch lasts until the second has expired. */
  private void takeEffect(Exchange exchange) {
    String body = exchange.getMessage().getBody(String.class);
    if (broken.get()) {
      throw new IllegalStateException("broken");
    }
    if (body.equals("slow")) {
      begun.countDown();
      await("the second has expired").atMost(PATIENCE).until(this::hasExpired);
    }
    seen.add(body);
  }

  private boolean hasExpired() {
    return expires > 0 && System.currentTimeMillis() > expires + 100;
  }

  /** Makes a message. */
  @FunctionalInterface
  private interface Maker {
    Message in(JMSContext context) throws JMSException;
  }

  private Maker message(String body) {
    return context -> {
      Message message = context.createTextMessage(body);
      message.setStringProperty("key", body + tries);
      return message;
    };
  }

  /** As if it had waited for so long. */
  private void expire(String table) {
    estate
        .server
        .postgres()
        .execute(
            "UPDATE %s SET headers = replace(headers::text, '%d', '1000000000000')::json WHERE consumer = '%s'"
                .formatted(table, expires, estate.name));
  }

  private void version(int version, Duration life) {
    send(
        context -> {
          Message message = context.createTextMessage("version " + version);
          message.setStringProperty("order", "o");
          message.setIntProperty("version", version);
          return message;
        },
        life);
  }

  private void send(Maker maker, Duration life) {
    in(JMSContext.AUTO_ACKNOWLEDGE, context -> send(context, maker, life));
  }

  /** Of two that are stored either may come first: the second is sent when the first has begun. */
  private void oneBehindAnother(String protocol) throws Exception {
    if (protocol.equals("store-first")) {
      send(message("slow"), Duration.ZERO);
      estate.under(protocol).start(route());
      await("the first has begun").atMost(PATIENCE).until(() -> begun.getCount() == 0);
      send(message("late"), LONG);
      await("the second is stored").until(() -> estate.count("semel_inbox", "true") == 2);
      expire("semel_inbox");
      expires = 1;
    } else {
      WatchedThreads threads = new WatchedThreads();
      estate.under(protocol).threads(threads).start(route());
      for (Duration life = SHORT; tries == 0 || isMissed(life); life = life.multipliedBy(2)) {
        receiveTwoAtOnce(life, threads);
      }
    }
  }

  /** Whether the second expired before it was received, as on a machine that stands still. */
  private boolean isMissed(Duration life) {
    return life.compareTo(PATIENCE) < 0
        && !seen.contains("late")
        && estate.count("semel_parked", "true") == 0;
  }

  /** The broker keeps the order of two that are there together. */
  private void receiveTwoAtOnce(Duration life, WatchedThreads threads) throws Exception {
    tries++;
    seen.clear();
    estate.camel.getRouteController().suspendRoute("under-test");
    await("the worker waits at the gate").until(() -> threads.keptOut() == 1);
    twoAtOnce(life);
    estate.camel.getRouteController().resumeRoute("under-test");
    await("both have left the queue").atMost(PATIENCE).until(estate::queueIsEmpty);
  }

  /** In one transaction of their producer, so that they are there together. */
  private void twoAtOnce(Duration life) {
    in(
        Session.SESSION_TRANSACTED,
        context -> {
          send(context, message("slow"), Duration.ZERO);
          send(context, message("late"), life);
          context.commit();
        });
  }

  private void send(JMSContext context, Maker maker, Duration life) throws JMSException {
    Message message = maker.in(context);
    context
        .createProducer()
        .setTimeToLive(life.toMillis())
        .send(context.createQueue(estate.name), message);
    expires = Math.max(expires, message.getJMSExpiration());
  }

  /** Sends something. */
  @FunctionalInterface
  private interface Sending {
    void by(JMSContext context) throws JMSException;
  }

  private void in(int mode, Sending sending) {
    try (var factory = estate.server.broker().plainFactory();
        JMSContext context = factory.createContext(mode)) {
      sending.by(context);
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }
}
