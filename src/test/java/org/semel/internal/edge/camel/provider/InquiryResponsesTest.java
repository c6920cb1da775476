// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.RuntimeCamelException;
import org.apache.camel.http.base.HttpOperationFailedException;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.engine.send.ProviderReference;
import org.semel.internal.engine.send.relay.Inquiry.InquiryResult;

class InquiryResponsesTest {

  private final Exchange exchange = new DefaultExchange(new DefaultCamelContext(false));

  @Test
  void theRoutesOwnWordCounts() {
    says("Accepted");
    exchange.getMessage().setHeader("Location", "/7");
    assertThat(found())
        .isEqualTo(new InquiryResult.Confirmed(Optional.of(new ProviderReference("/7"))));
    says("not-known");
    assertThat(found()).isEqualTo(new InquiryResult.NotKnown());
    says("cannot-say");
    assertThat(found()).isInstanceOf(InquiryResult.CannotSay.class);
    says("perhaps");
    assertThat(found()).isInstanceOf(InquiryResult.CannotSay.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 204})
  void aStatusOfSuccessSaysThatItWasAccepted(int status) {
    exchange.getMessage().setHeader(Exchange.HTTP_RESPONSE_CODE, status);
    assertThat(found()).isEqualTo(new InquiryResult.Confirmed(Optional.empty()));
  }

  @ParameterizedTest
  @ValueSource(ints = {404, 410})
  void whatIsNotThereIsNotKnown(int status) {
    assertThat(InquiryResponses.of(failed(status))).isEqualTo(new InquiryResult.NotKnown());
    exchange.getMessage().setHeader(Exchange.HTTP_RESPONSE_CODE, status);
    assertThat(found()).isEqualTo(new InquiryResult.NotKnown());
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 409, 500, 503})
  void anyOtherStatusCannotSay(int status) {
    assertThat(InquiryResponses.of(failed(status)))
        .isEqualTo(new InquiryResult.CannotSay("HTTP status " + status));
  }

  @Test
  void aRouteThatFailsOrSaysNothingCannotSay() {
    assertThat(InquiryResponses.of(new ConnectException("refused")))
        .isEqualTo(new InquiryResult.CannotSay("java.net.ConnectException"));
    assertThat(found()).isInstanceOf(InquiryResult.CannotSay.class);
  }

  @Test
  void aFailureThatTheRouteCatchesSaysWhatItWouldSayOtherwise() {
    exchange.getMessage().setHeader(Exchange.HTTP_RESPONSE_CODE, 200); // of a step before
    catches(new ConnectException("refused"));
    assertThat(found()).isEqualTo(new InquiryResult.CannotSay("java.net.ConnectException"));
    catches(failed(404));
    assertThat(found()).isEqualTo(new InquiryResult.NotKnown());
    says("accepted");
    assertThat(found()).isEqualTo(new InquiryResult.Confirmed(Optional.empty()));
  }

  @Test
  void whatItCaughtBeforeItAskedAgainSaysNothing() {
    CountedSendings sendings = new CountedSendings();
    catches(new ConnectException("refused"));
    sendings.begin(exchange, 1);
    sendings.end(exchange);
    exchange.getMessage().setHeader(Exchange.HTTP_RESPONSE_CODE, 200);
    assertThat(InquiryResponses.of(exchange, sendings, "Location"))
        .isEqualTo(new InquiryResult.Confirmed(Optional.empty()));
  }

  private void catches(Throwable failure) {
    exchange.setProperty(ExchangePropertyKey.EXCEPTION_CAUGHT, failure);
  }

  private void says(String word) {
    exchange.getMessage().setHeader("SemelFinding", word);
  }

  private InquiryResult found() {
    return InquiryResponses.of(exchange, new CountedSendings(), "Location");
  }

  private static Throwable failed(int status) {
    return new RuntimeCamelException(
        new HttpOperationFailedException("http://x", status, "no", null, Map.of(), "body"));
  }
}
