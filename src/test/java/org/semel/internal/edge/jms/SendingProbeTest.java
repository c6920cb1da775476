// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.apache.activemq.artemis.core.security.CheckType;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;
import org.apache.activemq.artemis.spi.core.security.ActiveMQSecurityManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.messaginghub.pooled.jms.JmsPoolConnectionFactory;
import org.messaginghub.pooled.jms.JmsPoolXAConnectionFactory;
import org.semel.estate.Ports;
import org.semel.internal.boot.ForeignAdapter;
import org.semel.internal.engine.receive.proof.ProofResult;
import org.semel.small.ActiveMq;
import org.semel.small.Broker;
import org.semel.small.Proxied;
import org.semel.small.SmallServer;
import org.springframework.jms.connection.CachingConnectionFactory;

/**
 * Each kind of connection factory × a broker that makes no queues, one that makes those that are
 * not there, one that forbids, one that is away: who would not hear of a refusal is refused, and
 * nobody else.
 */
class SendingProbeTest {

  private static final String PROBES = "semel.probe";
  private static final Duration FOR_WHAT_CANNOT_COME = Duration.ofMillis(100);

  private static final AtomicReference<Set<CheckType>> FORBIDDEN =
      new AtomicReference<>(EnumSet.noneOf(CheckType.class));

  /** What is between a factory and a message that is sent. */
  private static final Set<Class<?>> SENDING =
      Set.of(Connection.class, Session.class, MessageProducer.class);

  private static Broker broker;
  private static Broker making;
  private static ActiveMq classic;

  private final List<AutoCloseable> opened = new ArrayList<>();

  @BeforeAll
  static void start() {
    broker = Broker.guarded(new Guard());
    making = Broker.guarded(new Guard());
    making.makesQueues();
    classic = ActiveMq.start();
  }

  @AfterAll
  static void end() {
    classic.close();
    making.stop();
    broker.stop();
  }

  @AfterEach
  void close() throws Exception {
    FORBIDDEN.set(EnumSet.noneOf(CheckType.class));
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  private static final class Guard implements ActiveMQSecurityManager {

    @Override
    public boolean validateUser(String user, String password) {
      return true;
    }

    @Override
    public boolean validateUserAndRole(
        String user, String password, Set<Role> roles, CheckType type) {
      return !FORBIDDEN.get().contains(type);
    }
  }

  /** A kind of connection factory of Artemis, outside a transaction. */
  private enum Kind {
    PLAIN(true, port -> new ActiveMQConnectionFactory(url(port))),
    CACHING(true, port -> new CachingConnectionFactory(PLAIN.made.apply(port))),
    POOL(true, port -> pool(new JmsPoolConnectionFactory(), PLAIN.made.apply(port))),
    /** Without a pool: the session is none of XA. */
    XA(true, port -> new ActiveMQXAConnectionFactory(url(port))),
    XA_POOL(
        false,
        port -> pool(new JmsPoolXAConnectionFactory(), new ActiveMQXAConnectionFactory(url(port)))),
    /** With one that knows the server's transactions, and is in none. */
    JTA_POOL(
        false,
        port -> {
          JmsPoolXAConnectionFactory pool = new JmsPoolXAConnectionFactory();
          pool.setTransactionManager(SmallServer.shared().manager());
          return pool(pool, new ActiveMQXAConnectionFactory(url(port)));
        }),
    CACHED_XA_POOL(false, port -> new CachingConnectionFactory(XA_POOL.made.apply(port)));

    private final boolean waits;

    @SuppressWarnings("ImmutableEnumChecker") // stateless
    private final IntFunction<ConnectionFactory> made;

    Kind(boolean waits, IntFunction<ConnectionFactory> made) {
      this.waits = waits;
      this.made = made;
    }

    private static String url(int port) {
      return "tcp://localhost:" + port + "?reconnectAttempts=0";
    }

    private static ConnectionFactory pool(JmsPoolConnectionFactory pool, Object over) {
      pool.setConnectionFactory(over);
      return pool;
    }

    /** What it is to be told. */
    Class<? extends ProofResult> verdict() {
      return waits ? ProofResult.Proven.class : ProofResult.Refused.class;
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void whereTheBrokerMakesNoQueueWhoDoesNotHearOfThatIsRefused(Kind kind) {
    assertThat(prove(kind, broker)).isInstanceOf(kind.verdict());
    assertThat(broker.queues()).as("left at the broker").containsExactly("DLQ");
  }

  /** As a session of a transaction does at its end. */
  @Test
  void soItIsWhereTheSessionCommitsItself() {
    assertThat(prove(factory(Kind.PLAIN, broker.port()), true))
        .isInstanceOf(ProofResult.Proven.class);
    assertThat(prove(factory(Kind.PLAIN, making.port()), true))
        .isInstanceOf(ProofResult.Proven.class);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void whereTheBrokerMakesTheQueueItMustHaveWhatWasSentAndNothingIsLeft(Kind kind) {
    assertThat(prove(kind, making)).isInstanceOf(kind.verdict());
    assertThat(making.queues()).as("made").isSubsetOf("DLQ", PROBES);
    for (String queue : making.queues()) {
      assertThat(making.messages(queue)).as("left in %s", queue).isZero();
    }
  }

  static Stream<Kind> kinds() {
    return Stream.of(Kind.values());
  }

  /** An option of the client: no pool, and no transaction. */
  @Test
  void aClientThatIsToldNotToWaitIsRefused() {
    for (Broker each : List.of(making, broker)) {
      ActiveMQConnectionFactory unwaiting =
          new ActiveMQConnectionFactory(Kind.url(each.port()) + "&blockOnDurableSend=false");
      opened.add(unwaiting);
      assertThat(prove(unwaiting, false, FOR_WHAT_CANNOT_COME))
          .isInstanceOf(ProofResult.Refused.class);
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void whileTheBrokerIsAwayNothingIsShown(Kind kind) {
    assertThat(prove(factory(kind, Ports.free()), false)).isInstanceOf(ProofResult.Unproven.class);
  }

  /** It may not even ask whether a queue is there by one of its own. */
  @ParameterizedTest
  @MethodSource("kinds")
  void whoMayMakeNoQueueOfItsOwnIsToldApartAllTheSame(Kind kind) {
    forbid(CheckType.CREATE_NON_DURABLE_QUEUE, CheckType.CREATE_ADDRESS);
    assertThat(prove(kind, broker)).isInstanceOf(kind.verdict());
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void whoHearsThatItMayNotSendHears(Kind kind) {
    forbid(CheckType.SEND);
    assertThat(prove(kind, broker)).isInstanceOf(kind.verdict());
    assertThat(prove(kind, making)).isInstanceOf(kind.verdict());
  }

  /** Until it may: a right can be given while the server runs. */
  @Test
  void whereTheBrokerMakesQueuesWhoMayNotReceiveCannotBeShown() {
    forbid(CheckType.CONSUME);
    assertThat(prove(Kind.PLAIN, making)).isInstanceOf(ProofResult.Unproven.class);
    assertThat(making.queues()).as("made").isSubsetOf("DLQ", PROBES);
    FORBIDDEN.set(EnumSet.noneOf(CheckType.class));
    assertThat(prove(Kind.PLAIN, making)).isInstanceOf(ProofResult.Proven.class);
  }

  /** One that takes each message, and sends none. */
  @Test
  void whatNobodyHasIsNotSent() {
    for (Broker each : List.of(making, broker)) {
      assertThat(prove(losing(factory(Kind.PLAIN, each.port())), false, FOR_WHAT_CANNOT_COME))
          .isInstanceOf(ProofResult.Refused.class);
    }
  }

  /** It decides by each message whether it waits, and waits outside a transaction. */
  @Test
  void anotherBrokerTakesWhatIsSent() {
    JmsPoolXAConnectionFactory pool = new JmsPoolXAConnectionFactory();
    pool.setConnectionFactory(classic.xaFactory());
    opened.add(pool::stop);
    for (ConnectionFactory each :
        List.of(classic.plainFactory(), ForeignAdapter.over(classic.plainFactory()), pool)) {
      assertThat(prove(each, false)).isInstanceOf(ProofResult.Proven.class);
    }
    assertThat(classic.messages(PROBES)).isZero();
  }

  private static void forbid(CheckType... types) {
    FORBIDDEN.set(EnumSet.copyOf(List.of(types)));
  }

  private ProofResult prove(Kind kind, Broker at) {
    return prove(
        factory(kind, at.port()), false, kind.waits ? Duration.ofMinutes(1) : FOR_WHAT_CANNOT_COME);
  }

  private ConnectionFactory factory(Kind kind, int port) {
    ConnectionFactory factory = kind.made.apply(port);
    opened.add(() -> end(factory));
    return factory;
  }

  private static void end(ConnectionFactory factory) throws Exception {
    if (factory instanceof CachingConnectionFactory caching) {
      caching.destroy();
      end(caching.getTargetConnectionFactory());
    } else if (factory instanceof JmsPoolConnectionFactory pool) {
      pool.stop();
    } else if (factory instanceof AutoCloseable closeable) {
      closeable.close();
    }
  }

  private static ProofResult prove(ConnectionFactory factory, boolean transacted) {
    return prove(factory, transacted, Duration.ofMinutes(1));
  }

  private static ProofResult prove(
      ConnectionFactory factory, boolean transacted, Duration patience) {
    return new SendingProbe(factory, transacted, Queues.named(PROBES), patience).prove();
  }

  private static ConnectionFactory losing(ConnectionFactory real) {
    return losing(ConnectionFactory.class, real);
  }

  private static <T> T losing(Class<T> type, Object real) {
    return Proxied.as(
        type,
        (method, arguments) -> {
          if (method.getName().equals("send")) {
            return null;
          }
          Object answer = Proxied.call(real, method, arguments);
          return SENDING.contains(method.getReturnType())
              ? losing(method.getReturnType(), Objects.requireNonNull(answer))
              : answer;
        });
  }
}
