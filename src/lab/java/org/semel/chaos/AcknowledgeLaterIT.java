// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.semel.chaos.small.Kind;
import org.semel.matrix.Shows;

/** Protocol {@code ack-after-commit}: one crash in one window. */
class AcknowledgeLaterIT extends Striking {

  AcknowledgeLaterIT() {
    super(Kind.ACK_AFTER_COMMIT);
  }

  @ParameterizedTest
  @ArgumentsSource(InEachWindow.class)
  @Shows({"C1 server", "C2 server", "C3 server", "C4 server"})
  void theServerDies(String window) {
    dieIn(rule(window));
    node.restart();
    assertThatEverythingTookEffectOnceAndNobodyIsBlamed();
    assertAbsorbed(window, "C3", "C1 C4");
  }

  /**
   * Whether what was in hand had been committed, and came again.
   *
   * @param yes windows where it had; in the others either is right, but for those of {@code no}
   */
  private void assertAbsorbed(String window, String yes, String no) {
    if (yes.contains(window)) {
      assertThat(absorbedAgain()).as("absorbed").isPositive();
    } else if (no.contains(window)) {
      assertThat(absorbedAgain()).as("absorbed").isZero();
    }
  }

  @ParameterizedTest
  @ArgumentsSource(InEachWindow.class)
  @Shows({"C1 broker", "C2 broker", "C3 broker", "C4 broker"})
  void theBrokerDies(String window) {
    holdIn(rule(window));
    STACK.broker.kill();
    node.armed.release();
    STACK.broker.start();
    assertThatEverythingTookEffectOnceAndNobodyIsBlamed();
    assertAbsorbed(window, "C1 C2 C3", "");
  }

  @ParameterizedTest
  @ArgumentsSource(InEachWindow.class)
  @Shows({"C1 database", "C3 database"})
  void theDatabaseDies(String window) {
    holdIn(rule(window));
    STACK.postgres.kill();
    node.armed.release();
    STACK.postgres.start();
    assertThatEverythingTookEffectOnceAndNobodyIsBlamed();
    assertAbsorbed(window, "", "C1 C3");
  }

  /**
   * Nobody knows then whether it has committed. The claim decides; the transaction manager keeps a
   * note for a person.
   */
  @Test
  @Shows("C2 database")
  void theDatabaseDiesAtItsCommit() {
    holdIn(rule("C2"));
    STACK.postgres.kill();
    node.armed.release();
    STACK.postgres.start();
    assertThatEverythingTookEffectOnceAndNobodyIsBlamed();
    assertThat(TransactionLog.notes(node.objectStore())).isNotEmpty();
  }

  /** Before the database's commit, around it, and before and behind the acknowledgement. */
  private static String rule(String window) {
    return switch (window) {
      case "C1" -> "X4";
      case "C2" -> "X4-1PC";
      default -> window;
    };
  }
}
