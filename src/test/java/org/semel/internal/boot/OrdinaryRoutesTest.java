// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Consumer;
import org.apache.camel.DynamicRouter;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.Route;
import org.apache.camel.RoutingSlip;
import org.apache.camel.builder.AdviceWith;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.file.FileEndpoint;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.component.seda.SedaEndpoint;
import org.apache.camel.spi.ThreadPoolProfile;
import org.apache.camel.spi.TransactedPolicy;
import org.apache.camel.support.DefaultAsyncProducer;
import org.apache.camel.support.DefaultComponent;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.DefaultThreadPoolFactory;
import org.apache.camel.support.PluginHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What has nothing to do with Semel in an application behaves as without it. */
class OrdinaryRoutesTest {

  private static final int CONTEXTS = 20;
  private static final Duration LONG = Duration.ofMinutes(1);

  @TempDir Path folder;
  private final SmallEstate estate = new SmallEstate();

  @AfterEach
  void stop() {
    estate.close();
  }

  @Test
  void whatTheApplicationInterceptsOrMocksIsNeverSentInAnyOfTwentyContexts() throws Exception {
    for (int context = 0; context < CONTEXTS; context++) {
      try (SmallEstate one = new SmallEstate()) {
        one.start(
            new RouteBuilder() {
              @Override
              public void configure() {
                interceptSendToEndpoint("file*").skipSendToOriginalEndpoint().to("mock:diverted");
                from("direct:intercepted").to("file:" + folder);
              }
            },
            new RouteBuilder() {
              @Override
              public void configure() {
                from("direct:mocked").routeId("mocked").to("seda:never");
              }
            });
        AdviceWith.adviceWith(one.camel, "mocked", route -> route.mockEndpointsAndSkip("seda*"));
        ProducerTemplate template = one.camel.createProducerTemplate();
        template.sendBody("direct:intercepted", "x");
        template.sendBody("direct:mocked", "x");
        assertThat(one.camel.getEndpoint("mock:diverted", MockEndpoint.class).getExchanges())
            .hasSize(1);
        assertThat(one.camel.getEndpoint("mock:seda:never", MockEndpoint.class).getExchanges())
            .hasSize(1);
      }
    }
    assertThat(folder).isEmptyDirectory();
  }

  /** Semel's own gives Camel threads of the server; an application may have chosen others. */
  @Test
  void threadPoolsAreMadeByTheFactoryThatTheApplicationHasSet() {
    AtomicInteger made = new AtomicInteger();
    estate
        .camel
        .getExecutorServiceManager()
        .setThreadPoolFactory(
            new DefaultThreadPoolFactory() {
              @Override
              public ExecutorService newThreadPool(ThreadPoolProfile profile, ThreadFactory named) {
                made.incrementAndGet();
                return super.newThreadPool(profile, named);
              }
            });
    start(route -> route.from("direct:in").to("mock:seen"));
    int before = made.get();
    estate.camel.getExecutorServiceManager().newFixedThreadPool(this, "own", 1);
    assertThat(made).hasValue(before + 1);
  }

  @Test
  void endpointsAreThoseOfTheirComponentsAndMessagesBearNoPropertyOfOurs() {
    start(route -> route.from("direct:in").to("seda:x").to("mock:seen"));
    assertThat(estate.camel.getEndpoint("seda:x")).isInstanceOf(SedaEndpoint.class);
    assertThat(estate.camel.getEndpoint("seda:later")).isInstanceOf(SedaEndpoint.class);
    assertThat(estate.camel.getEndpoint("file:" + folder)).isInstanceOf(FileEndpoint.class);
    estate.camel.createProducerTemplate().sendBody("direct:in", "x");
    assertThat(
            estate
                .camel
                .getEndpoint("mock:seen", MockEndpoint.class)
                .getExchanges()
                .get(0)
                .getProperties())
        .doesNotContainKey(Exchange.INTERCEPTED_ENDPOINT);
  }

  @Test
  void anExchangeThatHasFailedIsSentByATemplate() {
    start(route -> route.from("direct:in").log("x"));
    Exchange failed = new DefaultExchange(estate.camel);
    failed.getMessage().setBody("failure");
    failed.setException(new IllegalStateException("no"));
    estate.camel.createProducerTemplate().send("file:" + folder, failed);
    assertThat(folder).isNotEmptyDirectory();
  }

  @Test
  void aRestProducerOverHttpStartsAndAsks() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/orders",
        exchange -> {
          asked.incrementAndGet();
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    try {
      String host = "http://localhost:" + server.getAddress().getPort();
      start(
          route ->
              route
                  .from("direct:in")
                  .to("rest:post:orders?host=" + host + "&producerComponentName=http"));
      estate.camel.createProducerTemplate().sendBody("direct:in", "x");
      assertThat(asked).hasValue(1);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void theRestDslStartsOverServlets() {
    start(
        route -> {
          route.restConfiguration().component("servlet");
          route.rest("/hello").get().to("direct:hello");
          route.from("direct:hello").setBody(route.constant("hello"));
        });
    assertThat(estate.camel.getRoutes()).as("Camel makes one of both").hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"slip", "router"})
  void anAnswerIsWaitedForWhereABeanChoseWhoIsAsked(String method) throws Exception {
    Later later = new Later();
    estate.camel.addComponent("later", later);
    start(route -> route.from("direct:in").bean(Chooser.class, method));
    ProducerTemplate template = estate.camel.createProducerTemplate();
    CompletableFuture<Object> answer =
        CompletableFuture.supplyAsync(() -> template.requestBody("direct:in", "question"));
    Question question = later.next();
    awaitWaitingOr(answer::isDone);
    question.accept("answer");
    assertThat(answer.get(LONG.toSeconds(), TimeUnit.SECONDS)).isEqualTo("answer");
  }

  @ParameterizedTest
  @ValueSource(strings = {"slip", "router"})
  void anIntentIsDeliveredOnlyWhenTheOneThatABeanChoseHasAnswered(String method) throws Exception {
    String destination = "d" + System.nanoTime();
    estate.consumer("identity", "property:key");
    estate.with("semel.destination." + destination + ".keys", "honoured");
    Later later = new Later();
    estate.camel.addComponent("later", later);
    start(
        route -> {
          route.from("inbox:" + estate.name).to("intent:" + destination);
          route.from("intent:" + destination).bean(Chooser.class, method);
        });
    estate.send("1", "question");
    Question first = later.next();
    awaitWaitingOr(this::isDelivered);
    first.fail();
    Question second = later.next();
    awaitWaitingOr(this::isDelivered);
    assertThat(isDelivered()).as("delivered before it is answered").isFalse();
    second.accept("answer");
    await("it is delivered").atMost(LONG).until(this::isDelivered);
  }

  private boolean isDelivered() {
    return estate.count("semel_intent", "state = 'delivered'") == 1;
  }

  /** Camel's own list of who waits for an answer. */
  private void awaitWaitingOr(Callable<Boolean> goneOn) {
    await("somebody waits for the answer, or has gone on without")
        .atMost(LONG)
        .until(
            () ->
                PluginHelper.getAsyncProcessorAwaitManager(estate.camel).size() > 0
                    || goneOn.call());
  }

  @Test
  void theApplicationsOnlyPolicyIsItsTransacted() {
    AtomicInteger wrapped = new AtomicInteger();
    estate.camel.getRegistry().bind("own", new OwnPolicy(wrapped));
    start(
        route -> {
          route.from("direct:in").transacted().log("x");
          route.from("direct:named").transacted("PROPAGATION_REQUIRED").log("x");
        });
    assertThat(wrapped).as("by the route that names none").hasValue(1);
  }

  @Test
  void aStepThatAsksSemelsJmsForAnAnswerDoesNotStart() {
    assertThatThrownBy(
            () ->
                start(
                    route ->
                        route
                            .from("direct:in")
                            .to(ExchangePattern.InOut, "jms:queue:" + estate.name)))
        .hasMessageContaining("SEMEL-0611")
        .hasMessageContaining("InOnly");
  }

  @Test
  void anExchangeThatAsksSemelsJmsForAnAnswerIsRefusedAndOneThatAsksForNoneIsSent() {
    start(
        route -> {
          route.from("direct:in").to("jms:queue:" + estate.name);
          route.from("direct:chosen").toD("jms:queue:${header.to}");
          route.from("direct:knowing").to("jms:queue:" + estate.name + "?disableReplyTo=true");
        });
    ProducerTemplate template = estate.camel.createProducerTemplate();
    assertThatThrownBy(() -> template.requestBody("direct:in", "question"))
        .hasStackTraceContaining("SEMEL-0611");
    assertThatThrownBy(
            () -> template.requestBodyAndHeader("direct:chosen", "question", "to", estate.name))
        .hasStackTraceContaining("SEMEL-0611");
    assertThat(estate.queueIsEmpty()).isTrue();
    template.sendBody("direct:in", "a");
    template.requestBody("direct:knowing", "a");
    await("both are there").until(() -> estate.server.broker().messages(estate.name) == 2);
  }

  /** Routes without a builder of their own. */
  @FunctionalInterface
  private interface Routes {
    void in(RouteBuilder builder);
  }

  private void start(Routes routes) {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            routes.in(this);
          }
        });
  }

  /** Says where to go. */
  public static final class Chooser {
    @RoutingSlip
    public String slip() {
      return "later:provider";
    }

    @DynamicRouter
    public String router(@ExchangeProperty(Exchange.SLIP_ENDPOINT) String former) {
      return former == null ? "later:provider" : null;
    }
  }

  private record OwnPolicy(AtomicInteger wrapped) implements TransactedPolicy {
    @Override
    public void beforeWrap(Route route, NamedNode definition) {}

    @Override
    public Processor wrap(Route route, Processor processor) {
      wrapped.incrementAndGet();
      return processor;
    }
  }

  /** A component that answers when the test says so, on the test's thread. */
  private static final class Later extends DefaultComponent {

    private final BlockingQueue<Question> questions = new LinkedBlockingQueue<>();

    Question next() throws InterruptedException {
      Question next = questions.poll(LONG.toSeconds(), TimeUnit.SECONDS);
      assertThat(next).as("somebody asks").isNotNull();
      return next;
    }

    @Override
    protected Endpoint createEndpoint(
        String uri, String remaining, Map<String, Object> parameters) {
      return new DefaultEndpoint(uri, this) {
        @Override
        public Producer createProducer() {
          return new DefaultAsyncProducer(this) {
            @Override
            public boolean process(Exchange exchange, AsyncCallback callback) {
              questions.add(new Question(exchange, callback));
              return false;
            }
          };
        }

        @Override
        public Consumer createConsumer(Processor processor) {
          throw new UnsupportedOperationException();
        }
      };
    }
  }

  private record Question(Exchange exchange, AsyncCallback callback) {
    void accept(String answer) {
      exchange.getMessage().setBody(answer);
      callback.done(false);
    }

    void fail() {
      exchange.setException(new IllegalStateException("not now"));
      callback.done(false);
    }
  }
}
