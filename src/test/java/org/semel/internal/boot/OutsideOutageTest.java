// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A service that a route asks is down, with nobody at its port, or takes every question and answers
 * none: the consumer waits for it, as for broker and database, and nobody is blamed. For how long:
 * {@code -Dsemel.outage=600}, in seconds.
 */
class OutsideOutageTest {

  private static final int MESSAGES = 60;
  private static final Duration OUTAGE = Duration.ofSeconds(Integer.getInteger("semel.outage", 2));

  /** As in the shipped settings: each try of an outage is a delivery to the broker. */
  private static final int DELIVERIES = 20_000;

  private static final Duration LONGER_THAN_A_TRANSACTION = Duration.ofSeconds(11);

  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final SmallEstate estate = new SmallEstate();
  private final HttpClient client = HttpClient.newHttpClient();
  private final AtomicInteger calls = new AtomicInteger();
  private final Socket port = bound();
  private final int number = port.getLocalPort();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch answers = new CountDownLatch(1);
  private HttpServer service;

  @AfterEach
  void stop() throws IOException {
    answers.countDown();
    estate.close();
    port.close();
    if (service != null) {
      service.stop(0);
    }
    threads.shutdownNow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"xa", "ack-after-commit", "store-first"})
  void whileAServiceIsDownNobodyIsBlamedAndWorkResumesWhenItIsBack(String protocol)
      throws IOException {
    begin(protocol);
    isDown(10);
    answers.countDown();
    open();
    allTakeEffect();
    assertThat(blamed()).as("attempts").isZero();
  }

  /** Each question outlives its transaction: that the message lasts too long only seems so. */
  @ParameterizedTest
  @ValueSource(strings = {"xa", "ack-after-commit", "store-first"})
  void whileAServiceHangsForLongerThanATransactionNobodyIsBlamed(String protocol)
      throws IOException {
    open();
    estate.consumer("transaction-timeout", "10s");
    begin(protocol);
    isDown(2);
    answers.countDown();
    allTakeEffect();
  }

  private void isDown(int tries) {
    IntStream.range(0, MESSAGES).forEach(i -> estate.send("k" + i, "b"));
    await("some are tried").atMost(PATIENCE).until(() -> calls.get() > 0);
    long since = System.nanoTime();
    await("the service is down for " + OUTAGE)
        .atMost(OUTAGE.plus(PATIENCE))
        .until(() -> System.nanoTime() - since > OUTAGE.toNanos() && calls.get() > tries);
    assertThat(estate.count("semel_parked", "true")).as("parked while it is down").isZero();
    assertThat(blamed()).as("attempts while it is down").isZero();
  }

  private void allTakeEffect() {
    await("all take effect").atMost(PATIENCE).until(() -> effects() == MESSAGES);
    await("the queue is empty").atMost(PATIENCE).until(estate::queueIsEmpty);
    assertThat(estate.count("semel_parked", "true")).as("parked").isZero();
  }

  private long blamed() {
    return estate.count("semel_attempt", "failures > 0")
        + estate.count("semel_inbox", "failures > 0");
  }

  private long effects() {
    return estate.count("semel_inbox", "state = 'COMPLETED'") > 0
        ? estate.count("semel_inbox", "state = 'COMPLETED'")
        : estate.count("semel_claim", "true") - estate.count("semel_inbox", "true");
  }

  private void begin(String protocol) {
    estate.server.broker().deliversUpTo(DELIVERIES, estate.name);
    estate.under(protocol);
    estate.consumer("identity", "property:key");
    estate.consumer("attempts", "2");
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).process(exchange -> ask());
          }
        });
  }

  private void ask() throws Exception {
    calls.incrementAndGet();
    client.send(
        HttpRequest.newBuilder(URI.create("http://localhost:" + number + "/"))
            .timeout(LONGER_THAN_A_TRANSACTION)
            .build(),
        HttpResponse.BodyHandlers.discarding());
  }

  /** Until now nobody else could have the port, and nobody answered there. */
  private void open() throws IOException {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), number);
    port.close();
    service = HttpServer.create(address, 0);
    service.setExecutor(threads);
    service.createContext(
        "/",
        exchange -> {
          awaitAnswers();
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    service.start();
  }

  private void awaitAnswers() throws IOException {
    try {
      answers.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static Socket bound() {
    Socket port = new Socket();
    try {
      port.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return port;
  }
}
