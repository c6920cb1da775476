// SPDX-License-Identifier: Apache-2.0
package org.semel.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedHeadersTest {

  @Test
  void admitsWhatIsNamedInAnyLetterCase() {
    AllowedHeaders allowed = AllowedHeaders.of(List.of("traceparent", " ce_* ", ""));
    assertThat(allowed.admits("TraceParent")).isTrue();
    assertThat(allowed.admits("CE_type")).isTrue();
    assertThat(allowed.admits("ce")).isFalse();
    assertThat(allowed.admits("other")).isFalse();
    assertThat(allowed.admits("")).as("a blank pattern names nothing").isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CamelJmsDestinationName",
        "cAmelExecCommandExecutable",
        "CAMELSQLQUERY",
        "org.apache.camel.Exchange",
        "Org.Apache.Camel.x",
        "SemelIdentity"
      })
  void neverAdmitsWhatSteersCamel(String name) {
    assertThat(AllowedHeaders.of(List.of("*", name)).admits(name)).isFalse();
  }

  @Test
  void aNameThatIsAdmittedIsNoPrefix() {
    AllowedHeaders allowed = AllowedHeaders.of(List.of("traceparent"));
    assertThat(allowed.admits("traceparent2")).isFalse();
  }

  @Test
  void ofTwoSpellingsTheOneThatSortsFirstPassesWhateverTheirOrder() {
    for (List<String> order : List.of(List.of("ORDER", "order"), List.of("order", "ORDER"))) {
      Map<String, Object> both = new LinkedHashMap<>();
      order.forEach(name -> both.put(name, name));
      Headers headers = Headers.of(both);
      assertThat(headers.only(AllowedHeaders.of(List.of("order"))))
          .isEqualTo(Headers.of(Map.of("ORDER", "ORDER")));
      assertThat(headers.find("Order")).contains("ORDER");
      assertThat(headers.find("order")).contains("order");
    }
  }

  @Test
  void headersAreEqualOnlyIfTheirNamesAndValuesAre() {
    assertThat(Headers.of(Map.of("a", 1)))
        .isEqualTo(Headers.of(Map.of("a", 1)))
        .isNotEqualTo(Headers.of(Map.of("a", 2)))
        .isNotEqualTo(Headers.of(Map.of("b", 1)));
  }
}
