// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.semel.message.Identity;
import org.semel.operations.Operations;
import org.semel.small.Jms;
import org.semel.small.SmallServer;

/**
 * Where the scenarios are played: a route, an effect that nothing protects, and a provider that
 * honours keys.
 */
abstract class ScenarioGround {

  final SmallEstate estate = new SmallEstate();
  final Operations operations = new StartedOperations(() -> estate.engine().operations());
  final AtomicInteger lostCommits = new AtomicInteger();
  final AtomicInteger markersToLose = new AtomicInteger();
  final AtomicInteger calls = new AtomicInteger();
  final List<String> requests = new CopyOnWriteArrayList<>();
  final Set<String> applied = ConcurrentHashMap.newKeySet();
  volatile Trouble trouble = () -> {};

  /** What befalls the route after its effect, or the provider after its own. */
  interface Trouble {
    void make() throws Exception;
  }

  /** The keys of the protocol. */
  abstract void protocol();

  @BeforeAll
  static void anEffectIsARowThatNoConstraintProtects() {
    SmallServer.shared()
        .postgres()
        .execute(
            "CREATE TABLE IF NOT EXISTS scenario_effect"
                + " (consumer text, key text, seq bigint GENERATED ALWAYS AS IDENTITY);"
                + " GRANT ALL ON scenario_effect TO semel");
  }

  @BeforeEach
  void policy() {
    estate.through(factory -> LosingFactory.over(factory, lostCommits));
    consumer("identity", "property:key");
    consumer("poll", "50ms");
    estate.with("semel.destination." + estate.name + ".keys", "honoured");
    estate.with("semel.destination." + estate.name + ".key-life", "30d");
    protocol();
  }

  @AfterEach
  void stop() {
    trouble = () -> {};
    estate.close();
    estate.server.broker().empty("DLQ"); // others look whether anything is in there
  }

  void consumer(String key, String value) {
    estate.with("semel.consumer." + estate.name + "." + key, value);
  }

  void start() {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .routeId("under-test")
                .process(exchange -> effect(exchange))
                .to("intent:" + estate.name)
                .process(exchange -> trouble.make());
            from("intent:" + estate.name).process(exchange -> provide(exchange));
          }
        });
  }

  void startWithoutIntents() {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).process(exchange -> effect(exchange));
          }
        });
  }

  void inOrder() {
    consumer("aggregate", "property:aggregate");
    consumer("version", "property:version");
  }

  void send(String key) {
    estate.send(key, "body");
  }

  void send(String aggregate, long version) {
    send(aggregate, version, aggregate + "/" + version);
  }

  void send(String aggregate, long version, String key) {
    Jms.send(
        estate.server.broker(),
        estate.name,
        context -> {
          var message = context.createTextMessage("body");
          message.setStringProperty("key", key);
          message.setStringProperty("aggregate", aggregate);
          message.setStringProperty("version", Long.toString(version));
          return message;
        });
  }

  private void effect(Exchange exchange) throws SQLException {
    calls.incrementAndGet();
    Identity identity = exchange.getProperty("SemelIdentity", Identity.class);
    try (Connection connection = estate.server.dataSource().getConnection();
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO scenario_effect (consumer, key) VALUES (?, ?)")) {
      insert.setString(1, estate.name);
      insert.setString(2, identity.key());
      insert.executeUpdate();
    }
  }

  /** A provider that honours keys; another relay may take the intent over before it answers. */
  private void provide(Exchange exchange) {
    String key = exchange.getMessage().getHeader("Idempotency-Key", String.class);
    requests.add(key);
    applied.add(key);
    if (markersToLose.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
      estate
          .server
          .postgres()
          .execute(
              "UPDATE semel_intent SET due_at = clock_timestamp(), lease = lease + 1 WHERE consumer = '%s'"
                  .formatted(estate.name));
    }
  }

  void killTheDatabasesSession() throws SQLException {
    try (Connection connection = estate.server.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_terminate_backend(pg_backend_pid())");
    }
  }

  void age() {
    estate
        .server
        .postgres()
        .execute(
            "UPDATE semel_claim SET claimed_at = claimed_at - interval '31 days' WHERE consumer = '%1$s';"
                    .formatted(estate.name)
                + "UPDATE semel_inbox SET ended_at = ended_at - interval '31 days' WHERE consumer = '%1$s'"
                    .formatted(estate.name));
  }

  List<String> effects() {
    return estate
        .server
        .postgres()
        .texts("SELECT key FROM scenario_effect WHERE consumer = ? ORDER BY seq", estate.name);
  }

  long delivered() {
    return estate.count("semel_intent", "state = 'delivered'");
  }

  static ConditionFactory soon() {
    return await();
  }
}
