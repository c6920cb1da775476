// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route.provider;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.intent.ProviderReference;
import org.semel.internal.relay.Contract;
import org.semel.internal.relay.Contract.Keys;
import org.semel.internal.relay.provider.Delivery;
import org.semel.internal.relay.provider.Delivery.Accepted;
import org.semel.internal.relay.provider.Delivery.Denied;
import org.semel.internal.relay.provider.Delivery.Denied.Extent;
import org.semel.internal.relay.provider.Delivery.NotAccepted;
import org.semel.internal.relay.provider.Delivery.OutcomeUnknown;
import org.semel.internal.relay.provider.Delivery.Refused;
import org.semel.small.Proxied;

/**
 * Every status that a provider may answer, as Camel's own HTTP client brings it from a real server,
 * whether it throws or not: one request, one meaning.
 */
class ProviderResponsesHttpTest {

  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
  private static final String REFUSAL = "HTTP/1.1 422 Unprocessable\r\nContent-Length: 0\r\n\r\n";
  private static final String NOT_EXECUTED = "org.apache.hc.core5.http.RequestNotExecutedException";
  private static final Instant NOW = Instant.parse("2026-11-20T09:55:00Z");
  private static final Optional<Duration> FIVE_MINUTES = Optional.of(Duration.ofMinutes(5));

  private final DefaultCamelContext camel = new DefaultCamelContext();
  private final AtomicInteger requests = new AtomicInteger();
  private HttpServer provider;

  @BeforeEach
  void serve() throws IOException {
    provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    provider.start();
    ClientRetries.off(camel);
    IdleConnections.check(camel);
    camel.start();
  }

  @AfterEach
  void stop() {
    camel.stop();
    provider.stop(0);
  }

  @ParameterizedTest
  @CsvSource({
    "200, ACCEPTED",
    "201, ACCEPTED",
    "202, ACCEPTED",
    "204, ACCEPTED",
    "206, ACCEPTED",
    "301, UNKNOWN",
    "302, UNKNOWN",
    "303, UNKNOWN",
    "304, UNKNOWN",
    "307, UNKNOWN",
    "308, UNKNOWN",
    "400, REFUSED",
    "401, ALL",
    "402, REFUSED",
    "403, UNSAID",
    "404, UNSAID",
    "405, UNSAID",
    "406, UNKNOWN",
    "407, ALL",
    "408, UNKNOWN",
    "409, REFUSED",
    "410, REFUSED",
    "412, REFUSED",
    "413, REFUSED",
    "415, REFUSED",
    "422, REFUSED",
    "425, UNAVAILABLE",
    "428, REFUSED",
    "429, UNAVAILABLE",
    "500, UNKNOWN",
    "501, UNKNOWN",
    "502, UNKNOWN",
    "503, UNKNOWN",
    "504, UNKNOWN",
    "511, UNKNOWN"
  })
  void everyStatusMeansTheSameWhetherTheClientThrowsOrNot(int status, String meaning) {
    answers(status, null);
    assertThat(named(ask("throwExceptionOnFailure=true"))).isEqualTo(meaning);
    assertThat(named(ask("throwExceptionOnFailure=false"))).isEqualTo(meaning);
    assertThat(requests).as("one for each").hasValue(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"300", "Fri, 20 Nov 2026 10:00:00 GMT"})
  void howLongToWaitIsHeardInBothOfItsForms(String asked) {
    answers(429, asked);
    for (String option : new String[] {"true", "false"}) {
      assertThat(ask("throwExceptionOnFailure=" + option))
          .isEqualTo(new NotAccepted("HTTP status 429", FIVE_MINUTES));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-5", "5.0", "soon", "Fri, 20 Nov", "Fri, 20 Nov 2026 09:00:00 GMT"})
  void whatIsNoTimeToComeLetsNobodyWait(String asked) {
    answers(429, asked);
    assertThat(ask("throwExceptionOnFailure=true"))
        .isInstanceOfSatisfying(
            NotAccepted.class, away -> assertThat(away.notBefore().orElse(Duration.ZERO)).isZero());
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void theProvidersReferenceIsKept(String option) {
    answers(201, null);
    assertThat(ask("throwExceptionOnFailure=" + option))
        .isEqualTo(new Accepted(Optional.of(new ProviderReference("/sent/17"))));
  }

  /** It is restarted a moment after its answer, say. */
  @Test
  void overAConnectionThatWasClosedWhileItWasIdleNothingIsSent() throws IOException {
    try (KeptConnections kept = new KeptConnections(OK, true)) {
      assertThat(named(ask(kept.port(), ""))).isEqualTo("ACCEPTED");
      await().until(() -> kept.closed.get() == 1);
      assertThat(ask(kept.port(), "")).isEqualTo(NotAccepted.neverSent(NOT_EXECUTED));
      assertThat(kept.requests).hasValue(1);
      assertThat(named(ask(kept.port(), ""))).as("over another").isEqualTo("ACCEPTED");
      assertThat(kept.requests).hasValue(2);
    }
  }

  /** Or one that says why it closes an idle connection. */
  @Test
  void anAnswerTooManyIsNotTheNextOnes() throws IOException {
    try (KeptConnections kept = new KeptConnections(OK + REFUSAL, false)) {
      assertThat(named(ask(kept.port(), ""))).isEqualTo("ACCEPTED");
      assertThat(ask(kept.port(), "")).isEqualTo(NotAccepted.neverSent(NOT_EXECUTED));
      assertThat(kept.requests).hasValue(1);
      assertThat(named(ask(kept.port(), ""))).as("over another").isEqualTo("ACCEPTED");
      assertThat(kept.requests).hasValue(2);
    }
  }

  /** A connection that is as it should be serves many. */
  @Test
  void aConnectionIsUsedAgain() throws IOException {
    try (KeptConnections kept = new KeptConnections(OK, false)) {
      for (int i = 0; i < 5; i++) {
        assertThat(named(ask(kept.port(), ""))).isEqualTo("ACCEPTED");
      }
      assertThat(kept.connections).hasValue(1);
    }
  }

  /** One that is closed at this moment, or an application's own. */
  @Test
  void aConnectionThatSaysNothingOfItselfIsLookedAtAsAKeptOne() throws IOException {
    camel
        .getRegistry()
        .bind(
            "silent",
            PoolingHttpClientConnectionManagerBuilder.create()
                .setConnectionFactory(ProviderResponsesHttpTest::silent)
                .build());
    String options = "clientConnectionManager=#silent";
    try (KeptConnections kept = new KeptConnections(OK + REFUSAL, false)) {
      assertThat(named(ask(kept.port(), options))).isEqualTo("ACCEPTED");
      assertThat(ask(kept.port(), options)).isEqualTo(NotAccepted.neverSent(NOT_EXECUTED));
      assertThat(kept.requests).hasValue(1);
    }
  }

  private static ManagedHttpClientConnection silent(Socket socket) throws IOException {
    ManagedHttpClientConnection real =
        ManagedHttpClientConnectionFactory.INSTANCE.createConnection(socket);
    return Proxied.as(
        ManagedHttpClientConnection.class,
        (method, arguments) ->
            method.getName().equals("getEndpointDetails")
                ? null
                : Proxied.call(real, method, arguments));
  }

  private Delivery ask(String options) {
    return ask(provider.getAddress().getPort(), options);
  }

  /** What an exchange says that was sent by a step which counts itself. */
  private Delivery ask(int port, String options) {
    String url = "http://localhost:" + port + "/send?" + options;
    CountedSendings sendings = new CountedSendings();
    Exchange sent =
        camel
            .createProducerTemplate()
            .request(
                url,
                exchange -> {
                  sendings.begin(1);
                  exchange.getMessage().setBody("a");
                });
    if (sent.getException() == null) {
      sendings.end();
    }
    return new ProviderResponses(
            new Contract(Keys.IGNORED, Duration.ofHours(1), "Location"), InstantSource.fixed(NOW))
        .of(sent, sendings);
  }

  private void answers(int status, String retryAfter) {
    provider.createContext(
        "/send",
        http -> {
          requests.incrementAndGet();
          http.getRequestBody().readAllBytes();
          http.getResponseHeaders().set("Location", "/sent/17");
          if (retryAfter != null) {
            http.getResponseHeaders().set("Retry-After", retryAfter);
          }
          http.sendResponseHeaders(status, -1);
          http.close();
        });
  }

  /** A provider that lets its connections stand open after each answer, as HTTP/1.1 has it. */
  private static final class KeptConnections implements AutoCloseable {

    final AtomicInteger connections = new AtomicInteger();
    final AtomicInteger requests = new AtomicInteger();
    final AtomicInteger closed = new AtomicInteger();
    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final String answer;
    private final boolean closes;

    /**
     * Serves at once.
     *
     * @param answer what it writes after each request
     * @param closes whether it closes the connection then, without a word of it
     */
    KeptConnections(String answer, boolean closes) throws IOException {
      this.answer = answer;
      this.closes = closes;
      threads.execute(this::serve);
    }

    int port() {
      return socket.getLocalPort();
    }

    private void serve() {
      try {
        while (true) {
          Socket connection = socket.accept();
          connections.incrementAndGet();
          threads.execute(() -> serve(connection));
        }
      } catch (IOException e) {
        // it is closed
      }
    }

    private void serve(Socket connection) {
      try (connection) {
        BufferedReader in =
            new BufferedReader(new InputStreamReader(connection.getInputStream(), US_ASCII));
        while (readRequest(in)) {
          requests.incrementAndGet();
          connection.getOutputStream().write(answer.getBytes(US_ASCII));
          if (closes) {
            break;
          }
        }
      } catch (IOException e) {
        // the client has gone
      }
      closed.incrementAndGet();
    }

    /** Whose body is one character, as those that are sent here. */
    private static boolean readRequest(BufferedReader in) throws IOException {
      String line = in.readLine();
      while (line != null && !line.isEmpty()) {
        line = in.readLine();
      }
      return line != null && in.read() >= 0;
    }

    @Override
    public void close() throws IOException {
      socket.close();
      threads.shutdownNow();
    }
  }

  private static String named(Delivery delivery) {
    if (delivery instanceof Denied denied) {
      return denied.extent() == Extent.ALL ? "ALL" : "UNSAID";
    }
    if (delivery instanceof Refused) {
      return "REFUSED";
    }
    if (delivery instanceof OutcomeUnknown) {
      return "UNKNOWN";
    }
    return delivery instanceof Accepted ? "ACCEPTED" : "UNAVAILABLE";
  }
}
