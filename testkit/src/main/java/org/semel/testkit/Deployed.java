// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import jakarta.enterprise.inject.spi.CDI;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.semel.internal.edge.server.JndiServer;
import org.semel.internal.engine.loop.Gate;
import org.semel.testkit.Run.Delivery;
import org.semel.testkit.Run.Outcome;
import org.semel.testkit.Run.Sent;

/**
 * The application that this class is deployed with, on a server. Its database stays: so each run
 * has identities of its own, and its outcome is what has changed since it began.
 */
final class Deployed implements Place {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final ApplicationInServer application;
  private final JndiServer server;
  private boolean begun;

  Deployed(ApplicationInServer application, JndiServer server) {
    this.application = application;
    this.server = server;
  }

  static Deployed here() {
    return new Deployed(
        CDI.current().select(ApplicationInServer.class).get(),
        JndiServer.here(Duration.ZERO, new Gate()));
  }

  /** The first run makes what only a first message makes, and no one compares it. */
  @Override
  public Outcome play(List<Sent> messages, CrashPoints points, Delivery delivery) {
    try {
      if (!begun) {
        begun = true;
        run(messages, CrashPoints.calm(), Delivery.ONCE);
      }
      return run(messages, points, delivery);
    } catch (SQLException | JMSException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private Outcome run(List<Sent> messages, CrashPoints points, Delivery delivery)
      throws SQLException, JMSException, InterruptedException {
    Traces traces = new Traces(application.database(), application.schema());
    Rows before = Rows.in(application.database());
    List<Addressed> addressed = addressed(messages, traces);
    application.meets(points);
    points.arm();
    List<String> stuck = deliver(delivery, addressed, messages, traces);
    points.disarm();
    application.meets(CrashPoints.calm());
    return new Outcome(
        Rows.in(application.database()).since(before),
        traces.intents(),
        traces.parked(),
        stuck,
        traces.identities(),
        points.passed(),
        points.steps(),
        points.evidence(),
        points.isStruck());
  }

  private List<String> deliver(
      Delivery delivery, List<Addressed> addressed, List<Sent> messages, Traces traces)
      throws SQLException, JMSException, InterruptedException {
    int count = addressed.size();
    switch (delivery) {
      case ONCE, RENUMBERED -> {
        send(addressed);
        return quiet(traces, count);
      }
      case TWICE -> {
        send(addressed);
        send(addressed);
        return quiet(traces, 2 * count);
      }
      case TOGETHER -> {
        sendTogether(addressed);
        return quiet(traces, 2 * count);
      }
      case LATE, AGAIN -> {
        send(addressed);
        quiet(traces, count);
        send(addressed);
        return quiet(traces, 2 * count);
      }
      case FORGOTTEN -> {
        Traces others = traces.again();
        send(addressed);
        quiet(traces, count);
        send(addressed(messages, others));
        return quiet(others, count);
      }
    }
    throw new IllegalArgumentException(delivery.words);
  }

  /** A message, and by whom it is received. */
  private record Addressed(Sent message, Receiving consumer) {}

  private List<Addressed> addressed(List<Sent> messages, Traces traces) throws SQLException {
    List<Addressed> all = new ArrayList<>();
    for (Sent one : messages) {
      Receiving consumer = application.consumer(one.consumer());
      all.add(new Addressed(consumer.marked(one, traces.mark()), consumer));
    }
    return all;
  }

  /** Waits until nothing of a run is left to be done; what is left when the time is over. */
  private static List<String> quiet(Traces traces, int deliveries) throws SQLException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      List<String> open = traces.open(deliveries);
      if (open.isEmpty() || System.nanoTime() > end) {
        return open;
      }
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }
  }

  private void send(List<Addressed> all) throws JMSException {
    for (Addressed one : all) {
      send(one);
    }
  }

  /** Outside any transaction. */
  private void send(Addressed one) throws JMSException {
    try (Connection connection =
            server.connectionFactory(one.consumer().connectionFactory()).createConnection();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
      TextMessage message = session.createTextMessage(one.message().body());
      for (Map.Entry<String, String> property : one.message().properties().entrySet()) {
        message.setStringProperty(property.getKey(), property.getValue());
      }
      session.createProducer(server.queue(one.consumer().queue()).of(session)).send(message);
    }
  }

  private void sendTogether(List<Addressed> all) throws InterruptedException {
    CyclicBarrier start = new CyclicBarrier(2);
    List<Thread> senders = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Thread sender = server.threads().newThread(() -> sendAt(start, all));
      sender.start();
      senders.add(sender);
    }
    for (Thread sender : senders) {
      sender.join();
    }
  }

  private void sendAt(CyclicBarrier start, List<Addressed> all) {
    try {
      for (Addressed one : all) {
        start.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        send(one);
      }
    } catch (InterruptedException | BrokenBarrierException | TimeoutException | JMSException e) {
      throw new IllegalStateException(e);
    }
  }
}
