// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.semel.chaos.Way.Dies;
import org.semel.chaos.small.Kind;
import org.semel.matrix.Shows;

/**
 * The server dies and leaves something in doubt; while it recovers, somebody dies again. The
 * windows of a commit are passed by recovery, too.
 */
class RecoveryWindowsIT extends Striking {

  RecoveryWindowsIT() {
    super(Kind.XA);
  }

  @Test
  @Shows("X20 server")
  void theServerDiesTwiceMoreWhileItRecovers() {
    dieIn("X8");
    Way way = struckIn("X8", Dies.SERVER);
    for (String replayed : List.of("X8", "X9")) {
      assertThatItDiesAgainIn(replayed);
    }
    node.restart();
    assertThatItEndsAsItWouldHave(way);
  }

  @Test
  @Shows("X20 server")
  void theServerDiesOnceMoreBeforeItRollsBackWhatWasNeverDecided() {
    dieIn("X7");
    Way way = struckIn("X7", Dies.SERVER);
    assertThatItDiesAgainIn("X20");
    node.restart();
    assertThatItEndsAsItWouldHave(way);
  }

  private void assertThatItDiesAgainIn(String window) {
    assertThat(STACK.doubts().count()).as("what is to be recovered").isPositive();
    node.armed.halt(window, 0);
    node.start();
    assertThat(node.awaitHalt(STRIKE)).as("it dies while it recovers, in " + window).isTrue();
  }

  /** As the first branch is about to be rolled back; then between the commits of the two. */
  @ParameterizedTest
  @CsvSource({"X7, X20-orphan", "X8, X9"})
  @Shows("X20 broker")
  void theBrokerDiesWhileTheServerRecovers(String left, String window) {
    Way way = recoverAndStandIn(left, window);
    STACK.broker.kill();
    node.armed.release();
    STACK.broker.start();
    assertThatItEndsAsItWouldHave(way);
  }

  /** As the first branch is about to be rolled back; then as the first is about to be committed. */
  @ParameterizedTest
  @CsvSource({"X7, X20-orphan", "X8, X8"})
  @Shows("X20 database")
  void theDatabaseDiesWhileTheServerRecovers(String left, String window) {
    Way way = recoverAndStandIn(left, window);
    STACK.postgres.kill();
    node.armed.release();
    STACK.postgres.start();
    assertThatItEndsAsItWouldHave(way);
  }

  private Way recoverAndStandIn(String left, String window) {
    dieIn(left);
    Way way = struckIn(left, Dies.SERVER);
    node.armed.hold(window, 0);
    node.start();
    await("recovery stands in " + window).atMost(STRIKE).until(node.armed::isHeld);
    assertThat(STACK.doubts().count()).as("what is to be recovered").isPositive();
    return way;
  }

  /** What was to be rolled back came again; what was decided to commit did not. */
  private void assertThatItEndsAsItWouldHave(Way way) {
    assertThatEverythingTookEffectOnceAndNobodyIsBlamed();
    way.assertRunsInHand(node.handled());
    assertThatNothingCameAgain();
  }
}
