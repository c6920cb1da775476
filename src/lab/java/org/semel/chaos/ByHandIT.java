// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.Code;
import org.semel.chaos.small.Kind;
import org.semel.matrix.Shows;

/** A person ends a branch by hand, between prepare and commit. */
class ByHandIT {

  private static final Duration STRIKE = Duration.ofMinutes(2);
  private static final Duration REST = Duration.ofMinutes(3);
  private static final String A_RECORD_FOR_THE_PERSON = "in doubt: database 0, broker 0, log 1";
  private static final String ANOTHER_WITH_THE_BROKER = "in doubt: database 0, broker 1, log 1";
  private static final Stack STACK = Striking.STACK;

  private final NodeProcess node = STACK.node("hand", Kind.XA);

  @AfterEach
  void dismissTheNode() {
    STACK.dismiss(node);
    STACK.broker.branches().forget();
  }

  /**
   * The transaction manager finds no branch any more, and rolls back the other one. What it keeps
   * in its log about that is for the person.
   */
  @ParameterizedTest
  @ValueSource(strings = {"COMMIT", "ROLLBACK"})
  @Shows("X19 person")
  void aPersonEndsTheDatabasesBranchByHandAndTheMessageComesAgain(String how) {
    standIn("X8");
    STACK.postgres.execute(how + " PREPARED '" + STACK.postgres.gids().get(0) + "'");
    node.armed.release();
    awaitFaults(A_RECORD_FOR_THE_PERSON);
  }

  @Test
  @Shows("X19 person at the broker")
  void aPersonCommitsTheBrokersBranchByHandAsItWasDecided() {
    standIn("X8");
    STACK.broker.branches().commitByHand();
    node.armed.release();
    awaitFaults();
    assertThat(node.output()).doesNotContain(Code.OUTCOME_IN_DOUBT.toString());
  }

  @Test
  @Shows("X19 person at the broker")
  void aPersonRollsTheBrokersBranchBackByHandAndTheMessageIsAbsorbed() {
    standIn("X8");
    STACK.broker.branches().rollBackByHand();
    node.armed.release();
    awaitFaults(ANOTHER_WITH_THE_BROKER);
    await("the node says so")
        .atMost(REST)
        .until(() -> node.output().contains(Code.OUTCOME_IN_DOUBT.toString()));
  }

  private void standIn(String window) {
    node.armed.hold(window, 0);
    node.start();
    STACK.sendOne();
    await().atMost(STRIKE).until(node.armed::isHeld);
  }

  private static void awaitFaults(String... faults) {
    await()
        .atMost(REST)
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(STACK.verdict().faults()).containsExactly(faults));
  }
}
