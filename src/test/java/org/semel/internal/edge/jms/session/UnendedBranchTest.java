// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.session;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.JMSContext;
import jakarta.jms.XAConnection;
import jakarta.jms.XAConnectionFactory;
import jakarta.jms.XAJMSContext;
import jakarta.jms.XASession;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.edge.jms.JmsMessages;
import org.semel.internal.edge.jms.JmsSource;
import org.semel.internal.edge.jms.Queues;
import org.semel.internal.edge.jta.Branches;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Limits;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Outcome;
import org.semel.small.Broker;
import org.semel.small.Bystander;
import org.semel.small.Jms;
import org.semel.small.Proxied;
import org.semel.small.SmallServer;

/** A transaction that cannot commit, as one of its branches could not be ended. */
class UnendedBranchTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final Map<String, Class<?>> WATCHED =
      Map.of(
          "createXAConnection", XAConnection.class,
          "createXASession", XASession.class,
          "getXAResource", XAResource.class);

  private final String queue = "unended-" + UUID.randomUUID();
  private final SmallServer server = SmallServer.shared();
  private final Broker broker = server.broker();
  private final AtomicBoolean strikes = new AtomicBoolean(true);
  private Throwable answer = new XAException(XAException.XAER_RMERR);
  private String struckCall = "end";
  private boolean strikesBroker;
  private boolean rollbackFails;
  private final JmsSource source =
      new JmsSource(
          new DirectSessions(
              watched(XAConnectionFactory.class, broker.xaFactory()),
              new Branches(server.manager())::enlist,
              DirectSessions.Naming.NONE),
          Queues.named(queue),
          new JmsMessages(queue, new Limits(1 << 20, 200, 10_000)));

  @AfterEach
  void close() {
    source.close();
  }

  @ParameterizedTest
  @CsvSource({"database, -3", "database, 100", "broker, -3", "broker, 100", "broker, -7"})
  void itsMessageComesAgainInTheSameSession(String whose, int code) {
    broker.queue(queue);
    for (int i = 0; i < 9; i++) {
      Jms.send(broker, queue, context -> context.createTextMessage("{}"));
    }
    answer = new XAException(code);
    Completion<Integer> struck = receive(whose);
    assertThat(struck).isNotInstanceOf(Completion.Committed.class);
    assertThat(strikes).as("it was struck").isFalse();
    source.ended(Outcome.UNDONE);
    for (int expected : new int[] {7, 2}) {
      Completion<Integer> next = receive("no one");
      source.ended(Outcome.COMMITTED);
      assertThat(next).isEqualTo(new Completion.Committed<>(expected));
    }
    assertThat(broker.messages(queue)).isZero();
  }

  /**
   * Narayana lets an Error of a branch through, and asks no further branch for anything. The client
   * still holds the acknowledgements of ours, and would send them in the session's next branch.
   */
  @ParameterizedTest
  @ValueSource(strings = {"database", "broker"})
  void itsMessagesAreNotAcknowledgedInTheNextTransaction(String whose) {
    broker.queue(queue);
    for (int i = 0; i < 9; i++) {
      Jms.send(broker, queue, context -> context.createTextMessage("{}"));
    }
    answer = new ThreadDeath();
    assertThat(receive(whose)).isNotInstanceOf(Completion.Committed.class);
    assertThat(strikes).as("it was struck").isFalse();
    source.ended(Outcome.UNDONE);
    int received = 0;
    for (int tries = 0; tries < 5 && received < 9; tries++) {
      Completion<Integer> next = receive("no one");
      source.ended(next.committed().isPresent() ? Outcome.COMMITTED : Outcome.UNDONE);
      received += next.committed().orElse(0);
    }
    assertThat(received).isEqualTo(9);
    assertThat(broker.messages(queue)).isZero();
  }

  /** A transaction manager then asks no further branch for anything: nor ours, which is open. */
  @Test
  void itsMessageComesAgainThoughNoOneEndsItsBranch() {
    broker.queue(queue);
    Jms.send(broker, queue, context -> context.createTextMessage("{}"));
    rollbackFails = true;
    assertThat(receive("database")).isNotInstanceOf(Completion.Committed.class);
    source.ended(Outcome.UNDONE);
    rollbackFails = false;
    int received = 0;
    for (int tries = 0; tries < 3 && received == 0; tries++) {
      Completion<Integer> next = receive("no one");
      source.ended(next.committed().isPresent() ? Outcome.COMMITTED : Outcome.UNDONE);
      received += next.committed().orElse(0);
    }
    assertThat(received).isOne();
  }

  /**
   * The broker has the acknowledgement of a branch that is ended and that no one asks for a vote. A
   * consumer that stops or rests opens no further session, in which it would be rolled back.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void itsMessageIsGivenToAnotherConsumerOnceThisOneStopsOrRests(boolean stops) {
    broker.queue(queue);
    Jms.send(broker, queue, context -> context.createTextMessage("{}"));
    answer = new ThreadDeath();
    struckCall = "prepare";
    assertThat(receive("database")).isNotInstanceOf(Completion.Committed.class);
    assertThat(strikes).as("it was struck").isFalse();
    source.ended(Outcome.UNDONE);
    if (stops) {
      source.close();
    } else {
      source.rest();
    }
    try (XAJMSContext another = broker.xaFactory().createXAContext()) {
      JMSContext session = another.getContext();
      assertThat(session.createConsumer(session.createQueue(queue)).receive(PATIENCE.toMillis()))
          .isNotNull();
    }
  }

  private Completion<Integer> receive(String whose) {
    return server
        .transactions()
        .inNew(
            PATIENCE.multipliedBy(2),
            () -> {
              XAResource database = new Bystander();
              new Branches(server.manager())
                  .enlist(
                      whose.equals("database") ? watched(XAResource.class, database) : database);
              strikesBroker = whose.equals("broker");
              return Decision.commit(source.receive(new BatchLimit(7, 1_000_000), PATIENCE).size());
            });
  }

  private <T> T watched(Class<T> type, Object real) {
    return Proxied.as(type, (method, arguments) -> answer(real, method, arguments));
  }

  private @Nullable Object answer(
      Object real, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    boolean struck = real instanceof Bystander || (strikesBroker && real instanceof XAResource);
    if (struck && method.getName().equals(struckCall) && strikes.getAndSet(false)) {
      throw answer;
    }
    if (rollbackFails && real instanceof Bystander && method.getName().equals("rollback")) {
      throw new IllegalStateException("of the pool");
    }
    Object result = Proxied.call(real, method, arguments);
    Class<?> watched = WATCHED.get(method.getName());
    return watched == null ? result : watched(watched, result);
  }
}
