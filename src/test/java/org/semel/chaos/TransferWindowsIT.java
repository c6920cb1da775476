// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.chaos.small.Kind;
import org.semel.matrix.Shows;

/**
 * Relaying with {@code transfer=xa}: one crash in one window. No other transaction of this server
 * has two branches.
 */
class TransferWindowsIT extends Striking {

  private static final String TRIED_AGAIN = "SELECT count(*) FROM semel_intent WHERE attempts > 1";

  private long triedAgain;

  TransferWindowsIT() {
    super(Kind.TRANSFER);
  }

  @BeforeEach
  void before() {
    triedAgain = STACK.postgres.number(TRIED_AGAIN);
  }

  /** Leased, then sent. */
  @ParameterizedTest
  @ValueSource(strings = {"R2", "R4"})
  @Shows("T1 server")
  void theServerDiesBeforePrepareAndWhatItLeasedWasNeverLeased(String window) {
    theServerDiesIn(window);
  }

  /** Before the decision, then behind it. */
  @ParameterizedTest
  @ValueSource(strings = {"X6", "X8"})
  @Shows("T4 server")
  void theServerDiesBetweenPrepareAndCommitAndRecoveryEndsBothAlike(String window) {
    theServerDiesIn(window);
  }

  private void theServerDiesIn(String window) {
    dieIn(window);
    node.restart();
    assertThatEverythingTookEffectOnceAndNobodyIsBlamed();
    assertThat(STACK.postgres.number(TRIED_AGAIN)).as("attempts counted").isEqualTo(triedAgain);
  }
}
