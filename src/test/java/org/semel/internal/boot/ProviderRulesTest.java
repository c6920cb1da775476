// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.http.HttpComponent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps that a route which delivers intents must not have are refused before anything starts. */
class ProviderRulesTest {

  private final SmallEstate estate = new SmallEstate();
  private final HttpComponent own = new HttpComponent();
  private final AtomicInteger entered = new AtomicInteger();

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

  /** By the way in which a route sends again what had no answer. */
  private static final Map<String, Consumer<RouteBuilder>> RETRIES =
      Map.of(
          "onException maximumRedeliveries",
          b -> b.onException(Exception.class).maximumRedeliveries(3),
          "onException redeliveryPolicyRef",
          b -> b.onException(Exception.class).redeliveryPolicyRef("mine"),
          "onException retryWhile",
          b -> b.onException(Exception.class).retryWhile(b.constant(true)),
          "errorHandler maximumRedeliveries",
          b -> b.errorHandler(b.defaultErrorHandler().maximumRedeliveries(2)));

  static Stream<String> retries() {
    return RETRIES.keySet().stream().sorted();
  }

  /** What had no answer may have taken effect, and the relay would hear of the last try alone. */
  @ParameterizedTest
  @MethodSource("retries")
  void aRetryOfTheRoutesOwnWouldBeASecondSendingOfWhichNoOneHears(String way) {
    assertThatThrownBy(
            () ->
                estate.start(
                    new RouteBuilder() {
                      @Override
                      public void configure() {
                        RETRIES.get(way).accept(this);
                        from("intent:out").routeId("out").to("http://localhost:1/x");
                      }
                    }))
        .hasMessageContaining("SEMEL-0601")
        .hasMessageContaining("Route out")
        .hasMessageContaining("(" + way + ")");
  }

  /** The start does not see it, and nothing has been sent. */
  @ParameterizedTest
  @ValueSource(strings = {"retries", "redirects"})
  void soItIsWhereAMessageChoosesTheRoute(String chosen) {
    String destination = "d" + System.nanoTime();
    estate.with("semel.consumer." + estate.name + ".identity", "property:key");
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).to("intent:" + destination);
            from("intent:" + destination)
                .setHeader("to")
                .constant(chosen)
                .toD("direct:${header.to}");
            from("direct:retries")
                .onException(Exception.class)
                .maximumRedeliveries(2)
                .redeliveryDelay(0)
                .end()
                .process(
                    exchange -> {
                      entered.incrementAndGet();
                      throw new IOException("no answer");
                    });
            from("direct:redirects")
                .process(exchange -> entered.incrementAndGet())
                .to("http://localhost:1/x?followRedirects=true");
          }
        });
    estate.send("1", "a");
    await().until(() -> estate.count("semel_intent", "state = 'parked' OR failures > 0") == 1);
    assertThat(entered).as("its first step").hasValue(0);
    assertThat(estate.count("semel_intent", "detail LIKE '%SEMEL-0601%'")).isEqualTo(1);
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
