// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.operations.IntentState;

class AddressTest {

  private static final Destination MAIL = new Destination("mail");

  @Test
  void anOrdinalStartsAtZero() {
    assertThat(new Intent.Address(MAIL, 0).ordinal()).isZero();
    assertThatThrownBy(() -> new Intent.Address(MAIL, -1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anOrderKeyIsAsLongAsTheIndexHolds() {
    Optional<String> longest = Optional.of("x".repeat(Intent.Address.LONGEST_ORDER_KEY));
    assertThat(new Intent.Address(MAIL, 0, longest).orderKey()).isEqualTo(longest);
    assertThat(Intent.Address.isOrderKey(longest.orElseThrow())).isTrue();
    assertThat(Intent.Address.isOrderKey(longest.orElseThrow() + "x")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  "})
  void anOrderKeyIsMoreThanSpaces(String key) {
    assertThat(Intent.Address.isOrderKey(key)).isFalse();
    assertThatThrownBy(() -> new Intent.Address(MAIL, 0, Optional.of(key)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatIsNamedKeepsItsPlaceInTheOrder() {
    Intent.Address named = new Intent.Address(MAIL, 3, Optional.of("customer 7")).named("invoice");
    assertThat(named)
        .isEqualTo(new Intent.Address(MAIL, 3, Optional.of("customer 7"), Optional.of("invoice")));
    assertThat(Intent.Address.isName("invoice")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "two words", "a/b"})
  void whatIsNoNameOfADestinationIsRefused(String name) {
    assertThatThrownBy(() -> new Destination(name)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aDestinationIsPrintedByItsName() {
    assertThat(MAIL).hasToString("mail");
  }

  @ParameterizedTest
  @CsvSource({
    "PENDING, pending, false",
    "LEASED, leased, false",
    "DELIVERED, delivered, true",
    "PARKED, parked, false",
    "WITHDRAWN, withdrawn, true"
  })
  void aStateHasItsWordInTheTableAndTwoAreFinal(IntentState state, String word, boolean last) {
    assertThat(state.word()).isEqualTo(word);
    assertThat(IntentState.of(word)).isEqualTo(state);
    assertThat(state.isFinal()).isEqualTo(last);
  }
}
