// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.estate.Shop;

/** What fails alike in a real route is parked as one group, whichever way its messages take. */
class FailureGroupsTest {

  private static final String GROUP =
      "java.lang.IllegalStateException at org.semel.estate.Shop.reserve";

  private final SmallEstate estate = new SmallEstate();

  @AfterEach
  void stop() {
    estate.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"xa", "store-first"})
  void messagesOfOneFaultAreOneGroup(String protocol) {
    estate.under(protocol).consumer("identity", "property:key").consumer("attempts", "1");
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .process(exchange -> Shop.reserve(exchange.getMessage().getBody(String.class)));
          }
        });
    for (String seat : new String[] {"12A", "14C", "30F"}) {
      estate.send(seat, "seat " + seat);
    }
    await("three messages were parked")
        .until(() -> estate.count("semel_parked", "reason = 'ATTEMPTS_EXHAUSTED'") == 3);
    assertThat(estate.count("semel_parked", "failure_group = '" + GROUP + "'")).isEqualTo(3);
  }
}
