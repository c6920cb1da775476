// SPDX-License-Identifier: Apache-2.0
package org.semel.camel;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.RuntimeCamelException;
import org.apache.camel.http.base.HttpOperationFailedException;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.intent.Reference;
import org.semel.matrix.Shows;
import org.semel.relay.Delivery;

class AnswersTest {

  private final Exchange exchange = new DefaultExchange(new DefaultCamelContext(false));

  @Test
  void anExchangeThatComesBackCleanIsAccepted() {
    assertThat(Answers.of(exchange, "Location")).isEqualTo(new Delivery.Accepted());
  }

  @Test
  void theProvidersReferenceIsKept() {
    exchange.getMessage().setHeader("Location", "/orders/7");
    assertThat(Answers.of(exchange, "Location"))
        .isEqualTo(new Delivery.Accepted(Optional.of(new Reference("/orders/7"))));
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 410, 413, 422})
  void aClientErrorIsARefusal(int status) {
    assertThat(Answers.of(failed(status, Map.of())))
        .isEqualTo(new Delivery.Refused("HTTP status " + status));
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 409, 425, 429, 503})
  @Shows("R5 nobody")
  void notNowIsNotNow(int status) {
    assertThat(Answers.of(failed(status, Map.of("retry-after", "7"))))
        .isEqualTo(
            new Delivery.Unavailable("HTTP status " + status, Optional.of(Duration.ofSeconds(7))));
    assertThat(Answers.of(failed(status, Map.of("Retry-After", "Fri, 20 Nov 2026 10:00:00 GMT"))))
        .isEqualTo(new Delivery.Unavailable("HTTP status " + status, Optional.empty()));
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 501, 502, 504})
  @Shows("R5 nobody")
  void aServerErrorTellsNothing(int status) {
    assertThat(Answers.of(failed(status, Map.of())))
        .isEqualTo(new Delivery.Unknown("HTTP status " + status));
  }

  @Test
  void aConnectionThatNeverStoodCarriedNothing() {
    assertThat(Answers.of(new RuntimeCamelException(new ConnectException("refused"))))
        .isInstanceOf(Delivery.Unavailable.class);
    assertThat(Answers.of(new UnknownHostException("x"))).isInstanceOf(Delivery.Unavailable.class);
    assertThat(Answers.of(new ConnectionRequestTimeoutException("none free")))
        .isInstanceOf(Delivery.Unavailable.class);
    assertThat(Answers.of(new HttpConnectTimeoutException("no answer")))
        .isInstanceOf(Delivery.Unavailable.class);
  }

  @Test
  @Shows("R5 nobody")
  void aTimeoutAfterTheRequestLeftTellsNothing() {
    assertThat(Answers.of(new SocketTimeoutException("read timed out")))
        .isInstanceOf(Delivery.Unknown.class);
  }

  @Test
  void anythingElseTellsNothing() {
    assertThat(Answers.of(new IllegalStateException("after the send?")))
        .isEqualTo(new Delivery.Unknown("java.lang.IllegalStateException"));
    exchange.setRollbackOnly(true);
    assertThat(Answers.of(exchange, "Location")).isInstanceOf(Delivery.Unknown.class);
  }

  @Test
  void aRouteThatDoesNotThrowOnFailureDoesNotHideOne() {
    exchange.getMessage().setHeader(Exchange.HTTP_RESPONSE_CODE, 422);
    assertThat(Answers.of(exchange, "Location")).isEqualTo(new Delivery.Refused("HTTP status 422"));
    exchange.getMessage().setHeader(Exchange.HTTP_RESPONSE_CODE, 200);
    assertThat(Answers.of(exchange, "Location")).isEqualTo(new Delivery.Accepted());
  }

  private static Throwable failed(int status, Map<String, String> headers) {
    return new RuntimeCamelException(
        new HttpOperationFailedException("http://x", status, "no", null, headers, "body"));
  }
}
