// SPDX-License-Identifier: Apache-2.0
package org.semel.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a producer says of its trace. */
class TraceParentTest {

  private static final String WELL = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  private static final AllowedHeaders ALLOWED =
      AllowedHeaders.of(List.of("traceparent", "tracestate", "tenant"));

  @Test
  void traceCallerAndFlagsAreReadAndWrittenAlike() {
    TraceParent read = TraceParent.parse(WELL).orElseThrow();
    assertThat(read)
        .isEqualTo(new TraceParent("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331", "01"))
        .hasToString(WELL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00-1",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\n",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
        "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319g-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b716920333/-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0:",
        "00_0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c_b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331_01",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "00-${bean:x}-b7ad6b7169203331-01"
      })
  void whatIsMalformedIsNotReadAndPassesNowhere(String malformed) {
    assertThat(TraceParent.parse(malformed)).isEmpty();
    Headers headers =
        Headers.of(Map.of("TraceParent", malformed, "TRACESTATE", "a=b", "tenant", "t"));
    assertThat(headers.only(ALLOWED)).isEqualTo(Headers.of(Map.of("tenant", "t")));
  }

  @Test
  void whatIsNoTextIsMalformed() {
    Headers number = Headers.of(Map.of("traceparent", 1L, "tenant", "t"));
    assertThat(number.only(ALLOWED)).isEqualTo(Headers.of(Map.of("tenant", "t")));
  }

  @Test
  void whatIsWellFormedPassesAsItIsWhereThePolicyAdmitsIt() {
    Headers headers = Headers.of(Map.of("TraceParent", WELL, "tracestate", "a=b"));
    assertThat(headers.only(ALLOWED)).isEqualTo(headers);
    assertThat(headers.only(AllowedHeaders.of(List.of("tenant")))).isEqualTo(Headers.none());
  }
}
