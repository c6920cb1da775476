// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.chaos.small.Kind;
import org.semel.chaos.small.Patience;
import org.semel.chaos.small.SmallNode;
import org.semel.internal.engine.tx.TransactionTimedOut;
import org.semel.matrix.Shows;

/** Faults that kill nobody. */
class FaultsIT {

  private static final Duration STRIKE = Duration.ofMinutes(2);
  private static final Duration REST = Duration.ofMinutes(3);
  private static final Stack STACK = Striking.STACK;

  /** A copy waits for its original, which takes its time on a server that has just started. */
  private static final String PATIENT_WITH_RIVALS = "-Dsmall.claim-wait=25";

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
    one.with(patience(180, 360)).armed.hold("X4", 0);
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

  /** Its connections live for longer. */
  @Test
  @Shows("X13 frozen server")
  void aServerThatFreezesForLongerThanItsTransactionLastsWritesNothingMore() {
    one.with(patience(10, 360)).armed.hold("X3", 0);
    one.start();
    STACK.sendOne();
    await().atMost(STRIKE).until(one.armed::isHeld);
    one.freeze();
    await("its time is over").atMost(STRIKE).until(() -> openForLongerThan(11) > 0);
    one.thaw();
    await("it is rolled back").atMost(STRIKE).until(() -> openForLongerThan(10) == 0);
    one.armed.release();
    await("it is refused")
        .atMost(STRIKE)
        .until(() -> one.output().contains(TransactionTimedOut.class.getName()));
    assertThat(STACK.verdict(REST).faults()).isEmpty();
    assertThat(one.failedAttempts()).as("as of a route that takes too long").hasSizeLessThan(2);
  }

  /** Who is frozen holds its locks for as long as the database lets it. */
  @Test
  @Shows("X14 frozen server")
  void whatAFrozenServerHoldsInTheDatabaseIsGivenToAnotherAndItsLateWritesFail() {
    one.with(patience(180, 4)).armed.hold("X3", 0);
    one.start();
    STACK.sendOne();
    await().atMost(STRIKE).until(one.armed::isHeld);
    one.freeze();
    two.start();
    long before = effects();
    await("another has it").atMost(REST).until(() -> effects() > before);
    one.thaw();
    one.armed.release();
    await("it is refused").atMost(STRIKE).until(() -> one.output().contains("interrupted"));
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
  @Shows("X22 none")
  void twoServersAreRestartedOneAfterTheOtherUnderLoad() {
    one.with(PATIENT_WITH_RIVALS).start();
    two.with(PATIENT_WITH_RIVALS).start();
    STACK.release(300);
    for (NodeProcess node : new NodeProcess[] {one, two}) {
      node.stop();
      assertThat(node.stops()).containsExactly(SmallNode.STOPPED + "DRAINED");
      node.start();
    }
    assertThatEverythingTookEffectOnceAndNobodyIsBlamed();
    assertThat(one.redelivered()).as("begun, and given back").isEmpty();
    assertThat(two.redelivered()).as("begun, and given back").isEmpty();
  }

  private static Patience patience(int transaction, int idle) {
    return new Patience(
        Duration.ofSeconds(transaction), Duration.ofSeconds(360), Duration.ofSeconds(idle));
  }

  /** Seconds, by the database's clock. */
  private static long openForLongerThan(int seconds) {
    return STACK.postgres.number(
        """
        SELECT count(*) FROM pg_stat_activity
        WHERE usename = 'semel' AND state LIKE 'idle in transaction%'
          AND clock_timestamp() - xact_start > make_interval(secs => ?)
        """,
        seconds);
  }

  private static long effects() {
    return STACK.postgres.number("SELECT count(*) FROM reservation");
  }

  private void assertThatEverythingTookEffectOnceAndNobodyIsBlamed() {
    assertThat(STACK.verdict(REST).faults()).isEmpty();
    assertThat(one.failedAttempts()).isEmpty();
    assertThat(two.failedAttempts()).isEmpty();
  }
}
