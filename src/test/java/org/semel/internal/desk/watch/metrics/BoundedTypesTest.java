// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Producers choose the types of their events, and must not choose how much we remember. */
class BoundedTypesTest {

  private final BoundedTypes types = new BoundedTypes();

  @Test
  void theFirstHundredOfAConsumerHaveANameAndAllOthersAreOther() {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      names.add(types.of("orders", Optional.of("type-" + i)));
    }
    assertThat(names).hasSize(BoundedTypes.MOST_OF_CONSUMER + 1).contains("type-0", "other");
    assertThat(types.of("orders", Optional.of("type-0"))).isEqualTo("type-0");
  }

  @Test
  void manyConsumersTogetherAreBoundedAsWell() {
    Set<String> names = new HashSet<>();
    for (int consumer = 0; consumer < 10; consumer++) {
      for (int i = 0; i < 200; i++) {
        names.add(types.of("c" + consumer, Optional.of(consumer + "-" + i)));
      }
    }
    assertThat(names).hasSize(BoundedTypes.MOST_OF_NODE + 1);
  }

  @Test
  void aMessageWithoutATypeIsNoOther() {
    assertThat(types.of("orders", Optional.empty())).isEqualTo(BoundedTypes.NONE);
    assertThat(types.of("orders", Optional.of(" "))).isEqualTo(BoundedTypes.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\nb", "\u0000", "\u001b[2J"})
  void whatNoNameIsMadeOfIsOther(String type) {
    assertThat(types.of("orders", Optional.of(type))).isEqualTo(BoundedTypes.OTHER);
    assertThat(types.of("orders", Optional.of("x".repeat(121)))).isEqualTo(BoundedTypes.OTHER);
  }
}
