// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.ResourceAllocationException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.activemq.artemis.api.core.ActiveMQNotConnectedException;
import org.apache.activemq.artemis.core.security.CheckType;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;
import org.apache.activemq.artemis.spi.core.security.ActiveMQSecurityManager;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.messaginghub.pooled.jms.JmsPoolConnectionFactory;
import org.messaginghub.pooled.jms.JmsPoolXAConnectionFactory;
import org.semel.estate.Ports;
import org.semel.internal.boot.ForeignAdapter;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract.Keys;
import org.semel.small.ActiveMq;
import org.semel.small.Broker;
import org.semel.small.Jms;

/**
 * Each line of the table over {@code jms:} and each kind of connection factory, of Artemis and of
 * another broker: what may be with the broker is in doubt, and what never reached it is not,
 * whatever the client tells.
 */
class JmsSendingEndsTest {

  private static final DefaultCamelContext CAMEL = new DefaultCamelContext();
  private static final AtomicReference<Lets> LETS = new AtomicReference<>(Lets.SEND);

  private static Broker artemis;
  private static ActiveMq classic;
  private static ActiveMq closed;
  private static ActiveMq full;

  private final List<AutoCloseable> opened = new ArrayList<>();

  @BeforeAll
  static void start() {
    artemis = Broker.guarded(new Guard());
    classic = ActiveMq.start();
    closed = ActiveMq.startClosed();
    full = ActiveMq.startFull();
    CAMEL.start();
  }

  @AfterAll
  static void end() {
    CAMEL.stop();
    full.close();
    closed.close();
    classic.close();
    artemis.stop();
  }

  @AfterEach
  void close() throws Exception {
    LETS.set(Lets.SEND);
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  /** What one may do at the broker. */
  private enum Lets {
    NOTHING,
    CONNECT,
    SEND
  }

  private static final class Guard implements ActiveMQSecurityManager {

    @Override
    public boolean validateUser(String user, String password) {
      return LETS.get() != Lets.NOTHING;
    }

    @Override
    public boolean validateUserAndRole(
        String user, String password, Set<Role> roles, CheckType type) {
      return LETS.get() == Lets.SEND || (LETS.get() == Lets.CONNECT && type != CheckType.SEND);
    }
  }

  /** A kind of connection factory. */
  private enum Client {
    /** Artemis' own. */
    CORE(port -> new ActiveMQConnectionFactory(url(port) + "?reconnectAttempts=0")),
    /** Artemis' own, which connects again. */
    AGAIN(
        port ->
            new ActiveMQConnectionFactory(url(port) + "?reconnectAttempts=-1&retryInterval=50")),
    /** A pool of those. */
    POOL(port -> pool(new JmsPoolConnectionFactory(), CORE.made.apply(port))),
    /** A pool of Artemis' XA connections, outside a transaction. */
    XA_POOL(
        port ->
            pool(
                new JmsPoolXAConnectionFactory(),
                new ActiveMQXAConnectionFactory(url(port) + "?reconnectAttempts=0"))),
    /** That of another broker. */
    CLASSIC(port -> ActiveMq.factory(url(port))),
    /** That of another broker, which connects again. */
    FAILOVER(ActiveMq::factoryThatConnectsAgain),
    /** That of another broker's resource adapter. */
    ADAPTER(port -> ForeignAdapter.over(CLASSIC.made.apply(port)));

    static final Set<Client> ARTEMIS = EnumSet.of(CORE, AGAIN, POOL, XA_POOL);

    /**
     * Those of Artemis that wait for the broker's answer: outside a transaction an XA session does
     * not. See TransferTest for one within.
     */
    static final Set<Client> WAITING = EnumSet.of(CORE, AGAIN, POOL);

    static final Set<Client> OTHERS = EnumSet.complementOf(EnumSet.copyOf(ARTEMIS));
    static final Set<Client> ALL = EnumSet.allOf(Client.class);

    @SuppressWarnings("ImmutableEnumChecker") // stateless
    private final IntFunction<ConnectionFactory> made;

    Client(IntFunction<ConnectionFactory> made) {
      this.made = made;
    }

    private static String url(int port) {
      return "tcp://localhost:" + port;
    }

    private static ConnectionFactory pool(JmsPoolConnectionFactory pool, Object over) {
      pool.setConnectionFactory(over);
      return pool;
    }
  }

  @FunctionalInterface
  private interface Staged {
    SendingEnd by(JmsSendingEndsTest test, Client client);
  }

  record Case(SendingEnd end, Client client, String what, Staged staged) {

    @Override
    public String toString() {
      return end + " by " + client + ": " + what;
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void eachLineIsTheSameByEachFactory(Case each) {
    assertThat(each.staged.by(this, each.client)).isEqualTo(each.end);
  }

  static Stream<Case> cases() {
    return Stream.of(
            by(
                Client.ALL,
                SendingEnd.ACCEPTED,
                "it is there",
                JmsSendingEndsTest::toOneThatTakesIt),
            by(Client.ARTEMIS, SendingEnd.NOT_CONNECTED, "nobody is there", toNobody(1)),
            by(Client.OTHERS, SendingEnd.UNREACHED, "nobody is there", toNobody(1)),
            by(Client.ALL, SendingEnd.SENT_BEFORE, "nobody is there at a second try", toNobody(2)),
            by(
                Client.ARTEMIS,
                SendingEnd.NO_PRODUCER,
                "the queue is not there",
                (test, client) -> test.send(client, artemis.port(), "nowhere", 1)),
            by(
                Client.ARTEMIS,
                SendingEnd.FORBIDDEN,
                "nobody is let in",
                (test, client) -> test.whereOneMay(Lets.NOTHING, client)),
            by(
                Client.WAITING,
                SendingEnd.FORBIDDEN,
                "nobody may send",
                (test, client) -> test.whereOneMay(Lets.CONNECT, client)),
            by(
                Client.OTHERS,
                SendingEnd.FORBIDDEN,
                "nobody is let in",
                (test, client) -> test.send(client, closed.port(), "q", 1)),
            by(Client.WAITING, SendingEnd.FULL, "it is full", JmsSendingEndsTest::toAFullQueue),
            by(
                Client.OTHERS,
                SendingEnd.UNNAMED,
                "it is full, be it of that very message",
                (test, client) -> test.send(client, full.port(), "q", 1)),
            by(
                Client.WAITING,
                SendingEnd.ANSWER_LOST,
                "it hangs up before it answers",
                JmsSendingEndsTest::toOneThatHangsUp),
            by(
                EnumSet.of(Client.FAILOVER),
                SendingEnd.LATER_CONNECTION,
                "it ends before it answers",
                JmsSendingEndsTest::toOneThatEnds),
            by(
                EnumSet.of(Client.CLASSIC, Client.ADAPTER),
                SendingEnd.UNNAMED,
                "it ends before it answers",
                JmsSendingEndsTest::toOneThatEnds))
        .flatMap(cases -> cases);
  }

  private static Stream<Case> by(Set<Client> clients, SendingEnd end, String what, Staged staged) {
    return clients.stream().map(client -> new Case(end, client, what, staged));
  }

  private static Staged toNobody(int times) {
    return (test, client) -> test.send(client, Ports.free(), "q", times);
  }

  private SendingEnd toOneThatTakesIt(Client client) {
    if (Client.OTHERS.contains(client)) {
      return send(client, classic.port(), "q-" + client, 1);
    }
    String queue = Jms.queue(artemis);
    SendingEnd end = send(client, artemis.port(), queue, 1);
    await("it is there").until(() -> artemis.messages(queue) == 1);
    return end;
  }

  private SendingEnd whereOneMay(Lets what, Client client) {
    String queue = Jms.queue(artemis);
    LETS.set(what);
    return send(client, artemis.port(), queue, 1);
  }

  private SendingEnd toAFullQueue(Client client) {
    String queue = Jms.queue(artemis);
    artemis.holdsUpTo(1, queue);
    assertThat(send(client, artemis.port(), queue, 1)).isEqualTo(SendingEnd.ACCEPTED);
    SendingEnd end = send(client, artemis.port(), queue, 1);
    assertThat(artemis.messages(queue)).isEqualTo(1);
    return end;
  }

  private SendingEnd toOneThatHangsUp(Client client) {
    String queue = Jms.queue(artemis);
    opened.add(artemis.hangsUpOnTheFirstWhoSendsTo(queue)::run);
    SendingEnd end = send(client, artemis.port(), queue, 1);
    await("the broker has it").until(() -> artemis.messages(queue) == 1);
    return end;
  }

  private SendingEnd toOneThatEnds(Client client) {
    ActiveMq broker = ActiveMq.startToEndUnanswered();
    opened.add(broker);
    SendingEnd end = send(client, broker.port(), "q", 1);
    assertThat(broker.taken()).isEqualTo(1);
    return end;
  }

  private SendingEnd send(Client client, int port, String queue, int times) {
    ConnectionFactory factory = client.made.apply(port);
    opened.add(() -> end(factory));
    JmsComponent component = JmsComponent.jmsComponentAutoAcknowledge(factory);
    component.setCamelContext(CAMEL);
    component.start();
    opened.add(component);
    Exchange sent =
        CAMEL
            .createProducerTemplate()
            .send(endpoint(component, queue), exchange -> exchange.getMessage().setBody("a"));
    CountedSendings sendings = new CountedSendings();
    sendings.begin(sent, times);
    if (sent.getException() == null) {
      sendings.end(sent);
    }
    return new ProviderResponses(
            new Contract(Keys.IGNORED, Duration.ofHours(1), "Location"), InstantSource.system())
        .shown(sent, sendings)
        .end();
  }

  private static Endpoint endpoint(JmsComponent component, String queue) {
    try {
      return component.createEndpoint("jms:queue:" + queue);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void end(ConnectionFactory factory) throws Exception {
    if (factory instanceof JmsPoolConnectionFactory pool) {
      pool.stop();
    } else if (factory instanceof AutoCloseable closeable) {
      closeable.close();
    }
  }

  /**
   * After a failover such a client sends once more what another broker may have taken: it is full
   * of that very message.
   */
  @ParameterizedTest
  @CsvSource({
    "org.apache.activemq.artemis.jms.client.ActiveMQ, FULL",
    "org.apache.activemq.ActiveMQ, UNNAMED",
    "org.apache.qpid.jms.Jms, UNNAMED",
    "com.other., UNNAMED"
  })
  void aRefusalOfASendingIsBelievedOfAClientThatSendsOnce(String client, SendingEnd end) {
    JMSException refusal =
        thrown(new ResourceAllocationException("full"), client + "MessageProducer", "send");
    assertThat(ClientFailure.of(refusal).end()).isEqualTo(end);
  }

  @ParameterizedTest
  @CsvSource({
    "org.apache.activemq.ActiveMQ, createSession",
    "org.apache.qpid.jms.Jms, createProducer",
    "com.other., createConnection"
  })
  void whatIsRefusedBeforeAnythingIsSentIsRefusedByWhomeverItIsTold(String client, String call) {
    String type = client + "Session";
    assertThat(ClientFailure.of(thrown(new ResourceAllocationException("no"), type, call)).end())
        .isEqualTo(SendingEnd.FULL);
    assertThat(ClientFailure.of(thrown(new JMSSecurityException("no"), type, call)).end())
        .isEqualTo(SendingEnd.FORBIDDEN);
    assertThat(ClientFailure.of(thrown(new InvalidDestinationException("no"), type, call)).end())
        .isEqualTo(SendingEnd.NOT_THERE);
    assertThat(ClientFailure.of(thrown(new JMSException("no"), type, call)).end())
        .isEqualTo(SendingEnd.NO_PRODUCER);
  }

  /** The refusal is of the connection that it made within the sending, behind another one. */
  @Test
  void noRefusalOfAConnectionIsBelievedBehindACallThatSends() {
    JMSException sending = thrown(new JMSException("no"), "com.other.MessageProducer", "send");
    sending.initCause(
        thrown(new JMSSecurityException("no"), "com.other.Connection", "createSession"));
    assertThat(ClientFailure.of(sending).end()).isEqualTo(SendingEnd.LATER_CONNECTION);
  }

  @Test
  void whatACommitSaysIsInDoubt() {
    JMSException commit =
        thrown(
            new ResourceAllocationException("full"),
            "org.apache.activemq.artemis.jms.client.ActiveMQSession",
            "commit");
    assertThat(ClientFailure.of(commit).end()).isEqualTo(SendingEnd.UNNAMED);
  }

  /** It writes over no other connection than the one it says this of. */
  @Test
  void whatArtemisWasNotConnectedForWasNotSent() {
    JMSException sending =
        thrown(new JMSException("no"), "org.apache.activemq.artemis.MessageProducer", "send");
    sending.initCause(new ActiveMQNotConnectedException("no"));
    assertThat(ClientFailure.of(sending).end()).isEqualTo(SendingEnd.NOT_CONNECTED);
  }

  private static <E extends JMSException> E thrown(E exception, String type, String method) {
    exception.setStackTrace(
        new StackTraceElement[] {new StackTraceElement(type, method, "Client.java", 1)});
    return exception;
  }

  /** Each line has a case in the contract: here, over HTTP, or beside it. */
  @Test
  void noLineIsWithoutACase() {
    Set<SendingEnd> beside =
        EnumSet.of(
            SendingEnd.MARKED, // ProviderResponsesTest
            SendingEnd.WITHHELD, // ProviderHttpTest
            SendingEnd.NOT_THERE); // of no client here
    Set<SendingEnd> shown =
        Stream.concat(
                beside.stream(),
                Stream.concat(
                    cases().map(Case::end), SendingEndsTest.cases().map(SendingEndsTest.Case::end)))
            .collect(Collectors.toSet());
    assertThat(shown).containsExactlyInAnyOrder(SendingEnd.values());
  }
}
