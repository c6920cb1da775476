// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.jms.session.Sessions;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.Policies;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.tx.Outcome;
import org.semel.small.Broker;
import org.semel.small.CoreProducer;
import org.semel.small.Jms;
import org.semel.small.SmallServer;

/** What a real broker has given up on. */
class ArtemisDeadLettersTest {

  private static final Duration WAIT = Duration.ofMinutes(1);

  /** The number by which Artemis knows a message of bytes. */
  private static final byte BYTES = 4;

  private final Broker broker = SmallServer.shared().broker();
  private final String queue = Jms.queue(broker);

  @AfterEach
  void nobodyElseFindsThem() {
    broker.empty("DLQ");
  }

  @Test
  void onceTheyHaveSoManyBytesNoFurtherOneJoins() throws JMSException {
    for (int i = 0; i < 3; i++) {
      Jms.send(broker, queue, context -> context.createTextMessage("x".repeat(600)));
    }
    broker.giveUpOn(queue);
    try (ActiveMQConnectionFactory factory = broker.plainFactory();
        Connection connection = factory.createConnection()) {
      connection.start();
      ArtemisDeadLetters letters =
          new ArtemisDeadLetters(
              new OneSession(connection.createSession(Session.SESSION_TRANSACTED)),
              Queues.named(queue),
              Selector.ALL,
              "DLQ",
              Set.of(),
              new JmsMessages(queue, Policies.of("c").reading().limits()));
      assertThat(letters.receive(new BatchLimit(50, 1_000), WAIT)).hasSize(2);
      assertThat(letters.receive(new BatchLimit(50, 1_000), WAIT)).hasSize(1);
    }
  }

  @Test
  void whatIsToBeLeftIsLeft() throws JMSException {
    for (String text : List.of("one", "two", "three")) {
      Jms.send(broker, queue, context -> context.createTextMessage(text));
    }
    broker.giveUpOn(queue);
    try (ActiveMQConnectionFactory factory = broker.plainFactory();
        Connection connection = factory.createConnection()) {
      connection.start();
      Sessions sessions = new OneSession(connection.createSession(Session.SESSION_TRANSACTED));
      List<Arrival> all = letters(sessions, Set.of()).receive(new BatchLimit(50, 1_000), WAIT);
      assertThat(all).hasSize(3);
      sessions.join().rollback();
      Set<String> ids =
          Set.of(
              all.get(0).message().origin().messageId(), all.get(2).message().origin().messageId());
      assertThat(letters(sessions, ids).receive(new BatchLimit(50, 1_000), WAIT))
          .extracting(arrival -> arrival.message().body().characters())
          .containsExactly("two");
    }
  }

  /** As those of whoever does not send over JMS: nothing is left out that is not named. */
  @Test
  void besideOneThatIsToBeLeftThoseThatBearNoMessageIdAreTakenIn() throws JMSException {
    Jms.send(broker, queue, context -> context.createTextMessage("left"));
    try (CoreProducer producer = new CoreProducer(broker, queue)) {
      producer.send(BYTES, "key", new byte[] {1, 2, 3});
    }
    broker.giveUpOn(queue);
    try (ActiveMQConnectionFactory factory = broker.plainFactory();
        Connection connection = factory.createConnection()) {
      connection.start();
      Sessions sessions = new OneSession(connection.createSession(Session.SESSION_TRANSACTED));
      List<Arrival> all = letters(sessions, Set.of()).receive(new BatchLimit(50, 1_000), WAIT);
      assertThat(all).extracting(arrival -> arrival.message().body().size()).containsExactly(4, 3);
      assertThat(all.get(1).message().origin().messageId()).isEmpty();
      sessions.join().rollback();
      Set<String> first = Set.of(all.get(0).message().origin().messageId());
      assertThat(letters(sessions, first).receive(new BatchLimit(50, 1_000), WAIT))
          .extracting(arrival -> arrival.message().body().size())
          .containsExactly(3);
    }
  }

  private ArtemisDeadLetters letters(Sessions sessions, Set<String> without) {
    return new ArtemisDeadLetters(
        sessions,
        Queues.named(queue),
        Selector.ALL,
        "DLQ",
        without,
        new JmsMessages(queue, Policies.of("c").reading().limits()));
  }

  /** Its queue is what the broker notes, and not what the subscription is received by. */
  @Test
  void thoseOfASubscriptionAreFoundAsAreThoseOfASelector() throws JMSException {
    String topic = "t-" + queue;
    broker.subscription(topic, "s-" + queue);
    try (ActiveMQConnectionFactory factory = broker.plainFactory();
        Connection connection = factory.createConnection();
        Session session = connection.createSession(Session.SESSION_TRANSACTED)) {
      connection.start();
      for (String region : List.of("EU", "US")) {
        Message message = session.createTextMessage(region);
        message.setStringProperty("region", region);
        session.createProducer(session.createTopic(topic)).send(message);
      }
      session.commit();
      broker.giveUpOn("s-" + queue);
      ArtemisDeadLetters letters =
          new ArtemisDeadLetters(
              new OneSession(session),
              Queues.named(topic + "::s-" + queue),
              new Selector("region = 'EU'"),
              "DLQ",
              Set.of(),
              new JmsMessages(queue, Policies.of("c").reading().limits()));
      assertThat(letters.receive(new BatchLimit(50, 1_000), WAIT))
          .extracting(arrival -> arrival.message().body().characters())
          .containsExactly("EU");
    }
  }

  private record OneSession(Session session) implements Sessions {
    @Override
    public Session join() {
      return session;
    }

    @Override
    public Optional<Exception> ended(Outcome end) {
      return Optional.empty();
    }

    @Override
    public void broken() {}

    @Override
    public void close() {}
  }
}
