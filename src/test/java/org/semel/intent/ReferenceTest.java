// SPDX-License-Identifier: Apache-2.0
package org.semel.intent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReferenceTest {

  @Test
  void whatAProviderGaveIsKeptWithoutTheSpaceAroundIt() {
    assertThat(Reference.of(" 4711\n"))
        .hasValueSatisfying(kept -> assertThat(kept).hasToString("4711"));
  }

  @Test
  void aReferenceThatIsTooLongIsCut() {
    assertThat(Reference.of("x".repeat(499) + "yz")).contains(new Reference("x".repeat(499) + "y"));
    assertThat(Reference.of("x".repeat(500))).contains(new Reference("x".repeat(500)));
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", " \t"})
  void whereThereIsNothingToKeepThereIsNoReference(String given) {
    assertThat(Reference.of(given)).isEmpty();
  }

  @Test
  void onlyWhatTheTableHoldsIsAReference() {
    assertThatThrownBy(() -> new Reference(" ")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Reference("x".repeat(501)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
