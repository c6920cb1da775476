// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.XAConnectionFactory;
import jakarta.transaction.Status;
import jakarta.transaction.Transaction;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.jms.ConsumerType;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.TryDefinition;
import org.apache.camel.spi.BrowsableEndpoint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
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
    bind(
        JtaJms.component(
            estate.unwaiting(estate.server.broker().plainFactory()), estate.server.manager()));
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
  @ValueSource(
      strings = {
        "transacted=true",
        "cacheLevelName=CACHE_CONSUMER",
        "cacheLevel=1",
        "cacheLevel=3",
        "asyncConsumer=true"
      })
  void whatTakesAMessageOutOfTheServersTransactionIsRefused(String option) {
    assertThatThrownBy(() -> start("jms:queue:" + estate.name + "?" + option))
        .hasMessageContaining("SEMEL-0608")
        .hasMessageContaining(option);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cacheLevel=0", "cacheLevel=4"})
  void whatKeepsNothingIsLeftAlone(String option) {
    start("jms:queue:" + estate.name + "?receiveTimeout=200&" + option);
    estate.send("1", "a");
    await().until(() -> estate.count("semel_claim", "key = '1'") == 1);
  }

  /** It knows no transactions but those of a session. */
  @Test
  void anotherContainerThanTheOneThatBeginsTransactionsIsRefused() {
    JmsComponent simple = JtaJms.component(estate.server.factory(), estate.server.manager());
    simple.getConfiguration().setConsumerType(ConsumerType.Simple);
    bind(simple);
    assertThatThrownBy(() -> start("own:queue:" + estate.name))
        .hasMessageContaining("SEMEL-0608")
        .hasMessageContaining("consumerType=Simple");
  }

  /** No session is kept, and so no subscription: what is published in between nobody gets. */
  @Test
  void aTopicWithoutADurableSubscriptionIsRefused() {
    assertThatThrownBy(() -> start("jms:topic:" + estate.name))
        .hasMessageContaining("SEMEL-0120")
        .hasMessageContaining("Route classic")
        .hasMessageContaining("subscriptionDurable=true");
  }

  @Test
  void aTopicWithADurableSubscriptionIsNot() {
    estate.server.broker().subscription(estate.name + ".topic", estate.name + ".subscription");
    start(
        "jms:topic:"
            + estate.name
            + ".topic?subscriptionDurable=true&subscriptionShared=true&subscriptionName="
            + estate.name
            + ".subscription");
    assertThat(estate.camel.isStarted()).isTrue();
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
  void aRouteWithoutAnIdIsNamedByWhatItReceivesFrom() {
    bind(JmsComponent.jmsComponent(estate.server.factory()));
    assertThatThrownBy(
            () ->
                estate.start(
                    new RouteBuilder() {
                      @Override
                      public void configure() {
                        from("own:queue:" + estate.name)
                            .idempotentConsumer(header("key"))
                            .idempotentRepository("semel:" + estate.name)
                            .log("x");
                      }
                    }))
        .hasMessageContaining("SEMEL-0608")
        .hasMessageContaining("Route from " + estate.name);
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

  @ParameterizedTest
  @ValueSource(strings = {"jms", "own"})
  void aRouteThatLeavesTheThreadOfItsReceiptIsRefused(String scheme) {
    bind(JtaJms.component(estate.server.factory(), estate.server.manager()));
    assertThatThrownBy(
            () ->
                estate.start(
                    new RouteBuilder() {
                      @Override
                      public void configure() {
                        from(scheme + ":queue:" + estate.name)
                            .idempotentConsumer(header("key"))
                            .idempotentRepository("semel:" + estate.name)
                            .to("seda:x");
                      }
                    }))
        .hasMessageContaining("SEMEL-0601")
        .hasMessageContaining("seda");
  }

  @ParameterizedTest
  @ValueSource(strings = {"jms", "own"})
  void aMessageThatDecidesForAnotherThreadIsNotSentThere(String scheme) {
    bind(JtaJms.component(estate.server.factory(), estate.server.manager()));
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from(scheme + ":queue:" + estate.name + "?receiveTimeout=200")
                .idempotentConsumer(header("key"))
                .idempotentRepository("semel:" + estate.name)
                .process(exchange -> calls.incrementAndGet())
                .recipientList(header("key"));
          }
        });
    estate.send("seda:elsewhere", "a");
    await("it fails, and comes again").until(() -> calls.get() > 1);
    assertThat(estate.camel.getEndpoint("seda:elsewhere", BrowsableEndpoint.class).getExchanges())
        .isEmpty();
    assertThat(estate.count("semel_claim", "true")).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"received", "transacted", "nested"})
  void whatIsRefusedToARouteRollsItBackWhateverTheRouteMakesOfIt(String how) {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            onException(Exception.class).handled(true);
            String queue = "jms:queue:" + estate.name + "?receiveTimeout=200";
            claiming(from(how.equals("received") ? queue : "direct:received"));
            claiming(from("direct:transacted").transacted("PROPAGATION_REQUIRED"));
            if (how.equals("transacted")) {
              from(queue).to("direct:transacted");
            } else if (how.equals("nested")) {
              from(queue)
                  .transacted("PROPAGATION_REQUIRED")
                  .doTry()
                  .to("direct:transacted")
                  .doCatch(Exception.class)
                  .log("caught");
            }
          }

          private void claiming(ProcessorDefinition<?> route) {
            TryDefinition caught =
                route
                    .process(exchange -> calls.incrementAndGet())
                    .idempotentConsumer(header("key"))
                    .idempotentRepository("semel:" + estate.name)
                    .doTry();
            caught.recipientList(header("key"));
            caught.doCatch(Exception.class).log("caught");
          }
        });
    estate.send("seda:elsewhere", "a");
    await("it fails, and comes again").until(() -> calls.get() > 1);
    assertThat(estate.count("semel_claim", "true")).isZero();
  }

  /** Camel waits on a thread of its own, unless it knows that the exchange is in a transaction. */
  @Test
  void whatIsDelayedGoesOnOnTheThreadOfItsReceipt() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    List<Integer> transactions = new CopyOnWriteArrayList<>();
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("jms:queue:" + estate.name + "?receiveTimeout=200")
                .process(exchange -> threads.add(Thread.currentThread()))
                .delay(constant(1))
                .process(exchange -> threads.add(Thread.currentThread()))
                .process(exchange -> transactions.add(estate.server.manager().getStatus()))
                .idempotentConsumer(header("key"))
                .idempotentRepository("semel:" + estate.name)
                .process(ClassicReceiptTest.this::count);
          }
        });
    estate.send("1", "a");
    await().until(() -> !transactions.isEmpty());
    assertThat(transactions).first().isEqualTo(Status.STATUS_ACTIVE);
    assertThat(threads).hasSize(1);
    await().until(estate::queueIsEmpty);
    assertThat(calls).hasValue(1);
  }

  @Test
  void whileItsBrokerIsAwayARouteWaitsForItsProofAndThenReceives() {
    AtomicBoolean away = new AtomicBoolean(true);
    AtomicInteger asked = new AtomicInteger();
    bindDoingFirst(
        () -> {
          asked.incrementAndGet();
          if (away.get()) {
            throw new JMSException("away");
          }
        });
    estate.send("1", "a");
    start("own:queue:" + estate.name + "?receiveTimeout=200&recoveryInterval=50");
    await().until(() -> asked.get() > 3);
    assertThat(calls).hasValue(0);
    away.set(false);
    await().until(() -> estate.count("semel_claim", "key = '1'") == 1);
    assertThat(calls).hasValue(1);
  }

  /** What a branch sees that joins between both: when the broker is asked for a connection. */
  @Test
  void theDatabaseCommitsBeforeTheBroker() {
    BlockingQueue<String> betweenBoth = new LinkedBlockingQueue<>();
    bindDoingFirst(
        () -> {
          Transaction transaction = estate.server.manager().getTransaction();
          if (transaction != null) {
            int before = calls.get();
            transaction.enlistResource(
                new Bystander()
                    .onCommit(
                        () -> {
                          if (calls.get() > before) {
                            betweenBoth.add(claimsAndMessages());
                          }
                        }));
          }
        });
    start("own:queue:" + estate.name + "?receiveTimeout=200");
    estate.send("1", "a");
    await("the transaction of the message commits").until(() -> !betweenBoth.isEmpty());
    assertThat(betweenBoth).containsExactly("claims=1 messages=1");
    await().until(estate::queueIsEmpty);
    assertThat(calls).hasValue(1);
  }

  /** As others see them; what cannot be read must not end the commit. */
  private String claimsAndMessages() {
    try {
      return "claims=%d messages=%d"
          .formatted(
              estate.count("semel_claim", "key = '1'"),
              estate.server.broker().messages(estate.name));
    } catch (RuntimeException e) {
      return e.toString();
    }
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

  /** What is done before a connection is opened. */
  @FunctionalInterface
  private interface First {
    void act() throws Exception;
  }

  /** A component over a factory that does something first whenever it is asked for a connection. */
  private void bindDoingFirst(First first) {
    ConnectionFactory real = estate.server.factory();
    ConnectionFactory factory =
        (ConnectionFactory)
            Proxy.newProxyInstance(
                First.class.getClassLoader(),
                new Class<?>[] {ConnectionFactory.class, XAConnectionFactory.class},
                (proxy, method, arguments) -> {
                  if (method.getName().startsWith("create")) {
                    first.act();
                  }
                  try {
                    return method.invoke(real, arguments);
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });
    bind(JtaJms.component(factory, estate.server.manager()));
  }
}
