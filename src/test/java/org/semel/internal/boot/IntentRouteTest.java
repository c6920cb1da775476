// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.apache.camel.Exchange;
import org.apache.camel.builder.Builder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.model.RouteDefinition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Intents through real provider routes and query routes, over HTTP. */
class IntentRouteTest {

  private static final String UNTHROWN = "?throwExceptionOnFailure=false";

  private final SmallEstate estate = new SmallEstate();
  private final String destination = "d" + System.nanoTime();
  private final Map<String, AtomicInteger> requests = new ConcurrentHashMap<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer provider;

  @BeforeEach
  void serve() throws IOException {
    estate.with("semel.consumer." + estate.name + ".identity", "property:key");
    provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    provider.setExecutor(threads);
    provider.start();
  }

  @AfterEach
  void stop() {
    estate.close();
    provider.stop(0);
    threads.shutdownNow();
  }

  @Test
  void whatWasAcceptedKeepsTheProvidersReference() {
    estate.with("semel.destination." + destination + ".reference", "Location");
    provider.createContext("/send", http -> answer(http, 201, "/sent/17"));
    start(null);
    estate.send("1", "a");
    await().until(() -> delivered("reference = '/sent/17' AND attempts = 1") == 1);
  }

  @Test
  void anAnswerThatGotLostIsAskedForAndNothingIsSentTwice() {
    estate.with("semel.destination." + destination + ".reference", "Location");
    provider.createContext(
        "/send",
        http -> {
          sent(http);
          answer(http, 502, null); // it took effect, and a gateway lost the answer
        });
    provider.createContext(
        "/sent",
        http -> {
          String key = http.getRequestURI().getPath().substring("/sent/".length());
          answer(http, requests.containsKey(key) ? 200 : 404, "/receipt");
        });
    start("/sent/${header.Idempotency-Key}");
    for (int i = 0; i < 5; i++) {
      estate.send("k" + i, "a");
    }
    await().until(() -> delivered("reference = '/receipt'") == 5);
    assertThat(requests).hasSize(5);
    assertThat(requests.values()).allSatisfy(times -> assertThat(times).hasValue(1));
  }

  /** Also where the query route fetches a token first, say. */
  @ParameterizedTest
  @ValueSource(strings = {"log:asks", "direct:token"})
  void whatTheProviderNeverSawIsSentAgain(String first) {
    provider.createContext("/token", http -> answer(http, 200, null));
    provider.createContext(
        "/send", http -> answer(http, sent(http) == 1 ? 504 : 200, null)); // lost on the way there
    provider.createContext("/sent", http -> answer(http, 404, null));
    start("/sent/${header.Idempotency-Key}", first);
    estate.send("1", "a");
    await().until(() -> delivered("attempts = 2") == 1);
    assertThat(requests.values()).singleElement().satisfies(t -> assertThat(t).hasValue(2));
  }

  /** The path of the service that gives tokens is gone, say. */
  @ParameterizedTest
  @ValueSource(strings = {"{{base}}/token", "direct:token"})
  void onlyTheLastStepOfAQueryRouteCanSayThatTheProviderNeverSawIt(String first) {
    estate.with("semel.destination." + destination + ".attempts", "3");
    failuresAreTheirOwn();
    failsToSend("a");
    provider.createContext("/token", http -> answer(http, 404, null));
    start("/sent/${header.Idempotency-Key}", first);
    estate.send("1", "a");
    await("it is parked, or sent again")
        .until(
            () ->
                isLeftToAPerson() || requests.values().stream().anyMatch(times -> times.get() > 1));
    assertThat(requests.values()).singleElement().satisfies(t -> assertThat(t).hasValue(1));
  }

  /** Else the status of the step before it, which fetched a token say, would be the answer. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFailureThatAQueryRouteHidesSaysNothing(boolean caught) {
    estate.with("semel.destination." + destination + ".attempts", "3");
    failuresAreTheirOwn();
    failsToSend("a");
    provider.createContext("/token", http -> answer(http, 200, null));
    String base = "http://localhost:" + provider.getAddress().getPort();
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).to("intent:" + destination);
            from("intent:" + destination).to(base + "/send");
            var query = from("intent:" + destination + "?query=true");
            if (caught) {
              query
                  .to(base + "/token")
                  .doTry()
                  .to("http://localhost:1/away")
                  .doCatch(Exception.class)
                  .log("no answer")
                  .end();
            } else {
              query
                  .onException(Exception.class)
                  .handled(true)
                  .end()
                  .to(base + "/token")
                  .to("http://localhost:1/away");
            }
          }
        });
    estate.send("1", "a");
    await("it is parked, or counts as delivered")
        .until(() -> isLeftToAPerson() || delivered("true") == 1);
    assertThat(delivered("true")).isZero();
  }

  /** The status on the exchange is then that of a step before it, which fetched a token say. */
  @ParameterizedTest
  @CsvSource({"/token, 200", "/token, 404", "direct:token, 200"})
  void aQuestionThatAQueryRouteLeavesOutSaysNothing(String first, int status) {
    provider.createContext("/token", http -> answer(http, status, null));
    query(
        (query, base) ->
            query
                .to(first.startsWith("/") ? base + first + UNTHROWN : first)
                .filter(Builder.header("orderId").isNotNull())
                .to(base + "/sent"));
    assertThat(requests.values())
        .as("sent once")
        .singleElement()
        .satisfies(t -> assertThat(t).hasValue(1));
  }

  /** The provider does not know the key, and the service that keeps notes says yes. */
  @Test
  void aQuestionWhoseAnswerALaterStepOfTheQueryRouteCoversSaysNothing() {
    provider.createContext("/sent", http -> answer(http, 404, null));
    provider.createContext("/note", http -> answer(http, 200, null));
    query((query, base) -> query.to(base + "/sent" + UNTHROWN).to(base + "/note"));
  }

  @Test
  void whatAQueryRouteSaysItselfBehindAStepThatSendsIsItsAnswer() {
    provider.createContext("/token", http -> answer(http, 200, null));
    failsToSend("a");
    started(
        (query, base) ->
            query
                .to(base + "/token")
                .filter(Builder.header("orderId").isNotNull())
                .to(base + "/sent")
                .end()
                .setHeader("SemelFinding", Builder.constant("accepted")));
    await().until(() -> delivered("true") == 1);
  }

  /** It sends nothing, and is behind the question. */
  @Test
  void anAnswerCountsThoughAnotherRouteReadsItThen() {
    provider.createContext("/sent", http -> answer(http, 200, null));
    failsToSend("a");
    started((query, base) -> query.to(base + "/sent").to("direct:reads"));
    await("it is parked, or counts as delivered")
        .until(() -> isLeftToAPerson() || delivered("true") == 1);
    assertThat(delivered("true")).isOne();
  }

  /** A query route that has no answer to one intent, which is then left to a person. */
  private void query(BiConsumer<RouteDefinition, String> asks) {
    estate.with("semel.destination." + destination + ".attempts", "3");
    failuresAreTheirOwn();
    failsToSend("a");
    started(asks);
    await("it is parked, counts as delivered, or is sent again")
        .until(
            () ->
                isLeftToAPerson()
                    || delivered("true") == 1
                    || requests.values().stream().anyMatch(times -> times.get() > 1));
    assertThat(delivered("true")).isZero();
  }

  private void started(BiConsumer<RouteDefinition, String> asks) {
    String base = "http://localhost:" + provider.getAddress().getPort();
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).to("intent:" + destination);
            from("intent:" + destination).to(base + "/send");
            from("direct:token").to(base + "/token");
            from("direct:reads").log("the provider has answered");
            asks.accept(from("intent:" + destination + "?query=true"), base);
          }
        });
    estate.send("1", "a");
  }

  @Test
  void noHeaderOfTheMessageSpeaksForTheProvider() {
    estate.with("semel.consumer." + estate.name + ".headers", "*");
    estate.with("semel.destination." + destination + ".headers", "*");
    estate.with("semel.destination." + destination + ".attempts", "1");
    failuresAreTheirOwn();
    provider.createContext("/send", http -> answer(http, sent(http) == 1 ? 500 : 200, null));
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .setHeader("SemelFinding", constant("accepted"))
                .setHeader("SemelReference", constant("forged"))
                .to("intent:" + destination);
            from("intent:" + destination)
                .choice()
                .when(body().isEqualTo("known"))
                .log("accepted")
                .otherwise()
                .to("http://localhost:" + provider.getAddress().getPort() + "/send");
            from("intent:" + destination + "?query=true").log("says nothing");
          }
        });
    estate.send("1", "unknown");
    estate.send("2", "known");
    await().until(this::isLeftToAPerson);
    await().until(() -> delivered("cause = '2' AND reference IS NULL") == 1);
  }

  @Test
  void whatSharesAnOrderKeyGoesOneAfterTheOther() {
    estate.with("semel.destination." + destination + ".order-by", "header:orderId");
    estate.with("semel.destination." + destination + ".not-done", "503");
    List<String> bodies = new CopyOnWriteArrayList<>();
    AtomicInteger inFlight = new AtomicInteger();
    AtomicInteger mostInFlight = new AtomicInteger();
    provider.createContext(
        "/send",
        http -> {
          mostInFlight.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
          bodies.add(new String(http.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          inFlight.decrementAndGet();
          answer(http, sent(http) == 1 ? 503 : 200, null);
        });
    String base = "http://localhost:" + provider.getAddress().getPort();
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .setHeader("orderId", constant("17"))
                .split(body().tokenize(","))
                .to("intent:" + destination);
            from("intent:" + destination).to(base + "/send");
          }
        });
    estate.send("1", "a,b,c,d,e");
    await().until(() -> delivered("order_key = '17'") == 5);
    assertThat(bodies).containsExactly("a", "a", "b", "b", "c", "c", "d", "d", "e", "e");
    assertThat(delivered("attempts = 2 AND failures = 1")).isEqualTo(5);
    assertThat(mostInFlight).hasValue(1);
  }

  @Test
  void withoutTheHeaderOfItsOrderAnIntentIsNotRecorded() {
    estate.with("semel.destination." + destination + ".order-by", "header:orderId");
    estate.with("semel.consumer." + estate.name + ".attempts", "1");
    start(null);
    estate.send("1", "a");
    await().until(() -> estate.count("semel_parked", "detail LIKE '%SEMEL-0512%'") == 1);
    assertThat(estate.count("semel_intent", "true")).isZero();
  }

  @Test
  void aQueryRouteThatCannotSayLeavesItToAPerson() {
    estate.with("semel.destination." + destination + ".attempts", "3");
    failuresAreTheirOwn();
    failsToSend("a");
    provider.createContext("/sent", http -> answer(http, 503, null));
    start("/sent/${header.Idempotency-Key}");
    estate.send("1", "a");
    await().until(this::isLeftToAPerson);
    assertThat(requests.values()).singleElement().satisfies(t -> assertThat(t).hasValue(1));
  }

  /** Camel's {@code rest:} sends by the component that it is given. */
  @Test
  void aRouteThatSendsByRestDeliversAndHearsARefusal() {
    provider.createContext(
        "/send",
        http -> {
          boolean refused = new String(http.getRequestBody().readAllBytes(), UTF_8).equals("bad");
          sent(http);
          answer(http, refused ? 422 : 201, null);
        });
    String host = "http://localhost:" + provider.getAddress().getPort();
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).to("intent:" + destination);
            from("intent:" + destination)
                .to("rest:post:send?host=" + host + "&producerComponentName=http");
          }
        });
    estate.send("1", "good");
    estate.send("2", "bad");
    await().until(() -> delivered("cause = '1' AND attempts = 1") == 1);
    await().until(() -> estate.count("semel_intent", "cause = '2' AND reason = 'REFUSED'") == 1);
    assertThat(requests.values()).hasSize(2).allSatisfy(times -> assertThat(times).hasValue(1));
  }

  /** A bean that fills one buffer again and again, say. */
  @Test
  void whatARouteDoesToItsBytesAfterwardsIsNotSent() {
    byte[] buffer = new byte[1];
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .loop(3)
                .process(
                    exchange -> {
                      buffer[0]++;
                      exchange.getMessage().setBody(buffer);
                    })
                .to("intent:" + destination)
                .end();
          }
        });
    estate.send("1", "a");
    await().until(() -> estate.count("semel_intent", "true") == 3);
    for (int number = 0; number < 3; number++) {
      String recorded = "ordinal = %1$d AND get_byte(body, 0) = %1$d + 1".formatted(number);
      assertThat(estate.count("semel_intent", recorded)).as(recorded).isEqualTo(1);
    }
  }

  /** It says what the text was when it came, and not how it is to be written anew. */
  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "text/plain; charset=ISO-8859-1",
        "application/json",
        "text/plain; charset=us-ascii; profile=utf-8",
        "application/xml; charset=\"UTF-16\"",
        "text/plain; charset=utf-8",
        "text/plain; charset=utf8mb4", // Java has none of this name
        "text/plain; charset=[none]" // nor can it
      })
  void theBytesOfATextGoOutAsTheyAreRecordedWhateverItsContentTypeSays(String label) {
    List<String> bodies = new CopyOnWriteArrayList<>();
    provider.createContext(
        "/send",
        http -> {
          bodies.add(
              http.getRequestHeaders().getFirst("Content-Type")
                  + ": "
                  + new String(http.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          answer(http, 200, null);
        });
    String base = "http://localhost:" + provider.getAddress().getPort();
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .setHeader(Exchange.CONTENT_TYPE, constant(label))
                .to("intent:" + destination);
            from("intent:" + destination).to(base + "/send");
          }
        });
    estate.send("1", "€ 日本");
    await().until(() -> delivered("true") == 1);
    assertThat(bodies).singleElement().asString().endsWith(": € 日本");
  }

  @Test
  void bytesGoOutUnderALabelWhoseCharsetJavaDoesNotKnow() {
    List<String> bodies = new CopyOnWriteArrayList<>();
    provider.createContext(
        "/send",
        http -> {
          bodies.add(new String(http.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          answer(http, 200, null);
        });
    String base = "http://localhost:" + provider.getAddress().getPort();
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .setHeader(Exchange.CONTENT_TYPE, constant("text/plain; charset=utf8mb4"))
                .convertBodyTo(byte[].class)
                .to("intent:" + destination);
            from("intent:" + destination).to(base + "/send");
          }
        });
    estate.send("1", "\u20ac 1");
    await().until(() -> delivered("true") == 1);
    assertThat(bodies).containsExactly("\u20ac 1");
  }

  /** UTF-8 cannot carry it; a question mark in its place would be another text. */
  @Test
  void aTextWithHalfOfASurrogatePairIsNotRecordedAsAnotherText() {
    estate.with("semel.consumer." + estate.name + ".attempts", "1");
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .process(exchange -> exchange.getMessage().setBody("a\ud83d"))
                .to("intent:" + destination);
          }
        });
    estate.send("1", "a");
    await("it is parked, or recorded")
        .until(
            () ->
                estate.count("semel_parked", "detail LIKE '%SEMEL-0508%'")
                        + estate.count("semel_intent", "true")
                    == 1);
    assertThat(estate.count("semel_intent", "true")).isZero();
  }

  /** As before it has started, and while the application is stopped. */
  @Test
  void whileItsQueryRouteDoesNotRunAnIntentInDoubtWaitsForThatAndForNobody() throws Exception {
    estate.with("semel.destination." + destination + ".attempts", "2");
    estate.with("semel.destination." + destination + ".circuit-failures", "0");
    estate.with("semel.destination." + destination + ".circuit-open", "100ms");
    estate.with("semel.destination." + destination + ".backoff-first", "10ms");
    estate.with("semel.destination." + destination + ".backoff-most", "50ms");
    provider.createContext("/send", http -> answer(http, 500, null));
    provider.createContext("/sent", http -> answer(http, 200, null));
    start("/sent/${header.Idempotency-Key}");
    String query =
        estate.camel.getRoutes().stream()
            .filter(route -> route.getEndpoint().getEndpointUri().contains("query=true"))
            .findFirst()
            .orElseThrow()
            .getRouteId();
    estate.camel.getRouteController().suspendRoute(query);
    estate.send("1", "a");
    await("it was to be asked for often, or is parked")
        .until(() -> estate.count("semel_intent", "lease > 5 OR state = 'parked'") == 1);
    assertThat(estate.count("semel_intent", "state = 'parked'")).isZero();
    estate.camel.getRouteController().resumeRoute(query);
    await().until(() -> delivered("attempts = 2") == 1);
  }

  /** What has this body is counted, and no one knows what became of it. */
  private void failsToSend(String body) {
    provider.createContext(
        "/send",
        http -> {
          boolean fails = new String(http.getRequestBody().readAllBytes(), UTF_8).equals(body);
          if (fails) {
            sent(http);
          }
          answer(http, fails ? 500 : 200, null);
        });
  }

  /**
   * Else a query route that answers no question at all may be away, and no one is parked for it.
   */
  private void failuresAreTheirOwn() {
    estate.with("semel.destination." + destination + ".circuit-failures", "0");
  }

  private boolean isLeftToAPerson() {
    return estate.count("semel_intent", "reason = 'OUTCOME_UNKNOWN'") == 1;
  }

  private void start(String query) {
    start(query, "log:asks");
  }

  private void start(String query, String first) {
    String base = "http://localhost:" + provider.getAddress().getPort();
    estate.with("base", base);
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).to("intent:" + destination);
            from("intent:" + destination).to(base + "/send");
            if (query != null) {
              from("direct:token").to(base + "/token");
              from("intent:" + destination + "?query=true")
                  .setHeader(Exchange.HTTP_METHOD, constant("GET"))
                  .to(first)
                  .toD(base + query);
            }
          }
        });
  }

  private int sent(HttpExchange http) {
    String key = http.getRequestHeaders().getFirst("Idempotency-Key");
    return requests.computeIfAbsent(key, absent -> new AtomicInteger()).incrementAndGet();
  }

  private long delivered(String where) {
    return estate.count("semel_intent", "state = 'delivered' AND " + where);
  }

  private static void answer(HttpExchange http, int status, String location) throws IOException {
    http.getRequestBody().readAllBytes();
    if (location != null) {
      http.getResponseHeaders().set("Location", location);
    }
    http.sendResponseHeaders(status, -1);
    http.close();
  }
}
