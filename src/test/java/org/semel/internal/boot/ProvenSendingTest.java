// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.ConnectionFactory;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.activemq.artemis.core.security.CheckType;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.spi.core.security.ActiveMQSecurityManager;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.jms.JmsComponent;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.messaginghub.pooled.jms.JmsPoolXAConnectionFactory;
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
    ALLOWED.set(false);
    send(pooled());
    await("it is delivered, or the relay waits")
        .until(() -> delivered() == 1 || !lines.with("SEMEL-0503", destination).isEmpty());
    assertThat(delivered()).as("counts as delivered").isZero();
    assertThat(broker.messages(destination)).isZero();
  }

  private ConnectionFactory pooled() {
    pool.setConnectionFactory(broker.xaFactory());
    pool.setTransactionManager(estate.server.manager());
    return pool;
  }

  private void send(ConnectionFactory factory) {
    broker.queue(destination);
    estate.camel.getRegistry().bind("own", JmsComponent.jmsComponentAutoAcknowledge(factory));
    estate.consumer("identity", "property:key");
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).to("intent:" + destination);
            from("intent:" + destination).to("own:queue:" + destination);
          }
        });
    estate.send("1", "a");
  }

  private long delivered() {
    return estate.count("semel_intent", "state = 'delivered'");
  }
}
