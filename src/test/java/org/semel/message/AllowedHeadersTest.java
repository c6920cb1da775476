// SPDX-License-Identifier: Apache-2.0
package org.semel.message;

import static org.assertj.core.api.Assertions.assertThat;

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
  void ofTwoSpellingsTheFirstPasses() {
    Headers headers = Headers.of(new java.util.TreeMap<>(Map.of("ORDER", 1, "order", 2)));
    Headers kept = headers.only(AllowedHeaders.of(List.of("order")));
    assertThat(kept).isEqualTo(Headers.of(Map.of("ORDER", 1)));
  }
}
