// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.BindException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.security.cert.CertificateExpiredException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.apache.camel.Exchange;
import org.apache.camel.RuntimeCamelException;
import org.apache.camel.http.base.HttpOperationFailedException;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.engine.send.Lease.Trace;
import org.semel.internal.engine.send.ProviderReference;
import org.semel.internal.engine.send.relay.Delivery;
import org.semel.internal.engine.send.relay.Delivery.Denied.Extent;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract.Keys;
import org.semel.matrix.Shows;

class ProviderResponsesTest {

  private final Exchange exchange = new DefaultExchange(new DefaultCamelContext(false));
  private final CountedSendings sendings = new CountedSendings();

  @Test
  void anExchangeThatComesBackCleanIsAccepted() {
    assertThat(answer()).isEqualTo(new Delivery.Accepted());
  }

  @Test
  void theProvidersReferenceIsKept() {
    exchange.getMessage().setHeader("Location", "/orders/7");
    assertThat(answer())
        .isEqualTo(new Delivery.Accepted(Optional.of(new ProviderReference("/orders/7"))));
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 402, 410, 413, 422})
  void aClientErrorIsARefusal(int status) {
    assertThat(failing(failed(status, Map.of())))
        .isEqualTo(new Delivery.Refused("HTTP status " + status));
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 407})
  void whoIsNotKnownIsNotLetInWhateverIsSent(int status) {
    assertThat(failing(failed(status, Map.of())))
        .isEqualTo(new Delivery.Denied("HTTP status " + status, Extent.ALL));
  }

  @ParameterizedTest
  @ValueSource(ints = {403, 404, 405})
  void whoIsSentAwayMayBeOneOrAll(int status) {
    assertThat(failing(failed(status, Map.of())))
        .isEqualTo(new Delivery.Denied("HTTP status " + status, Extent.UNSAID));
  }

  @Test
  void whoIsNotLetInBehindASendingThatWasDoneMayHaveHadAnEffectAllTheSame() {
    sendings.begin(exchange, 1);
    sendings.end(exchange);
    exchange.setException(failed(401, Map.of()));
    assertThat(answer())
        .isEqualTo(new Delivery.Denied("HTTP status 401", Extent.ALL, Trace.POSSIBLE));
  }

  @ParameterizedTest
  @ValueSource(ints = {425, 429})
  @Shows("R5 none")
  void notNowIsNotNow(int status) {
    assertThat(failing(failed(status, Map.of("retry-after", "7"))))
        .isEqualTo(
            new Delivery.NotAccepted("HTTP status " + status, Optional.of(Duration.ofSeconds(7))));
    assertThat(failing(failed(status, Map.of("Retry-After", "Fri, 20 Nov 2026 10:00:00 GMT"))))
        .isEqualTo(
            new Delivery.NotAccepted("HTTP status " + status, Optional.of(Duration.ofMinutes(5))));
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 503})
  void whatAGatewayMaySayTellsNothingUnlessThePolicySaysSo(int status) {
    assertThat(failing(failed(status, Map.of("Retry-After", "7"))))
        .isEqualTo(
            new Delivery.OutcomeUnknown(
                "HTTP status " + status, Optional.of(Duration.ofSeconds(7))));
    assertThat(answers(Set.of(status)).of(exchange, sendings))
        .isEqualTo(
            new Delivery.NotAccepted("HTTP status " + status, Optional.of(Duration.ofSeconds(7))));
    assertThat(answers(Set.of()).of(failedBy(failed(429, Map.of())), sendings))
        .isEqualTo(new Delivery.OutcomeUnknown("HTTP status 429"));
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 199, 300, 301, 302, 303, 307, 308})
  void onlyTwoHundredAndWhatFollowsIsAYes(int status) {
    assertThat(failing(failed(status, Map.of())))
        .isEqualTo(new Delivery.OutcomeUnknown("HTTP status " + status));
    exchange.setException(null);
    exchange.getMessage().setHeader(Exchange.HTTP_RESPONSE_CODE, status);
    assertThat(answer()).isEqualTo(new Delivery.OutcomeUnknown("HTTP status " + status));
  }

  /** RFC 9110, section 15.5.7: it is about the answer, which many servers look at last. */
  @Test
  void anAnswerThatCannotBeGivenInTheFormThatWasAskedForTellsNothing() {
    assertThat(failing(failed(406, Map.of())))
        .isEqualTo(new Delivery.OutcomeUnknown("HTTP status 406"));
  }

  @Test
  void nothingIsCertainOfWhatWasTriedTwice() {
    sendings.begin(exchange, 2);
    assertThat(failing(new ConnectException("refused")))
        .isEqualTo(new Delivery.OutcomeUnknown("java.net.ConnectException"));
    assertThat(failing(failed(422, Map.of())))
        .isEqualTo(new Delivery.OutcomeUnknown("HTTP status 422"));
  }

  @Test
  void nothingIsCertainBehindASendingThatWasDone() {
    sendings.begin(exchange, 1);
    sendings.end(exchange);
    exchange.setException(new ConnectException("of a bean"));
    assertThat(answer()).isEqualTo(new Delivery.OutcomeUnknown("java.net.ConnectException"));
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 501, 502, 504})
  @Shows("R5 none")
  void aServerErrorTellsNothing(int status) {
    assertThat(failing(failed(status, Map.of())))
        .isEqualTo(new Delivery.OutcomeUnknown("HTTP status " + status));
  }

  @Test
  void aConnectionThatNeverStoodCarriedNothing() throws ReflectiveOperationException {
    assertThat(failing(new RuntimeCamelException(new ConnectException("refused"))))
        .isInstanceOf(Delivery.NotAccepted.class);
    assertThat(failing(new UnknownHostException("x"))).isInstanceOf(Delivery.NotAccepted.class);
    assertThat(failing(noneFree())).isInstanceOf(Delivery.NotAccepted.class);
    assertThat(failing(new HttpConnectTimeoutException("no answer")))
        .isInstanceOf(Delivery.NotAccepted.class);
    assertThat(failing(new BindException("no port is left")))
        .isInstanceOf(Delivery.NotAccepted.class);
  }

  /** RFC 8446, section 2: the peer is authenticated before any application data. */
  @Test
  void aPeerThatIsNotTrustedWasSentNothing() {
    Exception untrusted = new SSLHandshakeException("PKIX path validation failed");
    untrusted.initCause(new CertificateExpiredException("NotAfter: yesterday"));
    assertThat(failing(untrusted)).isInstanceOf(Delivery.NotAccepted.class);
    assertThat(failing(new SSLPeerUnverifiedException("no name matches")))
        .isInstanceOf(Delivery.NotAccepted.class);
  }

  /** A client's certificate that is refused is told by TLS 1.3 after the request has left. */
  @Test
  void anAlertOfThePeerTellsNothing() {
    assertThat(failing(new SSLHandshakeException("Received fatal alert: certificate_required")))
        .isInstanceOf(Delivery.OutcomeUnknown.class);
    assertThat(failing(new SSLException("closed"))).isInstanceOf(Delivery.OutcomeUnknown.class);
  }

  @Test
  @Shows("R5 none")
  void aTimeoutAfterTheRequestLeftTellsNothing() {
    assertThat(failing(new SocketTimeoutException("read timed out")))
        .isInstanceOf(Delivery.OutcomeUnknown.class);
  }

  @Test
  void anythingElseTellsNothing() {
    assertThat(failing(new IllegalStateException("after the send?")))
        .isEqualTo(new Delivery.OutcomeUnknown("java.lang.IllegalStateException"));
    exchange.setRollbackOnly(true);
    assertThat(answer()).isInstanceOf(Delivery.OutcomeUnknown.class);
  }

  @Test
  void aRouteThatDoesNotThrowOnFailureDoesNotHideOne() {
    exchange.getMessage().setHeader(Exchange.HTTP_RESPONSE_CODE, 422);
    assertThat(answer()).isEqualTo(new Delivery.Refused("HTTP status 422"));
    exchange.getMessage().setHeader(Exchange.HTTP_RESPONSE_CODE, 200);
    assertThat(answer()).isEqualTo(new Delivery.Accepted());
  }

  private Delivery answer() {
    return answers(Contract.NOT_DONE).of(exchange, sendings);
  }

  /** Of a route whose only step that sends has failed so. */
  private Delivery failing(Throwable failure) {
    return answers(Contract.NOT_DONE).of(failedBy(failure), sendings);
  }

  private Exchange failedBy(Throwable failure) {
    if (sendings.atMostOne() && !sendings.failedAtTheFirst()) {
      sendings.begin(exchange, 1);
    }
    exchange.setException(failure);
    return exchange;
  }

  private static ProviderResponses answers(Set<Integer> notDone) {
    return new ProviderResponses(
        new Contract(Keys.IGNORED, Duration.ofHours(1), "Location", notDone),
        InstantSource.fixed(Instant.parse("2026-11-20T09:55:00Z")));
  }

  private static Throwable failed(int status, Map<String, String> headers) {
    return new RuntimeCamelException(
        new HttpOperationFailedException("http://x", status, "no", null, headers, "body"));
  }

  /** The HTTP client's own, which nothing here is compiled with. */
  private static Exception noneFree() throws ReflectiveOperationException {
    return Class.forName("org.apache.hc.core5.http.ConnectionRequestTimeoutException")
        .asSubclass(Exception.class)
        .getConstructor(String.class)
        .newInstance("none free");
  }
}
