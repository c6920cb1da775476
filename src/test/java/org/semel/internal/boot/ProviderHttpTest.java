// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.camel.builder.Builder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.http.base.HttpHeaderFilterStrategy;
import org.apache.camel.model.RouteDefinition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.semel.operations.IntentActs;
import org.semel.operations.OperatorContext;
import org.semel.operations.ParkedFilter;

/** What a provider's answer means, through Camel's own HTTP client, from a real server. */
class ProviderHttpTest {

  private static final OperatorContext ANN = new OperatorContext("ann", "the provider is back");

  private final SmallEstate estate = new SmallEstate();
  private final String destination = "d" + System.nanoTime();
  private final AtomicInteger requests = new AtomicInteger();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Socket taken = new Socket();
  private HttpServer provider;

  @BeforeEach
  void serve() throws IOException {
    estate.with("semel.consumer." + estate.name + ".identity", "property:key");
    provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    provider.setExecutor(threads);
    provider.start();
  }

  @AfterEach
  void stop() throws IOException {
    estate.close();
    provider.stop(0);
    threads.shutdownNow();
    taken.close();
  }

  @Test
  void theRelayAloneSendsAgain() {
    with("keys", "honoured");
    serve("/send", http -> answer(http, requests.get() == 1 ? 503 : 200));
    send(route -> route.to(url("/send")));
    await().until(() -> intents("state = 'delivered' AND attempts = 2 AND failures = 1") == 1);
    assertThat(requests).hasValue(2);
  }

  @Test
  void aProviderThatAsksToWaitIsHeardByTheRelayAndHoldsUpNoDeliveryThread() {
    serve(
        "/send",
        http -> {
          http.getResponseHeaders().set("Retry-After", "20");
          answer(http, 429);
        });
    send(route -> route.to(url("/send")));
    await()
        .until(
            () ->
                intents(
                        "state = 'pending' AND failures = 1 AND due_at > recorded_at + interval '19 seconds'")
                    == 1);
    assertThat(requests).hasValue(1);
  }

  @Test
  void onlyTwoHundredAndWhatFollowsIsAYes() {
    serve(
        "/send",
        http -> {
          http.getResponseHeaders().set("Location", "/login");
          answer(http, 302);
        });
    send(route -> route.to(url("/send?throwExceptionOnFailure=false")));
    await().until(() -> intents("reason = 'OUTCOME_UNKNOWN' AND detail = 'HTTP status 302'") == 1);
  }

  @Test
  void aGatewayThatSaysNotNowMayHavePassedTheRequestOn() {
    serve("/send", http -> answer(http, 503));
    send(route -> route.to(url("/send")));
    await().until(() -> intents("reason = 'OUTCOME_UNKNOWN'") == 1);
    assertThat(requests).hasValue(1);
  }

  @Test
  void aRefusalIsBelievedWhereverTheMessageSendsIt() {
    serve("/send", http -> answer(http, 422));
    send(route -> route.setHeader("where").constant(url("/send")).to("direct:out"));
    await().until(() -> intents("state = 'parked'") == 1);
    assertThat(intents("reason = 'REFUSED' AND detail = 'HTTP status 422'")).isEqualTo(1);
  }

  @Test
  void nothingIsCertainOfWhatTheRouteHasSentAgain() {
    serve(
        "/send",
        http -> {
          provider.stop(0); // the answer is lost, and the next connection is refused
          http.close();
        });
    String url = url("/send");
    send(route -> route.doTry().to(url).doCatch(Exception.class).to(url).end());
    await().until(() -> intents("reason = 'OUTCOME_UNKNOWN'") == 1);
    assertThat(requests).hasValue(1);
  }

  @Test
  void nothingIsCertainBehindAFirstStepThatWasDone() throws IOException {
    serve("/charge", http -> answer(http, 200));
    String nobody = nobody() + "?httpMethod=POST";
    send(route -> route.to(url("/charge")).to(nobody));
    await().until(() -> intents("reason = 'OUTCOME_UNKNOWN'") == 1);
    assertThat(requests).hasValue(1);
  }

  @Test
  void noRefusalIsBelievedBehindAFirstStepThatWasDone() {
    serve("/charge", http -> answer(http, 200));
    serve("/note", http -> answer(http, 422));
    send(route -> route.to(url("/charge")).to(url("/note?httpMethod=POST")));
    await().until(() -> intents("state = 'parked'") == 1);
    assertThat(intents("reason = 'OUTCOME_UNKNOWN' AND detail = 'HTTP status 422'")).isEqualTo(1);
  }

  /** By the way in which a route sends more than once. */
  private static final Map<String, BiConsumer<RouteDefinition, String>> COVERS =
      Map.of(
          "pipeline",
          (route, send) -> route.to(send).to("direct:note"),
          "multicast",
          (route, send) -> route.multicast().to(send).to("direct:note").end(),
          "split",
          (route, send) -> route.split(Builder.body()).to(send).end(),
          "split and pipeline",
          (route, send) -> route.split(Builder.body()).to(send).end().to("direct:note"));

  static Stream<String> covers() {
    return COVERS.keySet().stream().sorted();
  }

  /** The provider refuses it, and the service that keeps notes says yes. */
  @ParameterizedTest
  @MethodSource("covers")
  void noYesOfAnotherStepCoversARefusal(String way) {
    serve("/send", http -> answer(http, 422));
    serve("/note", http -> answer(http, 200));
    send(route -> COVERS.get(way).accept(route, url("/send?throwExceptionOnFailure=false")));
    await().until(() -> intents("state IN ('parked', 'delivered')") == 1);
    assertThat(intents("reason = 'OUTCOME_UNKNOWN' AND detail = 'HTTP status 422'")).isEqualTo(1);
  }

  /** It looks something up which need not be there, say. */
  @Test
  void aStatusThatTheRouteTakesAwayIsDealtWith() {
    serve("/look", http -> answer(http, 404));
    serve("/send", http -> answer(http, 200));
    send(
        route ->
            route
                .to(url("/look?throwExceptionOnFailure=false"))
                .removeHeaders("CamelHttp*")
                .to(url("/send?httpMethod=POST")));
    await().until(() -> intents("state IN ('parked', 'delivered')") == 1);
    assertThat(intents("state = 'delivered'")).isEqualTo(1);
  }

  @Test
  void aRefusalAfterWhatMayHaveTakenEffectIsNoWordOnThat() {
    with("keys", "honoured");
    serve(
        "/send",
        http -> {
          if (requests.get() == 1) {
            http.close(); // it took effect, and the answer is lost
          } else {
            answer(http, 422);
          }
        });
    send(route -> route.to(url("/send")));
    await().until(() -> intents("state = 'parked'") == 1);
    assertThat(intents("reason = 'OUTCOME_UNKNOWN' AND detail = 'HTTP status 422'")).isEqualTo(1);
  }

  /** By the way in which Camel takes GET, which has no body, and no one has said so. */
  private static final Map<String, BiConsumer<RouteDefinition, String>> UNSAID =
      Map.of(
          "the address has a query",
          (route, send) -> route.to(send + "?a=1"),
          "a message gives it one",
          (route, send) -> route.setHeader("a").constant("1").toD(send + "?a=${header.a}"),
          "the route has taken the body away",
          (route, send) -> route.process(exchange -> exchange.getMessage().setBody(null)).to(send));

  static Stream<String> unsaid() {
    return UNSAID.keySet().stream().sorted();
  }

  /** The provider answers it by a list, say, and has seen no body. */
  @ParameterizedTest
  @MethodSource("unsaid")
  void whatWouldGoOutByAMethodThatNoOneChoseIsNotSent(String way) {
    with("attempts", "1");
    with("circuit-failures", "0");
    serve("/send", http -> answer(http, 200));
    send(route -> UNSAID.get(way).accept(route, url("/send")));
    await().until(() -> intents("state IN ('parked', 'delivered')") == 1);
    assertThat(requests).hasValue(0);
    assertThat(
            intents("reason = 'ATTEMPTS_EXHAUSTED' AND detail LIKE '%SEMEL-0534%httpMethod=POST%'"))
        .isEqualTo(1);
  }

  @Test
  void norIsItBehindAStepThatWasAnsweredNothing() {
    serve("/charge", http -> answer(http, 200));
    serve("/note", http -> answer(http, 200));
    send(route -> route.to(url("/charge")).to(url("/note")));
    await().until(() -> intents("state IN ('parked', 'delivered')") == 1);
    assertThat(requests).hasValue(1);
    assertThat(intents("reason = 'OUTCOME_UNKNOWN'")).isEqualTo(1);
  }

  @Test
  void aMethodThatTheEndpointOrTheRouteChoseIsTaken() {
    List<String> methods = new CopyOnWriteArrayList<>();
    serve(
        "/",
        http -> {
          methods.add(http.getRequestMethod());
          answer(http, 200);
        });
    send(
        route ->
            route
                .to(url("/look?httpMethod=GET&a=1"))
                .to(url("/send?httpMethod=POST&a=1"))
                .setHeader("CamelHttpMethod")
                .constant("DELETE")
                .to(url("/mark?a=1")));
    await().until(() -> intents("state IN ('parked', 'delivered')") == 1);
    assertThat(methods).containsExactly("GET", "POST", "DELETE");
    assertThat(intents("state = 'delivered'")).isEqualTo(1);
  }

  /** By the way in which a request loses its key. */
  private static final Map<String, BiConsumer<RouteDefinition, String>> KEYLESS =
      Map.of(
          "the route takes it away",
          (route, send) -> route.removeHeaders("*").to(send),
          "the route sets another one",
          (route, send) -> route.setHeader("Idempotency-Key").simple("${random(9)}").to(send),
          "the endpoint sends no headers",
          (route, send) -> route.to(send + "?skipRequestHeaders=true"),
          "the endpoint filters it",
          (route, send) -> route.to(send + "?headerFilterStrategy=#none"),
          "it goes over JMS",
          (route, send) -> route.removeHeaders("*").to("jms:queue:keyless"));

  static Stream<String> keyless() {
    return KEYLESS.keySet().stream().sorted();
  }

  /** A repeat of it would be another effect. */
  @ParameterizedTest
  @MethodSource("keyless")
  void whatHasLostItsKeyIsNotSentToAProviderThatHonoursKeys(String way) {
    with("keys", "honoured");
    with("unanswered", "allowed"); // which asks for no proof of a sender over JMS
    with("attempts", "1");
    with("circuit-failures", "0");
    HttpHeaderFilterStrategy none = new HttpHeaderFilterStrategy();
    none.setOutFilterPattern(".*");
    estate.camel.getRegistry().bind("none", none);
    serve("/send", http -> answer(http, 200));
    send(route -> KEYLESS.get(way).accept(route, url("/send")));
    await().until(() -> intents("state IN ('parked', 'delivered')") == 1);
    assertThat(requests).hasValue(0);
    assertThat(
            intents("reason = 'ATTEMPTS_EXHAUSTED' AND detail LIKE '%SEMEL-0534%Idempotency-Key%'"))
        .isEqualTo(1);
  }

  /** A second request of the same delivery needs one of its own. */
  @Test
  void whatOnlyLooksNeedsNoKeyAndAKeyMadeOfTheIntentsOwnIsOne() {
    with("keys", "honoured");
    List<String> keys = new CopyOnWriteArrayList<>();
    serve(
        "/",
        http -> {
          keys.add(String.valueOf(http.getRequestHeaders().getFirst("Idempotency-Key")));
          answer(http, 200);
        });
    send(
        route ->
            route
                .to(url("/look?httpMethod=GET&skipRequestHeaders=true"))
                .to(url("/send?httpMethod=POST"))
                .setHeader("Idempotency-Key")
                .simple("${header.Idempotency-Key}-note")
                .to(url("/note?httpMethod=POST")));
    await().until(() -> intents("state = 'delivered'") == 1);
    assertThat(keys).hasSize(3).startsWith("null").doesNotHaveDuplicates();
    assertThat(keys.get(2)).isEqualTo(keys.get(1) + "-note");
  }

  /** An outage would use up the life of keys that the provider never saw. */
  @Test
  void aKeyGrowsNoOlderWhileNobodyCanBeReached() throws Exception {
    with("keys", "honoured");
    String nobody = nobody();
    send(route -> route.to(nobody));
    await("it waits for its next try")
        .until(
            () -> intents("state = 'pending' AND failures > 0 AND first_leased_at IS NULL") == 1);
  }

  @Test
  void norDoesItWhileNobodyIsLetIn() {
    with("keys", "honoured");
    serve("/send", http -> answer(http, 401));
    send(route -> route.to(url("/send")));
    await("it waits for its next try")
        .until(
            () ->
                intents("state = 'pending' AND detail IS NOT NULL AND first_leased_at IS NULL")
                    == 1);
  }

  /** The provider may remember a key from the first request on, whatever it said to it. */
  @Test
  void aKeyThatTheProviderHasSeenAgesWhateverItSaid() {
    with("keys", "honoured");
    serve("/send", http -> answer(http, 429));
    send(route -> route.to(url("/send")));
    await("it waits for its next try")
        .until(
            () ->
                intents("state = 'pending' AND failures > 0 AND first_leased_at IS NOT NULL") == 1);
  }

  /** It may forget the key before the next one comes, and then does it twice. */
  @Test
  void whatAPersonHasSentAgainIsNotRepeatedBeyondTheLifeOfAKeyThatTheProviderHasSeen() {
    with("keys", "honoured");
    with("attempts", "2");
    with("circuit-failures", "0"); // one that fails alone is parked
    serve("/send", http -> answer(http, requests.get() <= 2 ? 429 : 500));
    send(route -> route.to(url("/send")));
    await().until(() -> intents("reason = 'ATTEMPTS_EXHAUSTED'") == 1);
    estate
        .server
        .postgres()
        .execute(
            "UPDATE semel_intent SET first_leased_at = first_leased_at - interval '1 day' WHERE destination = '%s'"
                .formatted(destination));
    IntentActs acts = estate.operations().intents();
    acts.retry(acts.parked(destination, ParkedFilter.ALL, 1).get(0).key(), ANN);
    await().until(() -> intents("reason = 'OUTCOME_UNKNOWN'") == 1);
    assertThat(requests).as("two, and that of the person").hasValue(3);
  }

  /** Where nobody listens, and nobody may meanwhile. */
  private String nobody() throws IOException {
    taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    return "http://127.0.0.1:" + taken.getLocalPort() + "/";
  }

  private void with(String key, String value) {
    estate.with("semel.destination." + destination + "." + key, value);
  }

  private void serve(String path, HttpHandler handler) {
    provider.createContext(
        path,
        http -> {
          requests.incrementAndGet();
          http.getRequestBody().readAllBytes();
          handler.handle(http);
        });
  }

  /** One message, whose intent goes through {@code provides}. */
  private void send(Consumer<RouteDefinition> provides) {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).to("intent:" + destination);
            provides.accept(from("intent:" + destination));
            from("direct:out").toD("${header.where}");
            from("direct:note").to(url("/note?httpMethod=POST"));
          }
        });
    estate.send("1", "a");
  }

  private long intents(String where) {
    return estate.count("semel_intent", where);
  }

  private String url(String path) {
    return "http://localhost:" + provider.getAddress().getPort() + path;
  }

  private static void answer(HttpExchange http, int status) throws IOException {
    http.sendResponseHeaders(status, -1);
    http.close();
  }
}
