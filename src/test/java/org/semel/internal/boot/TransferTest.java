// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.estate.Postgres;
import org.semel.matrix.Shows;
import org.semel.small.Bystander;
import org.semel.small.Jms;
import org.semel.xa.PostgresXADataSource;

/**
 * {@code transfer=xa}: an intent is leased, sent to a queue and settled in one transaction, over
 * real broker, database and transaction manager.
 */
class TransferTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String ATTEMPTS =
      "SELECT sum(attempts)::bigint FROM semel_intent WHERE consumer = ?";

  private final SmallEstate estate = new SmallEstate();
  private final String destination = "d" + System.nanoTime();
  private final String out = Jms.queue(estate.server.broker());
  private final AtomicInteger sendings = new AtomicInteger();

  {
    estate.with("semel.consumer." + estate.name + ".identity", "property:key");
    estate.with("semel.destination." + destination + ".transfer", "xa");
    estate.with("semel.destination." + destination + ".concurrency", "3");
    estate.with("semel.destination." + destination + ".batch", "20");
    estate.with("semel.destination." + destination + ".attempts", "3");
  }

  @AfterEach
  void stop() {
    estate.close();
  }

  @Test
  void everyIntentIsInTheQueueOnceUnderItsKey() {
    start(exchange -> {});
    send(200);
    await().until(() -> delivered("attempts = 1") == 200);
    assertInTheQueueOnce(200);
    await().until(() -> estate.server.postgres().gids().isEmpty());
  }

  @Test
  @Shows("T1 none")
  void whatFailsAfterTheSendIsTakenOutOfTheQueueAgainAndSentOnceInTheEnd() {
    oneAtATime();
    start(
        exchange -> {
          if (sendings.incrementAndGet() <= 2) {
            throw new IllegalStateException("after the send");
          }
        });
    send(1);
    await().until(() -> delivered("attempts = 3 AND NOT uncertain") == 1);
    assertInTheQueueOnce(1);
  }

  /** Camel waits on a thread of its own, unless it knows that the exchange is in a transaction. */
  @Test
  void whatIsDelayedBeforeItIsSentIsTakenOutOfTheQueueAgainAllTheSame() {
    oneAtATime();
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).to("intent:" + destination);
            from("intent:" + destination)
                .delay(constant(1))
                .to("jms:queue:" + out)
                .process(
                    exchange -> {
                      if (sendings.incrementAndGet() <= 2) {
                        throw new IllegalStateException("after the send");
                      }
                    });
          }
        });
    send(1);
    await().until(() -> delivered("attempts = 3 AND NOT uncertain") == 1);
    assertInTheQueueOnce(1);
  }

  @Test
  void whoDoomsTheTransactionIsSentOnceInTheEnd() {
    start(
        exchange -> {
          if (sendings.incrementAndGet() == 1) {
            estate.server.manager().setRollbackOnly();
          }
        });
    send(5);
    await().until(() -> delivered("true") == 5);
    assertThat(estate.server.postgres().number(ATTEMPTS, estate.name)).isBetween(5L, 6L);
    assertInTheQueueOnce(5);
  }

  @Test
  @Shows("T2 none")
  void whatDoesNotCommitWasNeverLeasedAndIsNobodysAttempt() {
    start(
        exchange -> {
          if (sendings.incrementAndGet() <= 2) {
            estate.server.manager().getTransaction().enlistResource(objecting());
          }
        });
    send(5);
    await().until(() -> delivered("attempts = 1 AND lease = 1") == 5);
    assertInTheQueueOnce(5);
    await().until(() -> estate.server.postgres().gids().isEmpty());
  }

  /** A branch that does not let the others commit. */
  private static Bystander objecting() {
    return new Bystander()
        .onPrepare(
            () -> {
              throw new IllegalStateException("no");
            });
  }

  @Test
  void oneThatCannotBeSentIsParkedAndItsCompanyIsSentOnce() {
    start(
        exchange -> {
          if ("poison".equals(exchange.getMessage().getBody(String.class))) {
            throw new IllegalStateException("after the send");
          }
        });
    estate.send("poison", "poison");
    send(30);
    await().until(() -> delivered("true") == 30);
    int others = untilParked("cause = 'poison' AND reason = 'ATTEMPTS_EXHAUSTED'");
    await().atMost(PATIENCE).until(() -> delivered("true") == 30 + others);
    assertInTheQueueOnce(30 + others);
  }

  @Test
  void oneThatFailsOnlyAtItsCommitHoldsUpNobodyAndIsParkedInTheEnd() {
    oneAtATime();
    start(
        exchange -> {
          if ("stubborn".equals(exchange.getMessage().getBody(String.class))) {
            estate.server.manager().getTransaction().enlistResource(objecting());
          }
        });
    estate.send("stubborn", "stubborn");
    await().until(() -> estate.count("semel_intent", "cause = 'stubborn'") == 1);
    send(10);
    await().until(() -> delivered("attempts = 1") == 10);
    int others = untilParked("cause = 'stubborn' AND reason = 'ATTEMPTS_EXHAUSTED'");
    await().atMost(PATIENCE).until(() -> delivered("attempts = 1") == 10 + others);
    assertInTheQueueOnce(10 + others);
    await().until(() -> estate.server.postgres().gids().isEmpty());
  }

  @Test
  @Shows("T3 backend")
  void aCrashOfTheDatabaseBetweenPrepareAndCommitSendsNothingTwice() {
    start(
        exchange -> {
          if (sendings.incrementAndGet() == 1) {
            int backend = backend();
            estate
                .server
                .manager()
                .getTransaction()
                .enlistResource(
                    new Bystander()
                        .onPrepare(
                            () ->
                                estate
                                    .server
                                    .postgres()
                                    .number("SELECT pg_terminate_backend(?, 5000)::int", backend)));
          }
        });
    send(1);
    await().until(() -> estate.server.broker().messages(out) == 1);
    await("it is in doubt, and is not sent again")
        .during(Duration.ofMillis(300))
        .until(() -> isInDoubt() && sendings.get() == 1);
    await()
        .until(
            () -> {
              recover();
              return delivered("attempts = 1") == 1;
            });
    assertInTheQueueOnce(1);
    assertThat(sendings).hasValue(1);
  }

  @Test
  void overAFactoryThatTakesNoPartInTransactionsNothingIsSent() {
    estate.with("semel.consumer-defaults.connection-factory", SmallEstate.PLAIN);
    estate.with("semel.consumer." + estate.name + ".connection-factory", "java:/JmsXA");
    AtomicInteger proofs = new AtomicInteger();
    estate.through(
        factory -> {
          proofs.incrementAndGet();
          return estate.unwaiting(factory);
        });
    LogLines lines = new LogLines();
    try {
      start(exchange -> sendings.incrementAndGet());
      send(3);
      await().until(() -> estate.count("semel_intent", "state = 'pending'") == 3);
      await().until(() -> !lines.with("SEMEL-0503", "SEMEL-0513", destination).isEmpty());
      int before = proofs.get();
      await("the relay has tried again and again").until(() -> proofs.get() >= before + 2);
    } finally {
      lines.close();
    }
    assertThat(estate.count("semel_intent", "state = 'pending' AND lease = 0")).isEqualTo(3);
    assertThat(sendings).hasValue(0);
    assertThat(estate.server.broker().messages(out)).isZero();
  }

  @Test
  void whatAQueueHasNoRoomForWaitsAndIsNobodysAttempt() {
    estate.server.broker().holdsUpTo(4, out);
    estate.with("semel.destination." + destination + ".circuit-open", "100ms");
    LogLines lines = new LogLines();
    try {
      start(exchange -> {});
      send(12);
      await().until(() -> estate.count("semel_intent", "true") == 12);
      await("it is tried in vain")
          .until(() -> estate.count("semel_intent", "detail IS NOT NULL") >= 3);
      assertThat(estate.count("semel_intent", "detail NOT LIKE 'the queue has no room%'"))
          .as("what shows only when it is prepared as well")
          .isZero();
      await("it goes on as room is made").until(() -> isSettled(12));
    } finally {
      lines.close();
    }
    assertThat(delivered("attempts = 1 AND failures = 0")).isEqualTo(12);
    assertThat(lines.with("SEMEL-0503", destination)).as("an outage of the database").isEmpty();
  }

  private boolean isSettled(int count) {
    if (estate.server.broker().messages(out) >= 4) {
      estate.server.broker().empty(out);
    }
    return estate.count("semel_intent", "settled_at IS NOT NULL") == count;
  }

  /**
   * Others are sent meanwhile, each once the one before is through: who fails alone may have met an
   * outage. Returns how many.
   */
  private int untilParked(String where) {
    long before = delivered("true");
    AtomicInteger others = new AtomicInteger();
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              if (delivered("true") >= before + others.get()) {
                estate.send("other" + others.incrementAndGet(), "b");
              }
              return estate.count("semel_intent", where) == 1;
            });
    return others.get();
  }

  /** Among several, another may take over what failed before its attempt is written down. */
  private void oneAtATime() {
    estate.with("semel.destination." + destination + ".concurrency", "1");
  }

  private void start(Processor afterTheSend) {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).to("intent:" + destination);
            from("intent:" + destination).to("jms:queue:" + out).process(afterTheSend);
          }
        });
  }

  private void send(int count) {
    IntStream.range(0, count).forEach(i -> estate.send("k" + i, "b"));
  }

  private long delivered(String where) {
    return estate.count("semel_intent", "state = 'delivered' AND " + where);
  }

  /** The database commits before the broker. */
  private void assertInTheQueueOnce(int count) {
    await("what is delivered is in " + out)
        .until(() -> estate.server.broker().messages(out) >= count);
    List<String> keys = keys();
    assertThat(keys).hasSize(count).doesNotHaveDuplicates().doesNotContainNull();
    assertThat(
            estate.count(
                "semel_intent",
                "key::text = ANY ('{" + String.join(",", keys) + "}') AND state = 'delivered'"))
        .isEqualTo(count);
  }

  /** The idempotency keys of all that is in the queue. */
  private List<String> keys() {
    List<String> keys = new ArrayList<>();
    try (var factory = estate.server.broker().plainFactory();
        JMSContext context = factory.createContext();
        var browser = context.createBrowser(context.createQueue(out))) {
      for (Enumeration<?> all = browser.getEnumeration(); all.hasMoreElements(); ) {
        keys.add(((Message) all.nextElement()).getStringProperty("IdempotencyKey"));
      }
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
    return keys;
  }

  /** Others are prepared for a moment: each thread of the relay proves its sessions first. */
  private boolean isInDoubt() {
    return delivered("true") == 0 && estate.server.postgres().gids().size() == 1;
  }

  /** The one that serves the caller's transaction. */
  private int backend() throws SQLException {
    try (Connection connection = estate.server.dataSource().getConnection();
        Statement statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT pg_backend_pid()")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private void recover() {
    PostgresXADataSource database = new PostgresXADataSource();
    database.setUrl(estate.server.postgres().jdbcUrl());
    database.setUser(Postgres.ROLE);
    database.setPassword(Postgres.PASSWORD);
    estate.server.recovery().scan(database);
  }
}
