// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route.provider;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
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

/**
 * Every status that a provider may answer, as Camel's own HTTP client brings it from a real server,
 * whether it throws or not: one request, one meaning.
 */
class ProviderResponsesHttpTest {

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

  /** What an exchange says that was sent by a step which counts itself. */
  private Delivery ask(String options) {
    String url = "http://localhost:" + provider.getAddress().getPort() + "/send?" + options;
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
