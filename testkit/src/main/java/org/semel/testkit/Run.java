// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.TextMessage;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.locks.LockSupport;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.jspecify.annotations.Nullable;

/** One run of an application: it starts, is sent its messages, meets what it meets, and ends. */
final class Run {

  /** How the messages come. */
  enum Delivery {
    ONCE("each message once"),
    RENUMBERED("each message once, with other numbers of all sequences"),
    TWICE("each message twice"),
    TOGETHER("two copies of each message at the same moment"),
    LATE("each message again after all is through and the application has restarted"),
    AGAIN("each message again after all is through"),
    FORGOTTEN("each message again after Semel's memory was deleted");

    final String words;

    Delivery(String words) {
      this.words = words;
    }
  }

  /** A message. */
  record Sent(String consumer, String body, Map<String, String> properties) {}

  /**
   * All that a run left.
   *
   * @param effects at external systems
   * @param parked messages and intents that wait for a person, with their reasons
   * @param stuck what has not come through in time, or is left where nothing may be
   * @param steps for each that was begun, the route in which its message came
   */
  record Outcome(
      Rows rows,
      List<String> effects,
      List<String> parked,
      List<String> stuck,
      long identities,
      List<String> points,
      Map<String, String> steps,
      List<Evidence> evidence,
      boolean wasStruck) {

    List<Difference> differences(Outcome found, Set<String> ignored) {
      List<Difference> all = new ArrayList<>(Difference.between("parked", parked, found.parked));
      all.addAll(Difference.between("not through", stuck, found.stuck));
      all.addAll(effects(found, ignored));
      return all;
    }

    /** Those of tables and of external systems alone. */
    List<Difference> effects(Outcome found, Set<String> ignored) {
      List<Difference> all = new ArrayList<>(rows.differences(found.rows, ignored));
      all.addAll(Difference.between("external systems", effects, found.effects));
      return all;
    }
  }

  private static final Duration PATIENCE = Duration.ofSeconds(40);

  /** What is still to be done. */
  private static final String OPEN =
      """
      SELECT count(*) || ' stored messages' FROM semel_inbox WHERE state NOT IN ('COMPLETED', 'PARKED') HAVING count(*) > 0
      UNION ALL
      SELECT count(*) || ' intents for ' || destination FROM semel_intent WHERE state IN ('pending', 'leased') GROUP BY destination
      UNION ALL
      SELECT count(*) || ' prepared transactions' FROM pg_prepared_xacts WHERE database = current_database() HAVING count(*) > 0
      """;

  /** What no run may leave: a message that is through has no attempts counted any more. */
  private static final String BLAMED =
      "SELECT count(*) || ' attempts that count' FROM semel_attempt WHERE failures > 0 HAVING count(*) > 0";

  private static final String PREPARED =
      "SELECT gid FROM pg_prepared_xacts WHERE database = current_database()";

  private static final String PARKED =
      """
      SELECT consumer || ': ' || reason || coalesce(' (' || detail || ')', '') FROM semel_parked WHERE state = 'parked'
      UNION ALL
      SELECT 'intent ' || destination || ': ' || coalesce(reason, '') FROM semel_intent
      WHERE state = 'parked'
      """;

  private static final String IDENTITIES =
      "SELECT (SELECT count(*) FROM semel_claim) + (SELECT count(*) FROM semel_window)";

  /** An intent that is still there would let the second effect fail, and not be seen. */
  private static final String FORGET =
      "DELETE FROM semel_claim; DELETE FROM semel_window; DELETE FROM semel_inbox; DELETE FROM semel_version; DELETE FROM semel_intent";

  /** Those of a run in which a transaction rolled back are others, too. */
  private static final String RENUMBER =
      """
      SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, start_value + 1000 * increment_by)
      FROM pg_sequences WHERE sequencename NOT LIKE 'semel\\_%'
      """;

  private final EmbeddedServer server = EmbeddedServer.shared();
  private final Setup setup;
  private final Provider provider;
  private final List<Sent> messages;
  private final CrashPoints points;
  private final Map<String, String> policy;
  private final Map<String, String> queues;
  private final String database;
  private @Nullable Application application;
  private @Nullable KilledMachine machine;
  private boolean revived;

  private Run(Setup setup, Provider provider, List<Sent> messages, CrashPoints points)
      throws Exception {
    this.setup = setup;
    this.provider = provider;
    this.messages = messages;
    this.points = points;
    policy = Application.policy(setup, provider);
    Set<String> consumers = new LinkedHashSet<>();
    messages.forEach(one -> consumers.add(one.consumer()));
    queues = Application.queues(policy, consumers);
    for (String queue : queues.values()) {
      server.queue(queue);
    }
    server.queue(policy.getOrDefault("semel.probe-queue", "semel.probe"));
    server.emptyQueues();
    provider.begin(
        path -> points.found(Evidence.Kind.SENT, points.receivingStep(), "POST " + path),
        path -> points.found(Evidence.Kind.ONE_KEY, points.sendingStep(), "POST " + path));
    database = server.database(setup.scripts());
    if (points.killedAt().isPresent()) {
      machine =
          KilledMachine.start(
              setup,
              policy,
              server.outside(),
              server.transactions(),
              database,
              points.killedAt().get());
    } else {
      application = start(points);
    }
  }

  private Application start(CrashPoints met) throws Exception {
    return Application.start(setup, policy, database, met, server.inside());
  }

  static Outcome of(
      Setup setup, Provider provider, List<Sent> messages, CrashPoints points, Delivery delivery) {
    try {
      Run run = new Run(setup, provider, messages, points);
      try {
        run.deliver(delivery);
        return run.outcome();
      } finally {
        points.end();
        run.close();
        run.drop();
      }
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void stop() {
    if (application != null && (revived || !points.isDead())) {
      application.stop();
    }
  }

  private void close() {
    if (machine != null) {
      machine.close();
    }
  }

  /** A database that holds a prepared transaction is kept, and dropped with the server. */
  private void drop() throws SQLException {
    if (server.texts(database, PREPARED).isEmpty()) {
      server.drop(database);
    }
  }

  private void deliver(Delivery delivery) throws Exception {
    points.arm();
    switch (delivery) {
      case ONCE -> send(messages);
      case RENUMBERED -> {
        server.texts(database, RENUMBER);
        send(messages);
      }
      case TWICE -> {
        send(messages);
        send(messages);
      }
      case TOGETHER -> sendTogether();
      case LATE, AGAIN -> {
        send(messages);
        quiet();
        stop();
        application = start(points);
        send(messages);
      }
      case FORGOTTEN -> {
        send(messages);
        quiet();
        server.execute(database, FORGET);
        provider.forgetKeys();
        send(messages);
      }
    }
  }

  private Outcome outcome() throws Exception {
    List<String> stuck = new ArrayList<>(quiet());
    stuck.addAll(server.texts(database, BLAMED));
    waiting(EmbeddedServer.DEAD_LETTERS).ifPresent(stuck::add);
    points.disarm();
    Rows rows = Rows.in(server.owner(database));
    Outcome outcome =
        new Outcome(
            rows,
            provider.effects(),
            server.texts(database, PARKED),
            stuck,
            Long.parseLong(server.texts(database, IDENTITIES).get(0)),
            points.passed(),
            points.steps(),
            points.evidence(),
            points.isStruck());
    stop();
    return outcome;
  }

  /** Waits until nothing is left to be done; what is left when the time is over. */
  private List<String> quiet() throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      if (machine != null && machine.isDead()) {
        points.killed();
      }
      if (points.isDead() && !revived) {
        server.forget(points.branches());
        server.awaitGone(database);
        server.recover(database);
        application = start(CrashPoints.calm());
        revived = true;
      }
      List<String> open = open();
      boolean through = open.isEmpty() && (revived || !points.isDead());
      if (through || System.nanoTime() > end) {
        return open;
      }
      if (points.isStruck() && !revived) {
        server.recover(database); // as a server does from time to time
      }
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }

  private List<String> open() throws SQLException {
    List<String> open = new ArrayList<>();
    queues.values().forEach(queue -> waiting(queue).ifPresent(open::add));
    open.addAll(server.texts(database, OPEN));
    return open;
  }

  private Optional<String> waiting(String queue) {
    long count = server.messages(queue);
    return count > 0 ? Optional.of(count + " messages in " + queue) : Optional.empty();
  }

  private void send(List<Sent> all) {
    try (ActiveMQConnectionFactory factory = server.inside().plain();
        JMSContext context = factory.createContext()) {
      all.forEach(one -> send(context, one));
    }
  }

  private void send(JMSContext context, Sent one) {
    try {
      TextMessage message = context.createTextMessage(one.body());
      for (Map.Entry<String, String> property : one.properties().entrySet()) {
        message.setStringProperty(property.getKey(), property.getValue());
      }
      context
          .createProducer()
          .send(context.createQueue(queues.getOrDefault(one.consumer(), one.consumer())), message);
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  private void sendTogether() throws InterruptedException {
    CyclicBarrier start = new CyclicBarrier(2);
    List<Thread> senders = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Thread sender = new Thread(() -> sendAt(start), "testkit-sender");
      sender.start();
      senders.add(sender);
    }
    for (Thread sender : senders) {
      sender.join();
    }
  }

  private void sendAt(CyclicBarrier start) {
    try (ActiveMQConnectionFactory factory = server.inside().plain();
        JMSContext context = factory.createContext()) {
      for (Sent one : messages) {
        start.await();
        send(context, one);
      }
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }
}
