// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.ConnectionFactory;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.activemq.artemis.core.security.CheckType;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.spi.core.security.ActiveMQSecurityManager;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.support.DefaultComponent;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.DefaultProducer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.messaginghub.pooled.jms.JmsPoolXAConnectionFactory;
import org.semel.camel.SemelConstants;
import org.semel.small.Broker;

/**
 * Nothing is leased before it is shown that who sends over JMS hears of a broker that refuses:
 * delivered means that the broker has answered.
 */
class ProvenSendingTest {

  private static final AtomicBoolean ALLOWED = new AtomicBoolean();

  private static Broker broker;

  private final SmallEstate estate = new SmallEstate();
  private final String destination = "d" + System.nanoTime();
  private final LogLines lines = new LogLines();
  private final JmsPoolXAConnectionFactory pool = new JmsPoolXAConnectionFactory();

  @BeforeAll
  static void start() {
    broker = Broker.guarded(new Guard());
  }

  @AfterAll
  static void end() {
    broker.stop();
  }

  @BeforeEach
  void allow() {
    ALLOWED.set(true);
  }

  @AfterEach
  void stop() {
    estate.close();
    pool.stop();
    lines.close();
  }

  /** Lets all in, and whoever sends as long as that is allowed. */
  private static final class Guard implements ActiveMQSecurityManager {

    @Override
    public boolean validateUser(String user, String password) {
      return true;
    }

    @Override
    public boolean validateUserAndRole(
        String user, String password, Set<Role> roles, CheckType type) {
      return type != CheckType.SEND || ALLOWED.get();
    }
  }

  /** Outside a transaction a session of such a pool waits for no answer. */
  @Test
  void whatABrokerRefusesIsNotDeliveredOverAPoolOfXaConnections() {
    broker.queue(destination);
    ALLOWED.set(false);
    own(pooled());
    send("own:queue:" + destination);
    awaitRefusal();
    assertThat(broker.messages(destination)).isZero();
  }

  @Test
  void norIsAnythingLeasedWhereAMessageNamesTheQueue() {
    own(pooled());
    send("own:queue:${header." + SemelConstants.IDEMPOTENCY_KEY + "}");
    awaitRefusal();
  }

  /** Nobody knows its class; it shows its factory. */
  @Test
  void norWhereAnotherComponentSends() {
    estate.camel.getRegistry().bind("sjms", new Other(pooled()));
    send("sjms:queue:" + destination);
    awaitRefusal();
  }

  @Test
  void whoKnowsThatItMayBeLostNeedsNoProof() {
    estate.with("semel.destination." + destination + ".unanswered", "allowed");
    broker.queue(destination);
    own(pooled());
    send("own:queue:" + destination);
    await().until(() -> delivered() == 1);
    assertThat(lines.with("SEMEL-0533")).isEmpty();
  }

  @Test
  void overAFactoryThatWaitsItIsDeliveredAndNothingIsLeft() {
    broker.queue(destination);
    Set<String> before = broker.queues();
    own(broker.plainFactory());
    send("own:queue:" + destination);
    await().until(() -> delivered() == 1);
    await("it is there").until(() -> broker.messages(destination) == 1);
    assertThat(broker.queues()).as("of the proof").isEqualTo(before);
  }

  @Test
  void whileTheBrokerIsAwayItWaitsAndIsDeliveredOnceItIsBack() {
    broker.queue(destination);
    broker.stop();
    try {
      own(broker.plainFactory());
      send("own:queue:" + destination);
      await("it waits for its proof")
          .until(() -> !lines.with("SEMEL-0503", "SEMEL-0412", destination).isEmpty());
      await("it is recorded").until(() -> estate.count("semel_intent", "true") == 1);
      assertThat(estate.count("semel_intent", "lease > 0")).as("leased").isZero();
    } finally {
      broker.start();
    }
    await().until(() -> delivered() == 1);
    assertThat(estate.count("semel_intent", "attempts = 1")).isEqualTo(1);
  }

  private void awaitRefusal() {
    await("it is delivered, or the relay waits")
        .until(() -> delivered() == 1 || !lines.with("SEMEL-0503", destination).isEmpty());
    await("it is recorded").until(() -> estate.count("semel_intent", "true") == 1);
    assertThat(delivered()).as("counts as delivered").isZero();
    assertThat(lines.with("SEMEL-0503", "SEMEL-0533", destination)).isNotEmpty();
    assertThat(estate.count("semel_intent", "lease > 0")).as("leased").isZero();
  }

  private ConnectionFactory pooled() {
    pool.setConnectionFactory(broker.xaFactory());
    pool.setTransactionManager(estate.server.manager());
    return pool;
  }

  private void own(ConnectionFactory factory) {
    estate.camel.getRegistry().bind("own", JmsComponent.jmsComponentAutoAcknowledge(factory));
  }

  private void send(String uri) {
    estate.consumer("identity", "property:key");
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).to("intent:" + destination);
            from("intent:" + destination).toD(uri);
          }
        });
    estate.send("1", "a");
  }

  private long delivered() {
    return estate.count("semel_intent", "state = 'delivered'");
  }

  /** A component that is not Camel's own over JMS; it takes all that is sent. */
  private static final class Other extends DefaultComponent {

    private final ConnectionFactory factory;

    Other(ConnectionFactory factory) {
      this.factory = factory;
    }

    @Override
    protected Endpoint createEndpoint(String uri, String name, Map<String, Object> options) {
      return new OtherEndpoint(uri, this, factory);
    }
  }

  /** Public, as Camel asks it for its properties. */
  public static final class OtherEndpoint extends DefaultEndpoint {

    private final ConnectionFactory factory;

    OtherEndpoint(String uri, Other component, ConnectionFactory factory) {
      super(uri, component);
      this.factory = factory;
    }

    public ConnectionFactory getConnectionFactory() {
      return factory;
    }

    @Override
    public Producer createProducer() {
      return new DefaultProducer(this) {
        @Override
        public void process(Exchange exchange) {}
      };
    }

    @Override
    public Consumer createConsumer(Processor processor) {
      throw new UnsupportedOperationException();
    }
  }
}
