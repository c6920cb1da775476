// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.chaos.small.Kind;
import org.semel.matrix.Shows;

/** Faults that kill nobody. */
class FaultsIT {

  private static final Duration STRIKE = Duration.ofSeconds(40);
  private static final Duration REST = Duration.ofSeconds(60);
  private static final Stack STACK = Striking.STACK;

  private final NodeProcess one = STACK.node("one", Kind.XA);
  private final NodeProcess two = STACK.node("two", Kind.XA);

  @AfterEach
  void stopTheNodes() {
    for (NodeProcess node : new NodeProcess[] {one, two}) {
      if (node.isAlive()) {
        node.kill();
      }
    }
  }

  /** The time-to-live of its connection is five seconds. */
  @Test
  @Shows("X14 frozen server")
  void whatAFrozenServerHadInHandIsOfferedToAnotherAndTakesEffectOnce() {
    one.armed.hold("X4", 0);
    one.start();
    STACK.sendOne();
    await().atMost(STRIKE).until(one.armed::isHeld);
    one.freeze();
    two.start();
    await("the broker gives it to another")
        .atMost(STRIKE)
        .until(() -> two.output().contains("interrupted"));
    one.thaw();
    one.armed.release();
    assertThatEverythingTookEffectOnceAndNobodyIsBlamed();
  }

  @Test
  @Shows("X15 frozen server")
  void aServerThatFreezesBetweenPrepareAndCommitCommitsWhenItGoesOn() {
    one.armed.hold("X8", 0);
    one.start();
    STACK.sendOne();
    await().atMost(STRIKE).until(one.armed::isHeld);
    one.freeze();
    two.start();
    STACK.sendTheLastAgain();
    await("the other finds the identity taken, and waits")
        .atMost(STRIKE)
        .until(() -> two.output().contains("SEMEL-0302"));
    assertThat(STACK.postgres.gids()).hasSize(1);
    one.thaw();
    one.armed.release();
    assertThatEverythingTookEffectOnceAndNobodyIsBlamed();
  }

  @Test
  @Shows("X22 stopped database")
  void theDatabaseIsStoppedInOrderBetweenPrepareAndCommit() {
    one.armed.hold("X8", 0);
    one.start();
    STACK.send(5);
    await().atMost(STRIKE).until(one.armed::isHeld);
    STACK.postgres.stop();
    one.armed.release();
    STACK.postgres.start();
    assertThatEverythingTookEffectOnceAndNobodyIsBlamed();
  }

  @Test
  @Shows("X22 nobody")
  void twoServersAreRestartedOneAfterTheOtherUnderLoad() {
    one.start();
    two.start();
    STACK.release(300);
    for (NodeProcess node : new NodeProcess[] {one, two}) {
      node.stop();
      node.start();
    }
    assertThatEverythingTookEffectOnceAndNobodyIsBlamed();
  }

  private void assertThatEverythingTookEffectOnceAndNobodyIsBlamed() {
    assertThat(STACK.verdict(REST).faults()).isEmpty();
    assertThat(one.failedAttempts()).isEmpty();
    assertThat(two.failedAttempts()).isEmpty();
  }
}
