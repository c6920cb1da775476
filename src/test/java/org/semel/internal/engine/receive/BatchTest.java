// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.batch.BatchResult.BatchCommitted;
import org.semel.internal.engine.receive.consumer.Consumer;
import org.semel.small.SmallServer;

/** Many messages in one transaction, over real broker, database and transaction manager. */
class BatchTest {

  private static final int MESSAGES = 600;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final SmallWorld world = world();
  private final AtomicInteger calls = new AtomicInteger();
  private volatile Handler route = (message, identity) -> effect(identity.key());
  private final Consumer consumer =
      world.consumer(
          world.policy(4, 50),
          (message, identity) -> {
            calls.incrementAndGet();
            route.handle(message, identity);
          });

  SmallWorld world() {
    return new SmallWorld();
  }

  /** The second constraint is looked at when the transaction prepares, and no sooner. */
  @BeforeAll
  static void anEffectIsARowThatNoConstraintProtectsFromDoubling() {
    SmallServer.shared()
        .postgres()
        .execute(
            """
            CREATE TABLE IF NOT EXISTS lawful (key text PRIMARY KEY);
            INSERT INTO lawful VALUES ('yes') ON CONFLICT DO NOTHING;
            CREATE TABLE IF NOT EXISTS batch_effect (
              queue text,
              key text,
              lawful text REFERENCES lawful DEFERRABLE INITIALLY DEFERRED
            );
            GRANT ALL ON batch_effect TO semel;
            """);
  }

  @AfterEach
  void stop() {
    consumer.stop();
  }

  @Test
  void messagesThatAreThereShareTransactionsAndTakeEffectOnce() {
    IntStream.range(0, MESSAGES).forEach(i -> world.send("k" + i % 400, "b" + i % 400));
    consumer.start();
    await().atMost(PATIENCE).until(this::nothingIsLeft);
    consumer.stop();
    assertThat(effects()).isEqualTo(400);
    assertThat(world.count("semel_duplicate")).isEqualTo(200);
    assertThat(largest()).isGreaterThan(10).isLessThanOrEqualTo(50);
  }

  @Test
  void aSuspendedConsumerHoldsNothingThatOthersCouldReceive() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    route =
        (message, identity) -> {
          release.await();
          effect(identity.key());
        };
    IntStream.range(0, MESSAGES).forEach(i -> world.send("k" + i, "b"));
    consumer.start();
    await().until(() -> calls.get() > 0);
    Thread suspending = new Thread(consumer::suspend);
    suspending.start();
    await().until(() -> suspending.getState() == Thread.State.TIMED_WAITING);
    release.countDown();
    suspending.join();
    assertThat(others() + effects()).isEqualTo(MESSAGES);
    assertThat(effects()).isLessThanOrEqualTo(200);
  }

  /** What somebody else receives until nothing is left, or nothing comes any more. */
  private int others() {
    try (var factory = acknowledging();
        JMSContext context = factory.createContext();
        JMSConsumer other = context.createConsumer(context.createQueue(world.queue))) {
      int received = 0;
      while (!nothingIsLeft() && other.receive(PATIENCE.toMillis()) != null) {
        received++;
      }
      return received;
    }
  }

  /** By the time somebody has received a message, the broker has forgotten it. */
  private ActiveMQConnectionFactory acknowledging() {
    ActiveMQConnectionFactory factory = world.server.broker().plainFactory();
    factory.setBlockOnAcknowledge(true);
    return factory;
  }

  @Test
  void aSingleMessageWaitsForNoOther() {
    consumer.start();
    world.send("1", "a");
    await("it was taken alone").until(() -> largest() == 1);
    assertThat(effects()).isEqualTo(1);
  }

  @Test
  void poisonIsParkedWhereverItFailsAndItsCompanyIsNot() {
    Set<String> thrown = Set.of("k7", "k333");
    Set<String> unlawful = Set.of("k100", "k101");
    route =
        (message, identity) -> {
          effect(identity.key(), unlawful.contains(identity.key()) ? "no" : "yes");
          if (thrown.contains(identity.key())) {
            throw new IllegalStateException("poison");
          }
        };
    IntStream.range(0, MESSAGES).forEach(i -> world.send("k" + i, "b"));
    consumer.start();
    await().atMost(PATIENCE).until(() -> nothingIsLeft() && world.count("semel_parked") == 4);
    consumer.stop();
    assertThat(effects()).isEqualTo(MESSAGES - 4);
    assertThat(
            world
                .server
                .postgres()
                .texts(
                    "SELECT key || ' ' || reason FROM semel_parked WHERE consumer = ?",
                    world.queue))
        .containsExactlyInAnyOrder(
            "k7 ATTEMPTS_EXHAUSTED",
            "k333 ATTEMPTS_EXHAUSTED",
            "k100 ATTEMPTS_EXHAUSTED",
            "k101 ATTEMPTS_EXHAUSTED");
    assertThat(parkedFor("batch_effect_lawful_fkey")).containsOnly("k100", "k101");
    assertThat(failuresThatOutlivedTheirMessage()).isZero();
    assertThat(world.server.broker().deadLetters(world.queue)).isZero();
  }

  private List<String> parkedFor(String words) {
    return world
        .server
        .postgres()
        .texts(
            "SELECT key FROM semel_parked WHERE consumer = ? AND detail LIKE ?",
            world.queue,
            "%" + words + "%");
  }

  private boolean nothingIsLeft() {
    return world.server.broker().messages(world.queue) == 0;
  }

  private int largest() {
    return world.results.stream()
        .filter(BatchCommitted.class::isInstance)
        .mapToInt(result -> ((BatchCommitted) result).receipts().size())
        .max()
        .orElse(0);
  }

  private void effect(String key) throws SQLException {
    effect(key, "yes");
  }

  private void effect(String key, String lawful) throws SQLException {
    try (Connection connection = world.dataSource().getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO batch_effect VALUES (?, ?, ?)")) {
      insert.setString(1, world.queue);
      insert.setString(2, key);
      insert.setString(3, lawful);
      insert.executeUpdate();
    }
  }

  /**
   * Suspects may outlive theirs, until retention takes them: a batch that fails at its commit is
   * rolled back before they are noted, and by then another worker may have their messages in hand.
   */
  private long failuresThatOutlivedTheirMessage() {
    return world
        .server
        .postgres()
        .number(
            "SELECT count(*) FROM semel_attempt WHERE consumer = ? AND failures > 0", world.queue);
  }

  private long effects() {
    return world
        .server
        .postgres()
        .number("SELECT count(*) FROM batch_effect WHERE queue = ?", world.queue);
  }
}
