// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.postgresql.stored.StoredTable;
import org.semel.internal.engine.receive.rows.LeasedMessage;
import org.semel.internal.engine.receive.rows.StoredMessages.Quota;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Decision;
import org.semel.matrix.Shows;
import org.semel.message.Identity;
import org.semel.operations.Identities.ForgetResult;
import org.semel.operations.Operations;
import org.semel.operations.OperatorContext;
import org.semel.small.SmallServer;
import org.semel.small.WatchedThreads;

/** Protocol {@code store-first} over real broker, database, transaction manager and Camel. */
class StoreFirstTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final SmallEstate estate = new SmallEstate();
  private final AtomicInteger calls = new AtomicInteger();
  private volatile Trouble trouble = exchange -> {};

  /** What a test lets the route do after its effect. */
  private interface Trouble {
    void make(Exchange exchange) throws Exception;
  }

  @BeforeAll
  static void anEffectIsARowThatNoConstraintProtects() {
    SmallServer.shared()
        .postgres()
        .execute(
            "CREATE TABLE IF NOT EXISTS stored_effect (consumer text, key text, step text);"
                + " GRANT ALL ON stored_effect TO semel");
  }

  @BeforeEach
  void policy() {
    estate.under("store-first");
    estate.consumer("identity", "property:key");
    estate.consumer("headers", "none");
    estate.consumer("attempts", "3");
    estate.consumer("poll", "50ms");
    estate.consumer("retry-backoff-first", "20ms");
    estate.consumer("retry-backoff-most", "50ms");
    estate.with("semel.destination." + estate.name + ".attempts", "1");
  }

  @AfterEach
  void stop() {
    trouble = exchange -> {};
    estate.close();
  }

  @Test
  void firstDeliveryEffectApplied() {
    start();
    estate.send("1", "a");
    awaitState("COMPLETED", 1);
    assertThat(effects("all")).isEqualTo(1);
    assertThat(estate.count("semel_claim", "true")).isEqualTo(1);
    await().until(estate::queueIsEmpty);
  }

  @Test
  void duplicateAfterSuccessNoSecondEffect() {
    start();
    estate.send("1", "a");
    awaitState("COMPLETED", 1);
    estate.send("1", "a");
    await().until(() -> estate.count("semel_duplicate", "true") == 1);
    assertThat(effects("all")).isEqualTo(1);
    assertThat(estate.count("semel_inbox", "true")).isEqualTo(1);
  }

  @Test
  void manyMessagesWithDuplicatesTakeEffectOnceEach() {
    IntStream.range(0, 400).forEach(i -> estate.send("k" + i % 300, "b" + i % 300));
    start();
    awaitState("COMPLETED", 300);
    await().until(estate::queueIsEmpty);
    assertThat(effects("all")).isEqualTo(300);
    assertThat(estate.count("semel_duplicate", "true")).isEqualTo(100);
    assertThat(estate.count("semel_intent", "true")).isEqualTo(300);
  }

  @Test
  void aForgottenIdentityIsStoredAgainAndTakesEffectAgain() {
    startWithoutIntents();
    estate.send("1", "a");
    awaitState("COMPLETED", 1);
    Operations operations = new StartedOperations(() -> estate.engine().operations());
    OperatorContext by = new OperatorContext("ann", "the effect was undone by hand");
    assertThat(operations.identities().forget(new Identity(estate.name, "1"), by))
        .isEqualTo(new ForgetResult.Forgotten());
    estate.send("1", "a");
    await().until(() -> effects("all") == 2);
  }

  @Test
  void anotherBodyUnderTheSameIdentityIsParkedAsAConflict() {
    start();
    estate.send("1", "a");
    awaitState("COMPLETED", 1);
    estate.send("1", "b");
    await().until(() -> estate.count("semel_parked", "reason = 'CONFLICT'") == 1);
    assertThat(effects("all")).isEqualTo(1);
  }

  @Test
  @Shows("I5 worker")
  void aRouteThatFailsIsTriedAsThePolicySaysAndParked() {
    trouble =
        exchange -> {
          throw new IllegalStateException("no");
        };
    start();
    estate.send("1", "a");
    awaitState("PARKED", 1);
    assertThat(calls).hasValue(3);
    assertThat(effects("all")).isZero();
    assertThat(estate.count("semel_intent", "true")).isZero();
    assertThat(
            estate.count(
                "semel_parked",
                "reason = 'ATTEMPTS_EXHAUSTED' AND detail = 'java.lang.IllegalStateException: no'"))
        .isEqualTo(1);
    estate.send("1", "a");
    await().until(() -> estate.count("semel_duplicate", "true") == 1);
  }

  @Test
  void aTerminalExceptionIsParkedAtOnce() {
    estate.consumer("retry-terminal", "java.lang.RuntimeException");
    trouble =
        exchange -> {
          throw new IllegalStateException("no");
        };
    start();
    estate.send("1", "a");
    awaitState("PARKED", 1);
    assertThat(calls).hasValue(1);
    assertThat(estate.count("semel_parked", "reason = 'TERMINAL_FAILURE'")).isEqualTo(1);
  }

  @Test
  void anExceptionNamedAsRetryableIsTriedAgainThoughAClassAboveItIsTerminal() {
    estate.consumer("retry-terminal", "java.lang.RuntimeException");
    estate.consumer("retry-again", "java.lang.IllegalStateException");
    trouble =
        exchange -> {
          if (calls.get() == 1) {
            throw new IllegalStateException("once");
          }
        };
    start();
    estate.send("1", "a");
    awaitState("COMPLETED", 1);
    assertThat(calls).hasValue(2);
  }

  @Test
  @Shows("I6 none")
  void ofManyOnlyThePoisonousOneIsParked() {
    trouble =
        exchange -> {
          if (exchange.getMessage().getBody(String.class).equals("bad")) {
            throw new IllegalStateException("bad");
          }
        };
    IntStream.range(0, 60).forEach(i -> estate.send("k" + i, i == 30 ? "bad" : "good"));
    start();
    awaitState("COMPLETED", 59);
    awaitState("PARKED", 1);
    assertThat(effects("all")).isEqualTo(59);
    assertThat(estate.count("semel_inbox", "state = 'COMPLETED' AND failures > 0")).isZero();
  }

  @Test
  @Shows("I3 none")
  void whatIsAcknowledgedAndNobodyHasTakenIsTakenWhenWorkersRunAgain() throws Exception {
    estate.consumer("workers", "1");
    WatchedThreads threads = new WatchedThreads();
    estate.threads(threads);
    CountDownLatch hold = new CountDownLatch(1);
    trouble = exchange -> hold.await();
    start();
    estate.send("1", "a");
    await().until(() -> calls.get() == 1);
    estate.send("2", "a");
    await().until(() -> estate.count("semel_inbox", "true") == 2 && estate.queueIsEmpty());
    Thread stopping = stopping();
    await("whoever has nothing in hand is let in no more").until(() -> threads.keptOut() > 0);
    hold.countDown();
    stopping.join();
    assertThat(estate.count("semel_inbox", "state = 'COMPLETED'")).isEqualTo(1);
    assertThat(estate.count("semel_inbox", "state = 'RECEIVED' AND lease = 0")).isEqualTo(1);
    estate.camel.getRouteController().startRoute("stored");
    awaitState("COMPLETED", 2);
    assertThat(calls).hasValue(2);
    assertThat(effects("all")).isEqualTo(2);
    assertThat(estate.count("semel_inbox", "lapses > 0 OR failures > 0")).isZero();
    assertThat(estate.count("semel_duplicate", "true")).isZero();
  }

  private Thread stopping() {
    Thread stopping =
        new Thread(
            () -> {
              try {
                estate.camel.getRouteController().stopRoute("stored");
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    stopping.start();
    return stopping;
  }

  @Test
  @Shows("I4 worker")
  void aWorkerThatDiedIsReplacedWhenItsLeaseRunsOut() {
    start();
    suspendAndLease("1");
    expire();
    resume();
    awaitState("COMPLETED", 1);
    assertThat(estate.count("semel_inbox", "lapses = 1")).isEqualTo(1);
    assertThat(effects("all")).isEqualTo(1);
  }

  @Test
  @Shows({"I4 slow worker", "I5 worker"})
  void theLateWorkerIsRefusedAndLeavesNothingBehind() throws Exception {
    CountDownLatch hold = new CountDownLatch(1);
    trouble =
        exchange -> {
          if (calls.get() == 1) {
            hold.await();
          }
        };
    start();
    estate.send("1", "a");
    await().until(() -> calls.get() == 1);
    expire();
    awaitState("COMPLETED", 1);
    hold.countDown();
    assertThat(calls).hasValue(2);
    estate.camel.getRouteController().stopRoute("stored");
    assertThat(effects("all")).isEqualTo(1);
    assertThat(estate.count("semel_intent", "true")).isEqualTo(1);
    assertThat(estate.count("semel_inbox", "lease = 2 AND lapses = 1")).isEqualTo(1);
  }

  @Test
  void aLeaseIsRenewedWhileItsRouteRuns() throws Exception {
    estate.consumer("lease", "30s");
    CountDownLatch hold = new CountDownLatch(1);
    trouble = exchange -> hold.await();
    start();
    estate.send("1", "a");
    await().until(() -> calls.get() == 1);
    String first = dueAt();
    await().until(() -> !dueAt().equals(first));
    String second = dueAt();
    await().until(() -> !dueAt().equals(second));
    hold.countDown();
    awaitState("COMPLETED", 1);
    assertThat(calls).hasValue(1);
    assertThat(estate.count("semel_inbox", "lapses = 0")).isEqualTo(1);
  }

  @Test
  void finishedStepsDoNotRunAgain() {
    AtomicInteger second = new AtomicInteger();
    startStepped(
        exchange -> {
          if (second.incrementAndGet() < 3) {
            throw new IllegalStateException("not yet");
          }
        });
    estate.send("1", "a");
    awaitState("COMPLETED", 1);
    assertThat(effects("one")).isEqualTo(1);
    assertThat(effects("two")).isEqualTo(1);
    assertThat(calls).hasValue(1);
    assertThat(second).hasValue(3);
    assertThat(stepRows()).isZero();
  }

  @Test
  void whatInterceptsARouteDoesNotRunAgainForFinishedSteps() {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            interceptFrom("inbox:*").process(exchange -> effect(exchange, "from"));
            intercept().process(exchange -> effect(exchange, "each"));
            from("inbox:" + estate.name)
                .process(exchange -> effect(exchange, "one"))
                .to("inbox:step?name=one")
                .process(exchange -> effect(exchange, "two"));
          }
        });
    estate.send("1", "a");
    awaitState("COMPLETED", 1);
    assertThat(effects("one")).isEqualTo(1);
    assertThat(effects("two")).isEqualTo(1);
    assertThat(effects("from")).as("of interceptFrom").isEqualTo(1);
    assertThat(effects("each")).as("of intercept, for each of the three").isEqualTo(3);
  }

  @Test
  void aRouteThatRemovesAllPropertiesStopsAtItsStepAndResumesBehindIt() {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .process(exchange -> effect(exchange, "one"))
                .removeProperties("*")
                .to("inbox:step?name=one")
                .process(exchange -> effect(exchange, "two"));
          }
        });
    estate.send("1", "a");
    await("it has ended one way or the other")
        .until(() -> estate.count("semel_inbox", "state IN ('COMPLETED', 'PARKED')") == 1);
    assertThat(estate.count("semel_parked", "true")).isZero();
    assertThat(effects("one")).isEqualTo(1);
    assertThat(effects("two")).isEqualTo(1);
  }

  @Test
  void behindAStepTheRouteHasWhatWasStoredWithIt() {
    startStepped(
        exchange -> {
          assertThat(exchange.getMessage().getBody(String.class)).isEqualTo("a, one");
          assertThat(exchange.getMessage().getHeader("long")).isEqualTo(7L);
          assertThat(exchange.getProperty("property")).isEqualTo("kept");
          assertThat(exchange.getVariable("variable")).isEqualTo(true);
        });
    estate.send("1", "a");
    awaitState("COMPLETED", 1);
    assertThat(estate.count("semel_intent", "true")).as("keys differ").isEqualTo(2);
  }

  @Test
  @Shows("I9 worker")
  void afterACrashTheRouteResumesBehindTheLastFinishedStep() throws Exception {
    CountDownLatch hold = new CountDownLatch(1);
    AtomicInteger second = new AtomicInteger();
    startStepped(
        exchange -> {
          if (second.incrementAndGet() == 1) {
            hold.await();
          }
        });
    estate.send("1", "a");
    await().until(() -> second.get() == 1);
    expire();
    awaitState("COMPLETED", 1);
    hold.countDown();
    estate.camel.getRouteController().stopRoute("stepped");
    assertThat(calls).as("the first step ran once").hasValue(1);
    assertThat(effects("one")).isEqualTo(1);
    assertThat(effects("two")).isEqualTo(1);
    assertThat(estate.count("semel_inbox", "step = 'two' AND lapses = 1")).isEqualTo(1);
  }

  @Test
  void whatCannotBeStoredWithAStepIsToldAndParked() {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .setHeader("when", () -> java.time.LocalDate.EPOCH)
                .to("inbox:step?name=one");
          }
        });
    estate.send("1", "a");
    awaitState("PARKED", 1);
    assertThat(
            estate.count(
                "semel_parked", "detail LIKE '%SEMEL-0604%when is a java.time.LocalDate%'"))
        .isEqualTo(1);
  }

  @Test
  void theWorkIsDoneAtOnceWithoutWaitingForThePoll() {
    estate.consumer("poll", "5m");
    start();
    estate.send("1", "a");
    awaitState("COMPLETED", 1);
    estate.send("2", "a");
    awaitState("COMPLETED", 2);
  }

  private void start() {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .routeId("stored")
                .process(exchange -> calls.incrementAndGet())
                .process(exchange -> effect(exchange, "all"))
                .to("intent:" + estate.name)
                .process(exchange -> trouble.make(exchange));
          }
        });
  }

  private void startWithoutIntents() {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).process(exchange -> effect(exchange, "all"));
          }
        });
  }

  private void startStepped(Trouble atTheEnd) {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .routeId("stepped")
                .process(exchange -> calls.incrementAndGet())
                .process(exchange -> effect(exchange, "one"))
                .to("intent:" + estate.name)
                .setBody(simple("${body}, one"))
                .setHeader("long", constant(7L))
                .setProperty("property", constant("kept"))
                .setVariable("variable", constant(true))
                .to("inbox:step?name=one")
                .process(exchange -> effect(exchange, "two"))
                .to("intent:" + estate.name)
                .process(atTheEnd::make)
                .to("inbox:step?name=two")
                .process(
                    exchange -> assertThat(exchange.getProperty("property")).isEqualTo("kept"));
          }
        });
  }

  /** A message is stored and leased by a worker of which nothing is heard any more. */
  private void suspendAndLease(String key) {
    try {
      estate.camel.getRouteController().suspendRoute("stored");
      var stored = new StoredTable(estate.server.jdbc());
      var message = org.semel.message.Messages.keyed(key, "a", 1);
      var identity = new org.semel.message.Identity(estate.name, key);
      var completion =
          estate
              .server
              .transactions()
              .inNew(
                  TIMEOUT,
                  () -> {
                    stored.store(
                        List.of(
                            new org.semel.internal.engine.receive.rows.StoredMessages.InboxEntry(
                                identity, message)));
                    return Decision.commit(
                        stored.lease(estate.name, new Quota(10, 10), Duration.ofHours(1)));
                  });
      assertThat(((Committed<List<LeasedMessage>>) completion).value()).hasSize(1);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void resume() {
    try {
      estate.camel.getRouteController().resumeRoute("stored");
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Lets database time pass for all leases of this consumer. */
  private void expire() {
    estate
        .server
        .postgres()
        .execute(
            "UPDATE semel_inbox SET due_at = clock_timestamp() - interval '1 second'"
                + " WHERE state = 'IN_PROGRESS' AND consumer = '"
                + estate.name
                + "'");
  }

  private String dueAt() {
    return estate
        .server
        .postgres()
        .texts("SELECT due_at::text FROM semel_inbox WHERE consumer = ?", estate.name)
        .get(0);
  }

  private void awaitState(String state, int messages) {
    await()
        .atMost(PATIENCE)
        .until(() -> estate.count("semel_inbox", "state = '" + state + "'") == messages);
  }

  private long effects(String step) {
    return estate.count("stored_effect", "step = '" + step + "'");
  }

  private long stepRows() {
    return estate
        .server
        .postgres()
        .number(
            "SELECT count(*) FROM semel_step s JOIN semel_inbox i USING (identity) WHERE i.consumer"
                + " = ?",
            estate.name);
  }

  private void effect(Exchange exchange, String step) throws SQLException {
    try (Connection connection = estate.server.dataSource().getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO stored_effect VALUES (?, ?, ?)")) {
      insert.setString(1, estate.name);
      insert.setString(
          2, exchange.getProperty("SemelIdentity", org.semel.message.Identity.class).key());
      insert.setString(3, step);
      insert.executeUpdate();
    }
  }
}
