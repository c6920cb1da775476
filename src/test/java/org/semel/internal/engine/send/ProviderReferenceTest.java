// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProviderReferenceTest {

  @Test
  void whatAProviderGaveIsKeptWithoutTheSpaceAroundIt() {
    assertThat(ProviderReference.of(" 4711\n"))
        .hasValueSatisfying(kept -> assertThat(kept).hasToString("4711"));
  }

  @Test
  void aReferenceThatIsTooLongIsCut() {
    assertThat(ProviderReference.of("x".repeat(499) + "yz"))
        .contains(new ProviderReference("x".repeat(499) + "y"));
    assertThat(ProviderReference.of("x".repeat(500)))
        .contains(new ProviderReference("x".repeat(500)));
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", " \t"})
  void whereThereIsNothingToKeepThereIsNoReference(String given) {
    assertThat(ProviderReference.of(given)).isEmpty();
  }

  @Test
  void onlyWhatTheTableHoldsIsAReference() {
    assertThatThrownBy(() -> new ProviderReference(" "))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ProviderReference("x".repeat(501)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
