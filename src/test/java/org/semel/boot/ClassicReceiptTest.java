// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.XAConnectionFactory;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.jms.JmsComponent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.semel.small.Bystander;

/**
 * How a route with an idempotent consumer of ours receives over JMS: in the transaction of its
 * claims, which is proven before it starts, and in which the database commits first.
 */
class ClassicReceiptTest {

  private final SmallEstate estate = new SmallEstate();
  private final AtomicInteger calls = new AtomicInteger();

  @AfterEach
  void stop() {
    estate.close();
  }

  @Test
  void overAFactoryThatTakesNoPartInTransactionsNothingStarts() {
    bind(JtaJms.component(estate.server.broker().plainFactory(), estate.server.manager()));
    assertThatThrownBy(() -> start("own:queue:" + estate.name))
        .hasMessageContaining("SEMEL-0403")
        .hasMessageContaining("Route classic");
    assertThat(estate.camel.isStarted()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "transacted=true",
    "lazyCreateTransactionManager=true",
    "acknowledgementModeName=AUTO_ACKNOWLEDGE"
  })
  void aReceiptBesideTheServersTransactionsIsRefused(String option) {
    bind(JmsComponent.jmsComponent(estate.server.factory()));
    assertThatThrownBy(() -> start("own:queue:" + estate.name + "?" + option))
        .hasMessageContaining("SEMEL-0608")
        .hasMessageContaining("Route classic")
        .hasMessageContaining("JtaTransactionManager");
  }

  @ParameterizedTest
  @CsvSource({"transacted=true", "cacheLevelName=CACHE_CONSUMER", "asyncConsumer=true"})
  void whatTakesAMessageOutOfTheServersTransactionIsRefused(String option) {
    assertThatThrownBy(() -> start("jms:queue:" + estate.name + "?" + option))
        .hasMessageContaining("SEMEL-0608")
        .hasMessageContaining(option);
  }

  @Test
  void aRouteWhoseKeysAreClaimedInARouteThatItCallsIsHeldToItToo() {
    bind(JmsComponent.jmsComponent(estate.server.factory()));
    assertThatThrownBy(
            () ->
                estate.start(
                    new RouteBuilder() {
                      @Override
                      public void configure() {
                        from("own:queue:" + estate.name).routeId("classic").to("direct:next");
                        from("direct:next")
                            .idempotentConsumer(header("key"))
                            .idempotentRepository("semel:" + estate.name)
                            .log("x");
                      }
                    }))
        .hasMessageContaining("SEMEL-0608")
        .hasMessageContaining("Route classic");
  }

  @Test
  void aRouteThatClaimsNothingWithUsIsLeftAlone() {
    bind(JmsComponent.jmsComponentTransacted(estate.server.broker().plainFactory()));
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("own:queue:" + estate.name + "?receiveTimeout=200")
                .process(exchange -> calls.incrementAndGet());
          }
        });
    estate.send("1", "a");
    await().until(() -> calls.get() == 1);
  }

  @Test
  void aRouteThatLeavesTheThreadOfItsReceiptIsRefused() {
    assertThatThrownBy(
            () ->
                estate.start(
                    new RouteBuilder() {
                      @Override
                      public void configure() {
                        from("jms:queue:" + estate.name)
                            .idempotentConsumer(header("key"))
                            .idempotentRepository("semel:" + estate.name)
                            .to("seda:x");
                      }
                    }))
        .hasMessageContaining("SEMEL-0601")
        .hasMessageContaining("seda");
  }

  @Test
  void whileItsBrokerIsAwayARouteWaitsForItsProofAndThenReceives() {
    Away broker = new Away(estate.server.factory());
    bind(JtaJms.component(broker.factory(), estate.server.manager()));
    estate.send("1", "a");
    start("own:queue:" + estate.name + "?receiveTimeout=200&recoveryInterval=50");
    await().until(() -> broker.asked.get() > 3);
    assertThat(calls).hasValue(0);
    broker.away = false;
    await().until(() -> estate.count("semel_claim", "key = '1'") == 1);
    assertThat(calls).hasValue(1);
  }

  @Test
  void theDatabaseCommitsBeforeTheBroker() {
    List<Long> claimsWhenTheBrokerHasCommitted = new CopyOnWriteArrayList<>();
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("jms:queue:" + estate.name + "?receiveTimeout=200")
                .process(
                    exchange ->
                        estate
                            .server
                            .manager()
                            .getTransaction()
                            .enlistResource(
                                new Bystander()
                                    .onCommit(
                                        () ->
                                            claimsWhenTheBrokerHasCommitted.add(
                                                estate.count("semel_claim", "key = '1'")))))
                .idempotentConsumer(header("key"))
                .idempotentRepository("semel:" + estate.name)
                .process(exchange -> calls.incrementAndGet());
          }
        });
    estate.send("1", "a");
    await().until(() -> claimsWhenTheBrokerHasCommitted.size() == 1);
    assertThat(claimsWhenTheBrokerHasCommitted).containsExactly(1L);
  }

  private void bind(JmsComponent component) {
    estate.camel.getRegistry().bind("own", component);
  }

  private void start(String from) {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from(from)
                .routeId("classic")
                .idempotentConsumer(header("key"))
                .idempotentRepository("semel:" + estate.name)
                .process(ClassicReceiptTest.this::count);
          }
        });
  }

  private void count(Exchange exchange) {
    calls.incrementAndGet();
  }

  /** A broker that cannot be reached until a test lets it. */
  private static final class Away implements InvocationHandler {

    private final ConnectionFactory real;
    private final AtomicInteger asked = new AtomicInteger();
    private volatile boolean away = true;

    Away(ConnectionFactory real) {
      this.real = real;
    }

    ConnectionFactory factory() {
      return (ConnectionFactory)
          Proxy.newProxyInstance(
              Away.class.getClassLoader(),
              new Class<?>[] {ConnectionFactory.class, XAConnectionFactory.class},
              this);
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      if (method.getName().startsWith("create")) {
        asked.incrementAndGet();
        if (away) {
          throw new JMSException("away");
        }
      }
      try {
        return method.invoke(real, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }
  }
}
