// SPDX-License-Identifier: Apache-2.0
package org.semel;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.awaitility.core.ConditionFactory;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;

class PatienceTest {

  private static final Duration SHORT = Duration.ofMillis(300);

  @Test
  void whoWaitsInVainSaysForWhatInTheWordsOfTheTest() {
    int letters = 1;
    assertThatThrownBy(() -> soon().until(() -> letters == 2))
        .isInstanceOf(ConditionTimeoutException.class)
        .hasMessageContaining("soon().until(() -> letters == 2)")
        .hasMessageContaining("PatienceTest.java:");
  }

  @Test
  void aStatementOfSeveralLinesIsToldAsAWhole() {
    int numberOfLetters = 1;
    assertThatThrownBy(
            () ->
                soon()
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> numberOfLetters == 2 && numberOfLetters != 3))
        .hasMessageContaining("soon() .pollInterval(Duration.ofMillis(1)) .until(() -> number");
  }

  @Test
  void whoHasASentenceOfHisOwnIsHeardToo() {
    assertThatThrownBy(() -> await("the letters come").atMost(SHORT).until(() -> false))
        .hasMessageContaining("the letters come");
  }

  private static ConditionFactory soon() {
    return await().atMost(SHORT);
  }
}
