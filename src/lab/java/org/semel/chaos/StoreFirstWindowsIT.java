// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.semel.chaos.small.Kind;
import org.semel.matrix.Shows;

/** Protocol {@code store-first}: one crash in one window. */
class StoreFirstWindowsIT extends Striking {

  StoreFirstWindowsIT() {
    super(Kind.STORE_FIRST);
  }

  /** Before the commit of what is stored, and between that and the acknowledgement. */
  @ParameterizedTest
  @ArgumentsSource(InEachWindow.class)
  @Shows({"I1 server", "I2 server"})
  void theServerDies(String window) {
    dieIn(window.equals("I2") ? "C3" : window);
    node.restart();
    assertThatEverythingTookEffectOnceAndNobodyIsBlamed();
    if (window.equals("I1")) {
      assertThat(absorbedAgain()).as("stored, and came again").isZero();
    } else {
      assertThat(absorbedAgain()).as("stored, and came again").isPositive();
    }
  }
}
