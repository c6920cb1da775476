// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.semel.message.Messages;

class DifferencesTest {

  @Test
  void fieldsThatAreMissingOrMeanSomethingElseAreNamed() {
    assertThat(
            differing(
                "{\"a\":1,\"b\":{\"x\":1},\"c\":null,\"e\":[1]}",
                "{\"e\":[1],\"b\":{\"x\":2},\"a\":1.0,\"d\":true}"))
        .contains(List.of("b", "c", "d"));
  }

  @Test
  void aFieldThatIsNullDiffersFromOneThatIsMissing() {
    assertThat(differing("{\"a\":null}", "{}")).contains(List.of("a"));
  }

  @Test
  void whatIsNoJsonObjectHasNoFields() {
    assertThat(differing("{}", "[1]")).isEmpty();
    assertThat(differing("{}", "text")).isEmpty();
    assertThat(differing("{", "{}")).isEmpty();
  }

  @Test
  void aProducerCannotFloodTheOperatorWithNames() {
    String many =
        IntStream.range(0, 200)
            .mapToObj(i -> "\"" + "n".repeat(300) + i + "\":1")
            .collect(Collectors.joining(",", "{", "}"));
    assertThat(differing(many, "{}").orElseThrow())
        .hasSize(50)
        .allMatch(name -> name.length() == 100);
  }

  private static Optional<List<String>> differing(String a, String b) {
    return Differences.topLevel(Messages.text(a).body(), Messages.text(b).body());
  }
}
