// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.chaos.Way.Dies;
import org.semel.chaos.small.Kind;
import org.semel.chaos.small.SmallNode;
import org.semel.matrix.Shows;

/**
 * Relaying with {@code transfer=xa}: one crash in one window. No other transaction of this server
 * has two branches, and each of these transfers one intent.
 */
class TransferWindowsIT extends Striking {

  private static final String DELIVERED =
      "SELECT count(*) FROM semel_intent WHERE state = 'delivered'";

  private static final String TRIED_AGAIN = "SELECT count(*) FROM semel_intent WHERE attempts > 1";

  private static final String LEASED_AGAIN = "SELECT count(*) FROM semel_intent WHERE lease > 1";

  private static final String LEASED_BEFORE =
      "SELECT count(*) FROM semel_intent WHERE state = 'leased' OR (state = 'pending' AND lease > 0)";

  private long delivered;
  private long queued;
  private long triedAgain;
  private long leasedAgain;

  TransferWindowsIT() {
    super(Kind.TRANSFER);
  }

  @BeforeEach
  void before() {
    delivered = STACK.postgres.number(DELIVERED);
    queued = STACK.broker.messages(SmallNode.CONFIRMATIONS);
    triedAgain = STACK.postgres.number(TRIED_AGAIN);
    leasedAgain = STACK.postgres.number(LEASED_AGAIN);
  }

  /** Leased, then sent. */
  @ParameterizedTest
  @ValueSource(strings = {"R2", "R4"})
  @Shows("T1 server")
  void theServerDiesBeforePrepareAndWhatItLeasedWasNeverLeased(String window) {
    struckIn(window);
    assertThat(STACK.postgres.number(LEASED_BEFORE)).as("leased, as the rows say").isZero();
    node.restart();
    assertThatItEndedAsIfItHadNotBeenLeased();
  }

  /** Before the decision, then behind it. */
  @ParameterizedTest
  @ValueSource(strings = {"X6", "X8"})
  @Shows("T4 server")
  void theServerDiesBetweenPrepareAndCommitAndRecoveryEndsBothAlike(String window) {
    struckIn(window);
    recoveryAlone();
    assertTransferred(window.equals("X8") ? 1 : 0);
    node.restart();
    assertThatItEndedAsIfItHadNotBeenLeased();
  }

  /** What is prepared and logged is as the window says, and nothing has been transferred yet. */
  private void struckIn(String window) {
    dieIn(window);
    new Way(window, Dies.SERVER, List.of()).assertLeft(STACK.doubts());
    assertTransferred(0);
  }

  /** Nobody relays meanwhile, so that what is transferred is what recovery has committed. */
  private void recoveryAlone() {
    node.startEmpty();
    await("nothing is in doubt").atMost(STRIKE).until(() -> STACK.doubts().isEmpty());
    node.kill();
  }

  /** So many more are delivered, as the table says, and are in the queue, as the broker says. */
  private void assertTransferred(long more) {
    assertThat(STACK.postgres.number(DELIVERED)).as("delivered").isEqualTo(delivered + more);
    assertThat(STACK.broker.messages(SmallNode.CONFIRMATIONS))
        .as("in the queue")
        .isEqualTo(queued + more);
  }

  private void assertThatItEndedAsIfItHadNotBeenLeased() {
    assertThatEverythingTookEffectOnceAndNobodyIsBlamed();
    assertThat(STACK.postgres.number(TRIED_AGAIN)).as("attempts counted").isEqualTo(triedAgain);
    assertThat(STACK.postgres.number(LEASED_AGAIN)).as("leased twice").isEqualTo(leasedAgain);
  }
}
