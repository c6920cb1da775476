// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.http.HttpComponent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps that a route which delivers intents must not have are refused before anything starts. */
class ProviderRulesTest {

  private final SmallEstate estate = new SmallEstate();
  private final HttpComponent own = new HttpComponent();

  @AfterEach
  void stop() {
    estate.close();
  }

  @ParameterizedTest
  @CsvSource({"https,httpClient", "https,clientBuilder", "own,httpClient"})
  void aClientOfTheRoutesOwnMayHaveRetriesThatNobodySees(String scheme, String option) {
    assertRefused(scheme, option + "=#own", option);
  }

  /** A refusal of the place that it leads to says nothing of what the first has done. */
  @ParameterizedTest
  @ValueSource(strings = {"true", "{{redirects}}"})
  void aRedirectWouldBeASecondSendingWithinTheStep(String value) {
    estate.with("redirects", "true");
    assertRefused("https", "followRedirects=" + value, "followRedirects");
  }

  @Test
  void soItIsWhereTheComponentFollowsThem() {
    own.setFollowRedirects(true);
    assertRefused("own", "httpMethod=POST", "followRedirects");
  }

  @Test
  void unlessTheEndpointDoesNot() {
    own.setFollowRedirects(true);
    assertThatCode(() -> start("own", "followRedirects=false")).doesNotThrowAnyException();
  }

  private void assertRefused(String scheme, String query, String option) {
    assertThatThrownBy(() -> start(scheme, query))
        .hasMessageContaining("SEMEL-0601")
        .hasMessageContaining("Route out")
        .hasMessageContaining("(" + option + ")");
  }

  private void start(String scheme, String query) {
    estate.camel.getRegistry().bind("own", own);
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("intent:out").to("direct:out");
            from("direct:out").routeId("out").to(scheme + "://localhost:1/x?" + query);
          }
        });
  }
}
